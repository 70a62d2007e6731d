"""An award that rests on a reading says so, and one that does not stays silent: each on both sides of its edge."""

from __future__ import annotations

from typing import Any

import pytest

from masterpoint.core.explaining import explain
from schemes.ebu.making import awarded, places, raw_event


def directions(north_south: int, east_west: int) -> dict[str, Any]:
    lists = [{"direction": "NS", "places": places(north_south)}, {"direction": "EW", "places": places(east_west)}]
    return raw_event("session", boards=24, lists=lists)


def league(divisions: int) -> dict[str, Any]:
    """A league of District status, five teams in each division."""
    first = {"level": 1, "size": 5, "entries": [{"place": 1, "matches": [{"boards": 24, "won": 4}]}]}
    others = [{"level": level, "size": 5} for level in range(2, divisions + 1)]
    return raw_event("league", "teams", "district", boards=96, divisions=[first, *others])


def teams(boards: int, **entry: list[dict[str, int]]) -> dict[str, Any]:
    return raw_event("session", "teams", boards=boards, lists=[{"size": 6, "entries": [{"place": 1, **entry}]}])


@pytest.mark.parametrize(
    ("reading", "with_it", "without_it"),
    [
        ("E70", directions(8, 6), directions(7, 6)),
        ("E27", league(5), league(4)),
        ("E74", teams(36), teams(35)),
        ("E74", teams(36), teams(36, matches=[{"boards": 6, "won": 6}])),
    ],
)
def test_a_reading_is_cited_where_it_is_used_and_only_there(
    reading: str, with_it: dict[str, Any], without_it: dict[str, Any]
) -> None:
    assert reading in awarded(with_it).readings()
    assert reading not in awarded(without_it).readings()


def test_a_reading_that_changes_no_figure_is_named_in_the_sentence() -> None:
    sentence = explain(awarded(teams(40)))[0]
    assert "teams of 40 boards without their matches: by the ranking alone;" in sentence
