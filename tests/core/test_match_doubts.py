"""Contradictions between the matches of an event and its boards, its teams and its heats."""

from __future__ import annotations

from typing import Any

from masterpoint.core.doubts import doubts
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS


def event(form: str, contest: str = "teams", **fields: Any) -> list[str]:
    defaults = {
        "scheme": "ebu",
        "day": "2026-10-10",
        "organiser": {"level": "county"},
        "contest": contest,
        "boards": 36,
    }
    return [str(message) for message in doubts(event_from({"form": form, **defaults, **fields}, FACTS))]


def of_a_team(
    matches: list[dict[str, int]], own_matches: list[dict[str, int]], boards: int | None = None
) -> list[dict[str, Any]]:
    players: list[dict[str, Any]] = [
        *({"name": f"Player {seat}"} for seat in range(3)),
        {"name": "Own", "matches": own_matches},
    ]
    if boards is not None:
        players[-1]["boards"] = boards
    return [{"size": 8, "entries": [{"place": 1, "matches": matches, "players": players}]}]


def test_nobody_wins_more_than_the_team() -> None:
    team = [{"boards": 6, "won": 3, "lost": 3}]
    assert event("matches", lists=of_a_team(team, [{"boards": 6, "won": 4}])) == [
        "Own: 4 matches won, and 3 by the team: check both"
    ]
    assert not event("matches", lists=of_a_team(team, [{"boards": 6, "won": 3}]))
    assert not event("matches", lists=of_a_team([], [{"boards": 6, "won": 3}]))


def test_nobody_plays_more_boards_in_matches_than_in_all() -> None:
    team, matches = [{"boards": 6, "won": 3, "lost": 3}], [{"boards": 6, "won": 2, "lost": 1}]
    assert event("matches", lists=of_a_team(team, matches, 17)) == [
        "Own: 18 boards in matches, and 17 in all: check both"
    ]
    assert not event("matches", lists=of_a_team(team, matches, 18))


def test_a_heat_has_a_table() -> None:
    assert event("simultaneous", "pairs", heats=7, lists=[{"places": "1", "size": 13}]) == [
        "7 heats, and contestants for 6 tables: check both"
    ]
    assert not event("simultaneous", "pairs", heats=6, lists=[{"places": "1", "size": 13}])
