"""An event with several faults gets them all at once, also those that are only seen when the others are put right."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import masterpoint
from masterpoint.core.errors import MasterpointError

PAIRS = {"day": "2026-11-10", "form": "session", "contest": "pairs", "boards": 24, "organiser": {"level": "club"}}
TWELVE = [{"places": "1 2 3 4 5 6 7 8 9 10 11 12"}]
ENTRIES = [{"entries": [{"place": place, "name": str(place)} for place in ("first", 2, 3, 4, 5, 6)]}]


def places_of(event: dict[str, Any]) -> set[tuple[str, str]]:
    """Where the problems of an event are, and the clause of each."""
    try:
        masterpoint.award({name: value for name, value in event.items() if value is not None})
    except MasterpointError as refusal:
        return {(problem.place, str(problem.clause)) for problem in refusal.problems}
    return set()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"scheme": "ebu", "boards": None, "handicap": True}, {("boards", ""), ("handicap", "EBU 3.9.1")}),
        (
            {"scheme": "ebu", "lists": ENTRIES, "championship": "major"},
            {("lists[0].entries[0].place", ""), ("boards", "EBU 1.2.4")},
        ),
        (
            {"scheme": "ebu", "facts": {"kind": "friendly"}, "handicap": True},
            {("facts.kind", ""), ("handicap", "EBU 3.9.1")},
        ),
        (
            {"scheme": "sbu", "lists": [{"places": "1 2 x 4 5 6"}], "handicap": True, "facts": {"affiliated": False}},
            {
                ("lists[0].entries[2].place", ""),
                ("facts.affiliated", "SBU 2.6"),
                ("handicap", "SBU 3.5"),
                ("lists", "SBU 11.2"),
            },
        ),
        ({"scheme": "ebu", "lists": [], "colour": "pink"}, {("lists", ""), ("colour", "EBU 2.4.2")}),
        (
            {"scheme": "abf", "organiser": {"level": "moon"}, "handicap": True},
            {("organiser.level", "ABF 1.6"), ("handicap", "ABF 4.4.8")},
        ),
        ({"scheme": "abf", "boards": "many", "grade": "B7"}, {("boards", ""), ("grade", "ABF 1.5.1a")}),
        (
            {"scheme": "nz", "organiser": None, "contest": "teams", "grade": "9Z"},
            {("organiser", ""), ("grade", "NZ E14.2a")},
        ),
        (
            {"scheme": "sbu", "boards": 0, "facts": {"affiliated": False}},
            {("boards", ""), ("facts.affiliated", "SBU 2.6")},
        ),
        (
            {"scheme": "wbu", "boards": None, "organiser": {"level": "congress"}},
            {("boards", ""), ("facts.licence", "WBU 3.1.6")},
        ),
    ],
)
def test_what_one_problem_hides_is_told_with_it(changes: dict[str, Any], expected: set[tuple[str, str]]) -> None:
    assert places_of({**PAIRS, "lists": TWELVE, **changes}) == expected


@pytest.mark.parametrize(
    "changes",
    [
        {"scheme": "ebu", "boards": None, "championship": "major"},  # 36 boards would do
        {"scheme": "wbu", "organiser": {"level": "moon"}},  # only a congress needs a licence
        {"scheme": "nz", "boards": None},
        {"scheme": "wbu", "contest": "teams", "boards": 42, "colour": "green"},  # an Area's teams final has no matches
    ],
)
def test_what_depends_on_how_an_event_is_put_right_is_not(changes: dict[str, Any]) -> None:
    assert len(places_of({**PAIRS, "lists": TWELVE, **changes})) == 1


def test_a_large_event_is_not_tried_in_many_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("masterpoint.core.further_problems")
    monkeypatch.setattr(module, "MAX_TABLES", 80)
    event = {**PAIRS, "scheme": "ebu", "boards": None, "handicap": True, "lists": [{"places": "1 2 3 4 5 6"}]}
    assert places_of(event) == {("boards", ""), ("handicap", "EBU 3.9.1")}
    entries = [{"place": place, "players": [{"name": f"Player {place}"}]} for place in range(1, 7)]
    assert places_of({**event, "lists": [{"entries": entries}]}) == {("boards", "")}
