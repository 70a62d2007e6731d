"""Where each colour of points is won, which a player's way to the next rank names."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from masterpoint.core.editions import Edition
from masterpoint.core.ranks import Need, RankLadder
from masterpoint.schemes import FEDERATIONS

EDITIONS = [edition for federation in FEDERATIONS.values() for edition in federation.editions]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: f"{edition.scheme}-{edition.name}")
def test_every_colour_a_rank_asks_for_is_won_somewhere(edition: Edition) -> None:
    """By a clause of the book; and nothing is said of colours that the book does not hold."""
    ladder = edition.ranks
    colours = {colour for rung in ladder.rungs_up_to(10**6) for need in rung.needs for colour in _colours(ladder, need)}
    assert colours <= set(ladder.won_in) <= set(ladder.holding_parts)
    assert all(remark.clause.number in edition.clauses for remarks in ladder.won_in.values() for remark in remarks)


def _colours(ladder: RankLadder, need: Need) -> Sequence[str]:
    """The colours that count for a need: those of a total, or the colour itself."""
    return ladder.colours_by_need.get(need.what, (need.what,))
