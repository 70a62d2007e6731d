"""What an event says that can hardly be so, and what it may well say."""

from __future__ import annotations

import pytest

from masterpoint.core.doubts import doubts
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS


def doubts_of(contest, boards, players):
    entry = {"place": 1, "players": [{"name": f"Player {seat}", "boards": own} for seat, own in enumerate(players)]}
    raw = {
        "form": "session",
        "scheme": "ebu",
        "day": "2026-10-10",
        "organiser": {"level": "club"},
        "contest": contest,
        "boards": boards,
        "lists": [{"size": 12, "entries": [entry]}],
    }
    return [str(message) for message in doubts(event_from(raw, FACTS))]


@pytest.mark.parametrize(
    ("contest", "players", "together"),
    [("pairs", (24, 24, 1), 49), ("teams", (24, 24, 24, 24, 24), 120), ("individual", (24, 12), 36)],
)
def test_players_share_the_boards_of_their_seats(contest, players, together):
    (doubt,) = doubts_of(contest, 24, players)
    assert f"{together} boards together" in doubt


@pytest.mark.parametrize(("contest", "players"), [("pairs", (24, 12, 12)), ("teams", (24, 24, 24, 12, 12))])
def test_boards_that_fill_the_seats_are_in_order(contest, players):
    assert not doubts_of(contest, 24, players)
