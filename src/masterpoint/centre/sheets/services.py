"""A sheet checked against the register and filed: all of it, or the error list and nothing."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import services as filing
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.sheets import maintenance
from masterpoint.core.errors import NotReadable, NotUnderstood, Problem
from masterpoint.core.office_forms import CheckedForm, OfficeForms, Written
from masterpoint.formats.text import csv_text, decode
from masterpoint.schemes import FEDERATIONS, edition_for

MEMBERS = "the register"
Row = dict[str, str]
Act = Callable[[Organisation, Mapping[int, Row], User | None, date], list[str]]
ACTS: Mapping[str, Act] = {
    "addition": maintenance.add,
    "resignation": maintenance.resign,
    "alteration": maintenance.alter,
    "adjustment": maintenance.adjust,
}
"""What each maintenance form does; every other form is the result of an event."""


class FiledSheet(NamedTuple):
    """What came of a sheet: a line for each thing done, and the receipt of an event."""

    done: list[str]
    receipt: str = ""


def forms_of(organisation: Organisation) -> OfficeForms:
    """The forms of the organisation's book."""
    forms = FEDERATIONS[organisation.federation.scheme].office_forms
    if forms is None:
        message = f"the book of the {organisation.federation.name} prints no forms for its office"
        raise NotUnderstood(Problem("sheet", "", message, "file the results, or use the pages of the members"))
    return forms


def template_of(organisation: Organisation, name: str, today: date) -> str:
    """The empty form with its comments."""
    return forms_of(organisation).template(edition_for(organisation.federation.scheme, today).book, name)


def check(organisation: Organisation, name: str, data: bytes, *, source: str, today: date) -> CheckedForm:
    """What a sheet comes to, or its whole error list, against the register as it is now."""
    text = decode(data).text
    book = edition_for(organisation.federation.scheme, today).book
    return forms_of(organisation).check(book, name, Written(text, source), _register(organisation, text))


@transaction.atomic
def file_sheet(
    organisation: Organisation, name: str, data: bytes, *, source: str, by: User | None, today: date
) -> FiledSheet:
    """File what a sheet says: nothing at all while its error list is not empty."""
    access.require(by, Action.MEMBERS if name in ACTS else Action.FILE, organisation)
    checked = check(organisation, name, data, source=source, today=today)
    if checked.event is not None:
        original = filing.Original(data, source[:200], f"sheet {name}")
        receipt = filing.file_event(organisation, checked.event, original, by=by, decided={})
        return FiledSheet([f"Filed, receipt {receipt.filing.receipt}."], receipt.filing.receipt)
    return FiledSheet(ACTS[name](organisation, _rows(decode(data).text), by, today))


def _register(organisation: Organisation, text: str) -> Written:
    """The people whose numbers or family names stand on the sheet, as the forms want their list of members."""
    numbers = set(re.findall(r"\d{1,12}", text))
    names = {word.casefold() for word in re.findall(r"[^\W\d_]{2,}", text)}
    people = Person.objects.filter(federation=organisation.federation_id, merged_into=None)
    listed = {person.pk: person for person in people.filter(number__in=numbers)}
    listed |= {person.pk: person for person in people.filter(name_words__word__in=names)}
    rows = [["number", "name", "status", "grade"]]
    for person in listed.values():
        if person.number.isdigit():
            status = "member" if person.status == Person.Status.ACTIVE else "resigned"
            rows.append([person.number, person.name, status, ""])
    return Written(csv_text(rows), MEMBERS)


def _rows(text: str) -> dict[int, Row]:
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]
    if not lines:
        raise NotReadable(Problem("sheet", "", "no row is filled in", "see the template"))
    heading = [cell.strip() for cell in next(csv.reader([lines[0][1]]))]
    cells = {number: [cell.strip() for cell in next(csv.reader([line]))] for number, line in lines[1:]}
    padded = {number: [*row, *[""] * (len(heading) - len(row))] for number, row in cells.items()}
    return {number: dict(zip(heading, row, strict=False)) for number, row in padded.items()}
