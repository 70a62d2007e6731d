"""A holding as points, and all of it together as the book puts it together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from masterpoint.centre.records.allowances import capped
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.ranks import RankLadder


def points(hundredths: Mapping[str, int]) -> dict[str, Exact]:
    """From hundredths, as the ledger keeps them."""
    return {colour: tidy(Fraction(amount, 100)) for colour, amount in capped(hundredths).items()}


def total_of(ladder: RankLadder, holding: Mapping[str, int]) -> Exact:
    """All points together as the book puts them together, in the unit its ranks are given in."""
    first = ladder.rungs_up_to(0)[0]
    need = first.needs[0]
    together = {colour: holding[colour] for colour in ladder.counts[need.what] if colour in holding}
    return ladder.measuring(points(together))(first, need).value
