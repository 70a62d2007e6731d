"""What an event says that can hardly be so, and what it may well say."""

from __future__ import annotations

from typing import Any

import pytest

from masterpoint.core.doubts import doubts
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS


def doubts_of(contest: str, boards: int, players: tuple[int, ...]) -> list[str]:
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
def test_players_share_the_boards_of_their_seats(contest: str, players: tuple[int, ...], together: int) -> None:
    (doubt,) = doubts_of(contest, 24, players)
    assert f"{together} boards together" in doubt


@pytest.mark.parametrize(("contest", "players"), [("pairs", (24, 12, 12)), ("teams", (24, 24, 24, 12, 12))])
def test_boards_that_fill_the_seats_are_in_order(contest: str, players: tuple[int, ...]) -> None:
    assert not doubts_of(contest, 24, players)


def spare_boards(boards: int, *entries: Any, size: int = 4) -> Any:
    raw = {
        "form": "matches",
        "scheme": "ebu",
        "day": "2026-10-10",
        "organiser": {"level": "club"},
        "contest": "teams",
        "boards": boards,
        "lists": [{"size": size, "entries": [{"place": place, **entry} for place, entry in enumerate(entries, 1)]}],
    }
    return [str(message) for message in doubts(event_from(raw, FACTS)) if "nobody has more" in str(message)]


def matches(boards: int = 12, **results: Any) -> Any:
    return {"matches": [{"boards": boards, **results}]}


@pytest.mark.parametrize(
    ("boards", "entries", "most"),
    [
        (37, [matches(won=2, lost=1)], "36"),
        (48, [matches(won=2), matches(won=1, drawn=1), matches(won=1), matches(drawn=1)], "30"),
        (25, [matches(margins=[5, -3])], "24"),
    ],
    ids=["matches lost", "all that were won", "margins"],
)
def test_boards_without_matches_are_doubtful(boards: int, entries: list[dict[str, Any]], most: Any) -> None:
    (doubt,) = spare_boards(boards, *entries)
    assert doubt == f"{boards} boards to play, and nobody has more than {most} in matches: check both"


@pytest.mark.parametrize(
    ("boards", "size", "entries"),
    [
        (36, 4, [matches(won=2, lost=1)]),
        (36, 4, [matches(won=2)]),
        (36, 3, [matches(won=2), matches(won=1), matches()]),
        (36, 4, [matches(won=2, lost=1), {"matches": [{"boards": 12, "won": 1, "lost": 1}]}]),
        (36, 4, [{"matches": [{"boards": 12, "won": 2, "lost": 0}, {"boards": 6, "lost": 2, "mini": True}]}]),
    ],
    ids=["all played", "losses not given", "one of three sits out", "one left early", "a triangle"],
)
def test_boards_with_matches_are_in_order(boards: int, size: int, entries: list[dict[str, Any]]) -> None:
    assert not spare_boards(boards, *entries, size=size)
