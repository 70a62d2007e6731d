"""Sheets that make up one event: each is received, and all are filed together once the last has come."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

import msgspec

from masterpoint.centre.sheets import forms
from masterpoint.centre.sheets.models import Sheet
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import AnyEvent
from masterpoint.core.office_forms import CheckedForm

KEY = ("event_name", "award", "stages")
"""The boxes that are the same on all sheets of an event."""


class Stage(NamedTuple):
    """A sheet and the event it describes."""

    sheet: Sheet
    event: AnyEvent


def missing_stages(sheet: Sheet, checked: CheckedForm) -> list[int]:
    """The numbers that have not come; a number that has come before is refused."""
    received = _received(sheet)
    if checked.part in received:
        message = (
            f"stage {checked.part} of this tournament has already been received, as sheet {received[checked.part].pk}"
        )
        fix = "correct the number, or delete the other sheet"
        raise NotReadable(Problem("Stage number", str(checked.part), message, fix))
    return [number for number in range(1, checked.parts + 1) if number != checked.part and number not in received]


def all_stages(sheet: Sheet, checked: CheckedForm, today: date) -> list[Stage]:
    """Every sheet of the event in order, each checked again: the register may have changed since it came."""
    assert checked.event is not None
    stages = {checked.part: Stage(sheet, checked.event)}
    problems: list[Problem] = []
    for number, other in _received(sheet).items():
        try:
            event = forms.check(other.organisation, other.form, other.fields, today).event
        except NotReadable as refusal:
            problems += [_of_stage(number, problem) for problem in refusal.problems]
        else:
            assert event is not None
            stages[number] = Stage(other, event)
    if problems:
        raise NotReadable(problems)
    ordered = [stages[number] for number in sorted(stages)]
    joined = forms.forms_of(sheet.organisation).join_stages([stage.event for stage in ordered])
    return [Stage(stage.sheet, event) for stage, event in zip(ordered, joined, strict=True)]


def _of_stage(number: int, problem: Problem) -> Problem:
    return msgspec.structs.replace(problem, place=f"stage {number}, {problem.place}")


def _received(sheet: Sheet) -> dict[int, Sheet]:
    """The other sheets of the same event that wait, by their number."""
    waiting = Sheet.objects.filter(organisation=sheet.organisation, form=sheet.form, state=Sheet.State.WAITING)
    others = waiting.exclude(pk=sheet.pk).select_related("organisation__federation").order_by("pk")
    return {
        int(other.fields.get("stage_number") or 1): other
        for other in others
        if _key(other.fields) == _key(sheet.fields)
    }


def _key(fields: Mapping[str, str]) -> list[str]:
    return [" ".join(fields.get(name, "").casefold().split()) for name in KEY]
