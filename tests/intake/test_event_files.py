"""What a person adds to an event file is used, or refused if it contradicts the file."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from answers import of_kind
from masterpoint import intake
from masterpoint.core.errors import NotReadable
from masterpoint.core.events import SessionEvent
from masterpoint.intake import Options

EVENT: dict[str, Any] = {
    "form": "session",
    "scheme": "ebu",
    "day": "2026-11-10",
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
    "lists": [{"places": "1 2 3 4 5 6 7 8"}],
}


def read(event: dict[str, Any], **options: Any) -> SessionEvent:
    imported = intake.read_event(json.dumps(event).encode(), "tuesday.json", Options(**options))
    return of_kind(SessionEvent, imported.event)


@pytest.mark.parametrize("left_out", ["scheme", "day", "boards"])
def test_what_the_file_leaves_out_is_filled_in(left_out: str) -> None:
    option = {"day": date(2026, 11, 10)}.get(left_out, EVENT[left_out])
    event = {name: value for name, value in EVENT.items() if name != left_out}
    assert read(event, **{left_out: option}) == read(EVENT)


def test_what_the_file_says_too_changes_nothing() -> None:
    assert read(EVENT, scheme="ebu", boards=24, day=date(2026, 11, 10)) == read(EVENT)


def test_further_fields_are_put_where_they_belong() -> None:
    assert read(EVENT, more={"name": "Tuesday", "organiser": {"name": "Riverside"}}).organiser.name == "Riverside"


def test_every_difference_is_named_at_once() -> None:
    with pytest.raises(NotReadable) as refusal:
        read(
            EVENT, scheme="nz", boards=26, day=date(2026, 11, 11), session="2", more={"organiser": {"level": "county"}}
        )
    assert [problem.place for problem in refusal.value.problems] == [
        "scheme",
        "boards",
        "day",
        "organiser.level",
        "session",
    ]
    assert "nz was asked for, but the event file says ebu" in str(refusal.value)
