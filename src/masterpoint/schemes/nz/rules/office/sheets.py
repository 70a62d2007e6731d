"""E24 to E36, the forms of the manual as documented input: results become events, maintenance forms are checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from masterpoint.core.errors import NotReadable, NotUnderstood, Problem
from masterpoint.core.events import EventModel
from masterpoint.core.office_forms import CheckedForm, OfficeForms, Written
from masterpoint.core.parsing import parse, schema_problems
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.office import maintenance
from masterpoint.schemes.nz.rules.office.result_sheets import (
    SessionSheet,
    TeamsSheet,
    TournamentSheet,
    check_session,
    check_teams,
    check_tournament,
)
from masterpoint.schemes.nz.rules.office.sheet_people import Register, register_from


class SheetForm(msgspec.Struct, frozen=True):
    """A form: its page, its template, and its check."""

    title: str
    number: str
    """The clause of its page."""
    file: str
    check: Callable[[Book, str, str, Register | None], CheckedForm]
    """The book, the text, its source and the list of members."""


def _toml(
    asks: type[EventModel], check: Callable[[Book, Any, Register | None], CheckedForm]
) -> Callable[..., CheckedForm]:
    def read(book: Book, text: str, source: str, register: Register | None) -> CheckedForm:
        raw = parse(text, source=source)
        problems = list(schema_problems(raw, asks))
        if problems:
            raise NotReadable(problems)
        return check(book, msgspec.convert(raw, asks), register)

    return read


def _csv(check: maintenance.Check) -> Callable[..., CheckedForm]:
    def read(book: Book, text: str, source: str, register: Register | None) -> CheckedForm:
        return CheckedForm(None, tuple(check(book, text, source, register)))

    return read


SHEETS: Mapping[str, SheetForm] = {
    "session-result": SheetForm(
        "Session Result Sheet", "E26", "session-result.toml", _toml(SessionSheet, check_session)
    ),
    "tournament-input": SheetForm(
        "Tournament Master Point Input Sheet", "E27", "tournament-input.toml", _toml(TournamentSheet, check_tournament)
    ),
    "teams-result": SheetForm("Teams Result Input Sheet", "E28", "teams-result.toml", _toml(TeamsSheet, check_teams)),
    "addition": SheetForm("Addition of Club Member", "E31", "addition.csv", _csv(maintenance.addition)),
    "resignation": SheetForm("Resignation of Club Member", "E32", "resignation.csv", _csv(maintenance.resignation)),
    "alteration": SheetForm(
        "Alteration of Members' Information", "E33", "alteration.csv", _csv(maintenance.alteration)
    ),
    "adjustment": SheetForm("Master Point Adjustment Sheet", "E34", "adjustment.csv", _csv(maintenance.adjustment)),
}


def form_named(name: str) -> SheetForm:
    if name not in SHEETS:
        raise NotUnderstood(Problem("sheet", name, "no such sheet", f"write one of: {', '.join(SHEETS)}"))
    return SHEETS[name]


def template(book: Book, name: str) -> str:
    """The commented template of a form."""
    return book.sheets[form_named(name).file]


def check_sheet(book: Book, name: str, text: str, *, source: str, register: Register | None = None) -> CheckedForm:
    """A filled-in sheet: its event, or the error list."""
    return form_named(name).check(book, text, source, register)


def _checked(book: Book, name: str, form: Written, members: Written | None) -> CheckedForm:
    register = register_from(book, members.text, source=members.source) if members else None
    return check_sheet(book, name, form.text, source=form.source, register=register)


FORMS = OfficeForms(
    titles={name: (form.title, form.number) for name, form in SHEETS.items()}, template=template, check=_checked
)
