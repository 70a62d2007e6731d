"""Begin, save, send and file sheets. A sheet with errors is not filed; its error list goes back by letter."""

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
    "addition": maintenance.add_members,
    "resignation": maintenance.resign_members,
    "alteration": maintenance.alter_members,
    "adjustment": maintenance.adjust_points,
}
"""The act of each maintenance form; every other form is the result of an event."""
FORMS_FILED_ONCE = ("adjustment",)
"""Forms that could be filed twice by mistake. The register itself refuses the other forms a second time."""


class AlreadyFiled(MasterpointError):
    """The sheet has been filed. Corrections need another sheet."""


def action_for(form: str) -> Action:
    """The permission needed to send this form."""
    return Action.MEMBERS if form in ACTS else Action.FILE


@transaction.atomic
def begin(organisation: Organisation, form: str, *, by: User | None, fields: Mapping[str, str] | None = None) -> Sheet:
    """Begin a sheet with the known fields of the club, and the fields of a file if there is one."""
    defaults = forms.first_fields(organisation, form)
    access.require(by, action_for(form), organisation)
    stored_fields = forms.stored_fields(organisation, form, defaults | dict(fields or {}))
    return Sheet.objects.create(organisation=organisation, form=form, fields=stored_fields, begun_by=by)


def begin_from_file(organisation: Organisation, form: str, data: bytes, *, source: str, by: User | None) -> Sheet:
    """Begin a sheet from a file. If the file cannot be read, all its problems are reported and nothing is stored."""
    return begin(organisation, form, by=by, fields=forms.read_file(organisation, form, data, source))


@transaction.atomic
def save(sheet: Sheet, fields: Mapping[str, str], *, by: User | None) -> Sheet:
    """Save what has been typed so far."""
    current = _open_sheet(sheet, by)
    stored_fields = forms.stored_fields(current.organisation, current.form, fields)
    if current.state == Sheet.State.WAITING and stored_fields != current.fields:
        current.state, current.done = Sheet.State.DRAFT, []
    current.fields = stored_fields
    current.save(update_fields=["fields", "state", "done", "saved_at"])
    return current


def attach(sheet: Sheet, form: str, data: bytes, *, source: str, by: User | None) -> Sheet:
    """Attach a session sheet to a tournament, in the first free place."""
    layout = forms.layout_of(sheet.organisation, sheet.form)
    if layout.part is None:
        raise NotReadable(Problem(source, "", "nothing can be attached to this sheet", "send it by itself"))
    prefix = part_prefix(layout, layout.parts({name: value for name, value in sheet.fields.items() if "." in name}))
    attached = forms.read_file(sheet.organisation, form, data, source)
    names = {box.name for box in layout.part.boxes} | {grid.name for grid in layout.part.grids}
    fields = {f"{prefix}{name}": value for name, value in attached.items() if name.partition(".")[0] in names}
    return save(sheet, sheet.fields | fields, by=by)


@transaction.atomic
def discard(sheet: Sheet, *, by: User | None) -> None:
    """Delete a sheet, unless it was filed."""
    _open_sheet(sheet, by).delete()


def _open_sheet(sheet: Sheet, by: User | None) -> Sheet:
    """The sheet as it is now, under the federation's lock; a filed sheet is refused."""
    lock(sheet.organisation.federation)
    current = Sheet.objects.select_related("organisation__federation").get(pk=sheet.pk)
    access.require(by, action_for(current.form), current.organisation)
    if current.state == Sheet.State.FILED:
        fix = "file a correction of the event, or another sheet that corrects it"
        raise AlreadyFiled(Problem("sheet", str(current.pk), "this sheet is filed", fix))
    return current


class SheetDecisions(NamedTuple):
    """The sender's decisions about a result."""

    late_reason: str = ""
    not_same_as: tuple[str, ...] = ()
    organiser_confirmed: bool = False


NO_DECISIONS = SheetDecisions()


@mail.transaction_with_letters
def send(sheet: Sheet, *, by: User | None, today: date, decisions: SheetDecisions = NO_DECISIONS) -> Sheet:
    """File the sheet. If it has errors, nothing is filed and the error list goes back by letter."""
    current = _open_sheet(sheet, by)
    try:
        with transaction.atomic():
            _file(current, by, today, decisions)
    except access.NotAllowed:
        raise
    except MasterpointError as refusal:
        _return_to_sender(current, refusal, by)
    current.save()
    return current


def _file(sheet: Sheet, by: User | None, today: date, decisions: SheetDecisions) -> None:
    organisation, form = sheet.organisation, sheet.form
    checked_form = forms.check(organisation, form, sheet.fields, today)
    if checked_form.event is None:
        _require_new(sheet)
        rows = listed_rows(forms.layout_of(organisation, form), sheet.fields)
        sheet.done = ACTS[form](organisation, dict(enumerate(rows, 1)), by, today)
    elif missing := stages.missing_stages(sheet, checked_form) if checked_form.parts > 1 else []:
        missing_text = ", ".join(map(str, missing))
        sheet.done = [
            f"Stage {checked_form.part} is received. Nothing is processed until stage {missing_text} has come too."
        ]
        sheet.state, sheet.problems = Sheet.State.WAITING, []
        return
    elif checked_form.parts > 1:
        for stage in stages.all_stages(sheet, checked_form, today):
            _file_event(stage.sheet, stage.event, by, decisions)
    else:
        _file_event(sheet, checked_form.event, by, decisions)
    sheet.state, sheet.problems = Sheet.State.FILED, []


def _file_event(sheet: Sheet, event: AnyEvent, by: User | None, decisions: SheetDecisions) -> None:
    content = msgspec.json.format(msgspec.json.encode(sheet.fields))
    original = filing.Original(content, f"{sheet.form}.json", f"sheet {sheet.form}")
    receipt = filing.file_event(sheet.organisation, event, original, by=by, choices={}, **decisions._asdict())
    sheet.receipt = receipt.filing.receipt
    sheet.done = [f"Filed{' before' if receipt.filed_before else ''}, receipt {sheet.receipt}."]
    sheet.state, sheet.problems = Sheet.State.FILED, []
    sheet.save()


def _require_new(sheet: Sheet) -> None:
    if sheet.form not in FORMS_FILED_ONCE:
        return
    sheet.digest = hashlib.sha256(json.dumps([sheet.form, sheet.fields], sort_keys=True).encode()).hexdigest()
    duplicate = Sheet.objects.filter(organisation=sheet.organisation, digest=sheet.digest).first()
    if duplicate is not None:
        sheet.digest = ""
        message = f"the same sheet was filed on {duplicate.saved_at:%-d %B %Y}"
        fix = "nothing more to do; if it is another error, say so in the reason"
        raise AlreadyFiled(Problem("sheet", str(duplicate.pk), message, fix))


def _return_to_sender(sheet: Sheet, refusal: MasterpointError, by: User | None) -> None:
    """Store the error list with the sheet, and send it by letter if it has changed."""
    lines = [letters.as_line(problem) for problem in refusal.problems]
    is_new = lines != sheet.problems
    sheet.problems, sheet.state, sheet.digest = lines, Sheet.State.RETURNED, ""
    sheet.receipt, sheet.done = "", []
    if is_new:
        letters.send_error_list(sheet, by)


def file_sheet(
    organisation: Organisation, form: str, data: bytes, *, source: str, by: User | None, today: date
) -> Sheet:
    """File a sheet from a file at once."""
    return send(begin_from_file(organisation, form, data, source=source, by=by), by=by, today=today)
