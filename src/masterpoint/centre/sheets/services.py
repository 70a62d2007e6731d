"""Sheets begun, saved, sent and filed: all of a sheet, or its error list by letter and nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

import msgspec
from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import services as filing
from masterpoint.centre.locking import lock
from masterpoint.centre.mail import services as mail
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.sheets import forms, letters, maintenance, stages
from masterpoint.centre.sheets.models import Sheet
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.events import AnyEvent
from masterpoint.core.form_layouts import listed_rows, part_prefix

Act = Callable[[Organisation, maintenance.Rows, User | None, date], list[str]]
ACTS: Mapping[str, Act] = {
    "addition": maintenance.add,
    "resignation": maintenance.resign,
    "alteration": maintenance.alter,
    "adjustment": maintenance.adjust,
}
"""What each maintenance form does; every other form is the result of an event."""
ONCE = ("adjustment",)
"""Forms that could be done twice by mistake: the register refuses the others a second time by itself."""


class AlreadyFiled(MasterpointError):
    """The sheet is done; what is wrong in it is put right by another one."""


def action_for(form: str) -> Action:
    """What somebody must be allowed to do who sends this form."""
    return Action.MEMBERS if form in ACTS else Action.FILE


@transaction.atomic
def begin(organisation: Organisation, form: str, *, by: User | None, fields: Mapping[str, str] | None = None) -> Sheet:
    """A sheet to be filled in, with what is known of the club, or with what a file holds."""
    first = forms.first_fields(organisation, form)
    access.require(by, action_for(form), organisation)
    kept = forms.kept_fields(organisation, form, first | dict(fields or {}))
    return Sheet.objects.create(organisation=organisation, form=form, fields=kept, begun_by=by)


def begin_from_file(organisation: Organisation, form: str, data: bytes, *, source: str, by: User | None) -> Sheet:
    """A file that cannot be read is refused with every line that is wrong, and nothing is kept."""
    return begin(organisation, form, by=by, fields=forms.read_file(organisation, form, data, source))


@transaction.atomic
def save(sheet: Sheet, fields: Mapping[str, str], *, by: User | None) -> Sheet:
    """What was typed so far."""
    current = _open_sheet(sheet, by)
    kept = forms.kept_fields(current.organisation, current.form, fields)
    if current.state == Sheet.State.WAITING and kept != current.fields:
        current.state, current.done = Sheet.State.DRAFT, []
    current.fields = kept
    current.save(update_fields=["fields", "state", "done", "saved_at"])
    return current


def attach(sheet: Sheet, form: str, data: bytes, *, source: str, by: User | None) -> Sheet:
    """A session sheet that goes with a tournament, put in the first place that is free."""
    layout = forms.layout_of(sheet.organisation, sheet.form)
    if layout.part is None:
        raise NotReadable(Problem(source, "", "nothing can go with this sheet", "send it by itself"))
    prefix = part_prefix(layout, layout.parts({name: value for name, value in sheet.fields.items() if "." in name}))
    attached = forms.read_file(sheet.organisation, form, data, source)
    names = {box.name for box in layout.part.boxes} | {grid.name for grid in layout.part.grids}
    fields = {f"{prefix}{name}": value for name, value in attached.items() if name.partition(".")[0] in names}
    return save(sheet, sheet.fields | fields, by=by)


@transaction.atomic
def discard(sheet: Sheet, *, by: User | None) -> None:
    """A sheet that nobody wants any more. What was filed stays."""
    _open_sheet(sheet, by).delete()


def _open_sheet(sheet: Sheet, by: User | None) -> Sheet:
    """The sheet as it is now, for the one writer of its federation."""
    lock(sheet.organisation.federation)
    current = Sheet.objects.select_related("organisation__federation").get(pk=sheet.pk)
    access.require(by, action_for(current.form), current.organisation)
    if current.state == Sheet.State.FILED:
        fix = "file a correction of the event, or another sheet that puts it right"
        raise AlreadyFiled(Problem("sheet", str(current.pk), "this sheet is filed", fix))
    return current


class Decided(NamedTuple):
    """What somebody decides about a result when they send it."""

    late_reason: str = ""
    not_same_as: tuple[str, ...] = ()
    organiser_confirmed: bool = False


AS_IT_IS = Decided()


@mail.transaction_with_letters
def send(sheet: Sheet, *, by: User | None, today: date, decided: Decided = AS_IT_IS) -> Sheet:
    """File the sheet; where its error list is not empty, nothing is filed and the list goes back by letter."""
    current = _open_sheet(sheet, by)
    try:
        with transaction.atomic():
            _file(current, by, today, decided)
    except access.NotAllowed:
        raise
    except MasterpointError as refusal:
        _return(current, refusal, by)
    current.save()
    return current


def _file(sheet: Sheet, by: User | None, today: date, decided: Decided) -> None:
    organisation, form = sheet.organisation, sheet.form
    checked = forms.check(organisation, form, sheet.fields, today)
    if checked.event is None:
        _require_first(sheet)
        rows = listed_rows(forms.layout_of(organisation, form), sheet.fields)
        sheet.done = ACTS[form](organisation, dict(enumerate(rows, 1)), by, today)
    elif missing := stages.missing_stages(sheet, checked) if checked.parts > 1 else []:
        listed = ", ".join(map(str, missing))
        sheet.done = [f"Stage {checked.part} is received. Nothing is processed until stage {listed} has come too."]
        sheet.state, sheet.problems = Sheet.State.WAITING, []
        return
    elif checked.parts > 1:
        for stage in stages.all_stages(sheet, checked, today):
            _file_event(stage.sheet, stage.event, by, decided)
    else:
        _file_event(sheet, checked.event, by, decided)
    sheet.state, sheet.problems = Sheet.State.FILED, []


def _file_event(sheet: Sheet, event: AnyEvent, by: User | None, decided: Decided) -> None:
    written = msgspec.json.format(msgspec.json.encode(sheet.fields))
    original = filing.Original(written, f"{sheet.form}.json", f"sheet {sheet.form}")
    receipt = filing.file_event(sheet.organisation, event, original, by=by, choices={}, **decided._asdict())
    sheet.receipt = receipt.filing.receipt
    sheet.done = [f"Filed{' before' if receipt.already else ''}, receipt {sheet.receipt}."]
    sheet.state, sheet.problems = Sheet.State.FILED, []
    sheet.save()


def _require_first(sheet: Sheet) -> None:
    if sheet.form not in ONCE:
        return
    sheet.digest = hashlib.sha256(json.dumps([sheet.form, sheet.fields], sort_keys=True).encode()).hexdigest()
    before = Sheet.objects.filter(organisation=sheet.organisation, digest=sheet.digest).first()
    if before is not None:
        sheet.digest = ""
        message = f"the same sheet was filed on {before.saved_at:%-d %B %Y}"
        fix = "nothing more to do; if it is another error, say so in the reason"
        raise AlreadyFiled(Problem("sheet", str(before.pk), message, fix))


def _return(sheet: Sheet, refusal: MasterpointError, by: User | None) -> None:
    """The error list is kept with the sheet, and goes by letter whenever it is another one."""
    listed = [letters.as_line(problem) for problem in refusal.problems]
    is_new = listed != sheet.problems
    sheet.problems, sheet.state, sheet.digest = listed, Sheet.State.RETURNED, ""
    sheet.receipt, sheet.done = "", []
    if is_new:
        letters.send_error_list(sheet, by)


def file_sheet(
    organisation: Organisation, form: str, data: bytes, *, source: str, by: User | None, today: date
) -> Sheet:
    """A sheet from a file, sent at once."""
    return send(begin_from_file(organisation, form, data, source=source, by=by), by=by, today=today)
