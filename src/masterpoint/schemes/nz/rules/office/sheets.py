"""E24 to E36, the forms of the manual as documented input: results become events, maintenance forms are checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from masterpoint.core.errors import NotReadable, NotUnderstood, Problem
from masterpoint.core.events import EventModel
from masterpoint.core.form_layouts import Layout, place_label
from masterpoint.core.office_forms import CheckedForm, FormText, OfficeForms
from masterpoint.core.parsing import parse
from masterpoint.core.schema_problems import schema_problems
from masterpoint.core.typed_data import convert
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.office import layouts, maintenance
from masterpoint.schemes.nz.rules.office.result_sheets import (
    SessionSheet,
    TeamsSheet,
    TournamentSheet,
    check_session,
    check_teams,
    check_tournament,
    joined_stages,
)
from masterpoint.schemes.nz.rules.office.sheet_people import Register, csv_rows, register_from

Data = Any
"""The data of a form: a mapping for a result, rows with their places for a maintenance form."""


class SheetForm(msgspec.Struct, frozen=True):
    """A form: its page, its template, and its check."""

    title: str
    number: str
    """The clause of its page."""
    file: str
    read: Callable[[str, str], Data]
    """Reads the filled-in template from its text and source."""
    check: Callable[[Book, Data, str, Register | None], CheckedForm]
    """Checks the data against the book and the list of members; takes their source too."""
    from_fields: Callable[[Layout, Mapping[str, str]], Data]
    to_fields: Callable[[Layout, Data], dict[str, str]]


def _result(
    title: str,
    number: str,
    file: str,
    kind: type[EventModel],
    check: Callable[[Book, Any, Register | None], CheckedForm],
) -> SheetForm:
    def read(text: str, source: str) -> Data:
        return parse(text, source=source)

    def check_form(book: Book, data: Data, source: str, register: Register | None) -> CheckedForm:
        problems = list(schema_problems(data, kind))
        if problems:
            raise NotReadable(problems)
        return check(book, convert(data, kind), register)

    return SheetForm(title, number, file, read, check_form, layouts.sheet_data, layouts.sheet_fields)


def _maintenance(title: str, number: str, file: str, check: maintenance.Check) -> SheetForm:
    def read(text: str, source: str) -> Data:
        return [(f"line {line}", row) for line, row in csv_rows(text)]

    def check_form(book: Book, data: Data, source: str, register: Register | None) -> CheckedForm:
        return CheckedForm(None, tuple(check(book, data, source, register)))

    return SheetForm(title, number, file, read, check_form, layouts.member_rows, layouts.member_fields)


RESULTS: Mapping[str, SheetForm] = {
    "session-result": _result("Session Result Sheet", "E26", "session-result.toml", SessionSheet, check_session),
    "tournament-input": _result(
        "Tournament Master Point Input Sheet", "E27", "tournament-input.toml", TournamentSheet, check_tournament
    ),
    "teams-result": _result("Teams Result Input Sheet", "E28", "teams-result.toml", TeamsSheet, check_teams),
}
MAINTENANCE: Mapping[str, SheetForm] = {
    "addition": _maintenance("Addition of Club Member", "E31", "addition.csv", maintenance.addition),
    "resignation": _maintenance("Resignation of Club Member", "E32", "resignation.csv", maintenance.resignation),
    "alteration": _maintenance("Alteration of Members' Information", "E33", "alteration.csv", maintenance.alteration),
    "adjustment": _maintenance("Master Point Adjustment Sheet", "E34", "adjustment.csv", maintenance.adjustment),
}
SHEETS: Mapping[str, SheetForm] = {**RESULTS, **MAINTENANCE}


def form_named(name: str) -> SheetForm:
    if name not in SHEETS:
        raise NotUnderstood(Problem("sheet", name, "no such sheet", f"write one of: {', '.join(SHEETS)}"))
    return SHEETS[name]


def template(book: Book, name: str) -> str:
    """The commented template of a form."""
    return book.sheets[form_named(name).file]


def check_sheet(book: Book, name: str, text: str, *, source: str, register: Register | None = None) -> CheckedForm:
    """A filled-in sheet: its event, or the error list."""
    form = form_named(name)
    return form.check(book, form.read(text, source), source, register)


def _register(book: Book, members: FormText | None) -> Register | None:
    return register_from(book, members.text, source=members.source) if members else None


def _check_text(book: Book, name: str, sheet: FormText, members: FormText | None) -> CheckedForm:
    return check_sheet(book, name, sheet.text, source=sheet.source, register=_register(book, members))


def _check_fields(book: Book, name: str, fields: Mapping[str, str], members: FormText | None) -> CheckedForm:
    """A form that was keyed in; problems name the places on it."""
    form, layout = form_named(name), layouts.LAYOUTS[name]
    try:
        return form.check(book, form.from_fields(layout, fields), form.title, _register(book, members))
    except NotReadable as refusal:
        places = [(problem, place_label(layout, problem.place)) for problem in refusal.problems]
        raise NotReadable([msgspec.structs.replace(problem, place=place) for problem, place in places]) from None


def _fields(name: str, sheet: FormText) -> dict[str, str]:
    form = form_named(name)
    return form.to_fields(layouts.LAYOUTS[name], form.read(sheet.text, sheet.source))


FORMS = OfficeForms(
    titles={name: (form.title, form.number) for name, form in SHEETS.items()},
    results=tuple(RESULTS),
    layouts=layouts.LAYOUTS,
    template=template,
    check=_check_text,
    check_fields=_check_fields,
    read_fields=_fields,
    join_stages=joined_stages,
)
