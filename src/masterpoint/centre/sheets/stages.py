"""Several sheets of one event. They wait until the last one is received, and are filed together."""

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

IDENTIFYING_BOXES = ("event_name", "award", "stages")
"""The boxes that identify an event. They are the same on all its sheets."""


class Stage(NamedTuple):
    """A sheet and the event it describes."""

    sheet: Sheet
    event: AnyEvent


def missing_stages(sheet: Sheet, checked_form: CheckedForm) -> list[int]:
    """The numbers of missing stages. A stage that was received before is refused."""
    sheets_by_stage = _sheets_by_stage(sheet)
    if checked_form.part in sheets_by_stage:
        key = sheets_by_stage[checked_form.part].pk
        message = f"stage {checked_form.part} of this tournament has already been received, as sheet {key}"
        fix = "correct the number, or delete the other sheet"
        raise NotReadable(Problem("Stage number", str(checked_form.part), message, fix))
    return [
        number
        for number in range(1, checked_form.parts + 1)
        if number != checked_form.part and number not in sheets_by_stage
    ]


def all_stages(sheet: Sheet, checked_form: CheckedForm, today: date) -> list[Stage]:
    """Every sheet of the event in order. Each is checked again, because the register may have changed."""
    assert checked_form.event is not None
    stages = {checked_form.part: Stage(sheet, checked_form.event)}
    problems: list[Problem] = []
    for number, stage_sheet in _sheets_by_stage(sheet).items():
        try:
            event = forms.check(stage_sheet.organisation, stage_sheet.form, stage_sheet.fields, today).event
        except NotReadable as refusal:
            problems += [_at_stage(number, problem) for problem in refusal.problems]
        else:
            assert event is not None
            stages[number] = Stage(stage_sheet, event)
    if problems:
        raise NotReadable(problems)
    sorted_stages = [stages[number] for number in sorted(stages)]
    joined_events = forms.forms_of(sheet.organisation).join_stages([stage.event for stage in sorted_stages])
    return [Stage(stage.sheet, event) for stage, event in zip(sorted_stages, joined_events, strict=True)]


def _at_stage(number: int, problem: Problem) -> Problem:
    return msgspec.structs.replace(problem, place=f"stage {number}, {problem.place}")


def _sheets_by_stage(sheet: Sheet) -> dict[int, Sheet]:
    """The other waiting sheets of the same event, by number."""
    waiting = Sheet.objects.filter(organisation=sheet.organisation, form=sheet.form, state=Sheet.State.WAITING)
    waiting_sheets = waiting.exclude(pk=sheet.pk).select_related("organisation__federation").order_by("pk")
    return {
        int(row.fields.get("stage_number") or 1): row
        for row in waiting_sheets
        if _key(row.fields) == _key(sheet.fields)
    }


def _key(fields: Mapping[str, str]) -> list[str]:
    return [" ".join(fields.get(name, "").casefold().split()) for name in IDENTIFYING_BOXES]
