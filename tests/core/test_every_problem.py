"""Everything wrong with an event is reported at once: no mistake hides another."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from masterpoint import schemes
from masterpoint.core.errors import NotReadable
from masterpoint.core.parsing import event_from

GOOD: dict[str, Any] = {
    "form": "session",
    "scheme": "ebu",
    "day": "2026-11-10",
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
    "lists": [{"places": "1 2= 2= 4"}],
}
MISTAKES: dict[str, dict[str, Any]] = {
    "day": {"day": "2026-02-31"},
    "boards": {"boards": "many"},
    "lists[0].entries[1].place": {"lists": [{"places": "1 x 3"}]},
    "organiser.level": {"organiser": {"level": "galaxy"}},
    "facts.mood": {"facts": {"mood": "good"}},
    "colour_of": {"colour_of": "green"},
    "form": {"form": "sesion"},
}


def problems_of(raw: dict[str, Any]) -> set[str]:
    with pytest.raises(NotReadable) as refused:
        event_from(raw, schemes.FACTS)
    return {problem.place for problem in refused.value.problems}


DEPEND_ON_THE_FORM = {"boards", "colour_of"}
"""The form decides which fields there are besides those of every event."""
PAIRS = [
    (first, second)
    for first, second in combinations(MISTAKES, 2)
    if not (second == "form" and first in DEPEND_ON_THE_FORM)
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_no_mistake_hides_another(first: str, second: str) -> None:
    assert {first, second} <= problems_of(GOOD | MISTAKES[first] | MISTAKES[second])


def test_all_at_once() -> None:
    raw = dict(GOOD)
    for name, change in MISTAKES.items():
        if name != "form":
            raw |= change
    assert problems_of(raw) == set(MISTAKES) - {"form"}


def test_a_wrong_number_in_an_entry_does_not_hide_its_place() -> None:
    entries = [{"place": "first", "players": [{"id": 5}]}, {"place": 2, "players": [{"id": "7"}]}, "nobody"]
    problems = problems_of(GOOD | {"lists": [{"entries": entries}]})
    assert {"lists[0].entries[0].place", "lists[0].entries[0].players[0].id", "lists[0].entries[2]"} <= problems


def test_the_entries_of_a_knockout_need_no_places_whatever_else_is_wrong() -> None:
    entry = {"rounds": [{"round": 1, "boards": 24, "contestants": 8}], "entries": [{"name": "A"}]}
    raw = {**{name: value for name, value in GOOD.items() if name != "lists"}, "form": "knockout", **entry}
    assert problems_of(raw) == {"boards"}


def test_a_player_twice_is_named_with_both_places() -> None:
    ann = {"id": "1035", "name": "Ann Bell"}
    entries = [{"place": n, "players": [ann if n in (3, 7) else {"id": str(n)}]} for n in range(1, 9)]
    with pytest.raises(NotReadable) as refused:
        event_from(GOOD | {"lists": [{"entries": entries}]}, schemes.FACTS)
    [problem] = refused.value.problems
    assert problem.message == "Ann Bell (1035) appears twice: in 3rd and in 7th place."


def test_a_player_twice_in_one_entry_has_no_partner() -> None:
    """The message used to say: in 1st and in 1st place."""
    ann = {"id": "1035", "name": "Ann Bell"}
    with pytest.raises(NotReadable) as refused:
        event_from(GOOD | {"lists": [{"entries": [{"place": 1, "players": [ann, ann]}]}]}, schemes.FACTS)
    [problem] = refused.value.problems
    assert problem.message == "Ann Bell (1035) appears twice in the same entry, in 1st place."
    assert problem.fix == "Name the partner."


@pytest.mark.parametrize(("scheme", "number"), [("nz", "99900"), ("ebu", "88888888")])
def test_numbers_that_stand_for_nobody_may_repeat(scheme: str, number: str) -> None:
    entries = [{"place": n, "players": [{"id": number}, {"id": str(n)}]} for n in range(1, 9)]
    event_from(GOOD | {"scheme": scheme, "lists": [{"entries": entries}]}, schemes.FACTS)
