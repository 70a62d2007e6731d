"""What an event gives: every field by its full name, whichever part it is in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec import Struct, structs

from masterpoint import schemes
from masterpoint.core.event_fields import PARTS, default_of, event_fields, given_values, gives
from masterpoint.core.events import AnyEvent
from masterpoint.core.parsing import event_from
from masterpoint.schemes.cases import cases_of

EVENING = {
    "form": "session",
    "scheme": "ebu",
    "day": "2026-11-10",
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
}
FACTS = schemes.FACTS["ebu"]


def event(entries: list[dict[str, Any]], **fields: Any) -> AnyEvent:
    return event_from({**EVENING, "lists": [{"entries": entries}], **fields}, schemes.FACTS)


def test_a_field_counts_wherever_it_stands() -> None:
    identified = event([{"place": 1, "players": [{"id": "7", "boards": 20}]}, {"place": 2, "boards": 0}])
    assert gives(identified, "player.boards")
    assert gives(identified, "entry.boards"), "none at all is given too"
    assert gives(identified, "entry.matches", "player.id")
    assert not gives(identified, "entry.matches", "entry.standing", "list.tables")


def test_what_is_as_it_would_be_anyway_is_not_given() -> None:
    plain = event([{"place": 1, "standing": "full", "players": [{"name": "Ann", "membership": "member"}]}])
    assert not gives(plain, "entry.standing", "player.membership")
    assert given_values(plain, FACTS) == {}


def test_the_first_value_is_kept_and_facts_that_say_nothing_new_are_not() -> None:
    event_data = event(
        [{"place": 1, "boards": 20}, {"place": 2, "boards": 12}], facts={"members_only": True, "sit_out_boards": 0}
    )
    assert given_values(event_data, FACTS) == {"entry.boards": 20, "facts.members_only": True}


def test_each_event_is_asked_for_itself() -> None:
    first, second = event([{"place": 1, "boards": 20}]), event([{"place": 1}])
    for _ in range(2):
        assert gives(first, "entry.boards")
        assert not gives(second, "entry.boards")


def test_a_changed_copy_is_asked_anew() -> None:
    whole = event([{"place": 1}])
    assert not gives(whole, "event.grade")
    assert gives(structs.replace(whole, grade="county"), "event.grade")
    assert whole == event([{"place": 1}]), "what is kept beside the fields makes no event another"


@pytest.mark.parametrize("scheme", schemes.FEDERATIONS)
def test_no_field_that_a_case_gives_is_missed(scheme: str) -> None:
    """The plain way to look at an event, field by field, which would be too slow in practice."""
    for case in cases_of(scheme):
        if "awards" in case:
            event_data = event_from(case["event"], schemes.FACTS)
            assert event_fields(event_data).names - {"event.form"} == set(_walk(event_data)), case["name"]


fields_of = cache(structs.fields)


def _walk(part: Struct) -> Iterator[str]:
    for field in fields_of(type(part)):
        value = getattr(part, field.name)
        if field.required or value != default_of(field):
            yield f"{PARTS[type(part)]}.{field.name}"
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Struct):
                yield from _walk(item)
