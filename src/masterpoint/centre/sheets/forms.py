"""The forms of an organisation's book: make empty files, read files into fields, and check fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.books import Book
from masterpoint.core.errors import NotReadable, NotUnderstood, Problem
from masterpoint.core.form_layouts import Layout, closed_up
from masterpoint.core.form_rows import fields_of_rows, rows_of_form
from masterpoint.core.office_forms import CheckedForm, FormText, OfficeForms
from masterpoint.formats import xlsx, xlsx_writing
from masterpoint.formats.text import csv_text, decode, rows_of
from masterpoint.schemes import FEDERATIONS, edition_or_first

MEMBERS = "the register"
ENDINGS = ("csv", "xlsx")
MAX_LENGTH = 200


def forms_of(organisation: Organisation) -> OfficeForms:
    """The forms of the organisation's book."""
    forms = FEDERATIONS[organisation.federation.scheme].office_forms
    if forms is None:
        message = f"the book of the {organisation.federation.name} has no forms for the office"
        raise NotUnderstood(Problem("sheet", "", message, "file the results, or use the pages of the members"))
    return forms


def layout_of(organisation: Organisation, form: str) -> Layout:
    forms = forms_of(organisation)
    if form not in forms.titles:
        raise NotUnderstood(Problem("sheet", form, "no such sheet", f"write one of: {', '.join(forms.titles)}"))
    return forms.layouts[form]


def title_of(organisation: Organisation, form: str) -> str:
    return forms_of(organisation).titles[form][0]


def first_fields(organisation: Organisation, form: str) -> dict[str, str]:
    """The fields that are known in advance: those of the club."""
    defaults = {"club_number": organisation.number, "club_name": organisation.name}
    names = {box.name for box in layout_of(organisation, form).boxes}
    is_club = organisation.level == "club"
    return {name: value for name, value in defaults.items() if name in names and is_club}


def empty_file(organisation: Organisation, form: str, ending: str) -> bytes:
    """The empty form as CSV or as a spreadsheet."""
    layout, title = layout_of(organisation, form), title_of(organisation, form)
    fields = first_fields(organisation, form)
    if layout.part is not None:
        fields |= {layout.part.count: "2"}
    rows = list(rows_of_form(title, layout, fields))
    if ending == "csv":
        return csv_text(rows).encode("utf-8-sig")
    return xlsx_writing.workbook(title, rows)


def read_file(organisation: Organisation, form: str, data: bytes, source: str) -> dict[str, str]:
    """The fields of a form that was filled in elsewhere: a spreadsheet, a CSV file, or a template with comments."""
    layout, title = layout_of(organisation, form), title_of(organisation, form)
    if xlsx.is_workbook(data):
        fields = fields_of_rows(layout, title, xlsx.first_rows(data))
    else:
        text = decode(data).text
        first_line = next((line for line in text.splitlines() if line.strip()), "")
        if title.casefold() in first_line.casefold() and not first_line.startswith("#"):
            delimiter = ";" if text.count(";") > text.count(",") else ","
            fields = fields_of_rows(layout, title, rows_of(text, delimiter=delimiter))
        else:
            fields = forms_of(organisation).read_fields(form, FormText(text, source))
    if not fields:
        fix = "download the empty form from the site, fill it in and send it"
        raise NotReadable(Problem(source, "", f"this file has no fields of the {title}", fix))
    return fields


def check(organisation: Organisation, form: str, fields: Mapping[str, str], today: date) -> CheckedForm:
    """Check a sheet against the current register; the error has all its problems."""
    problems = list(_club_problems(organisation, form, fields))
    office_forms = forms_of(organisation)
    book = _book(organisation, office_forms.judged_on(form, fields, today))
    try:
        checked_form = office_forms.check_fields(book, form, fields, _register(organisation, fields))
    except NotReadable as refusal:
        raise NotReadable([*problems, *refusal.problems]) from None
    if problems:
        raise NotReadable(problems)
    return checked_form


def _book(organisation: Organisation, on: date) -> Book[Any]:
    return edition_or_first(organisation.federation.scheme, on).book


def _club_problems(organisation: Organisation, form: str, fields: Mapping[str, str]) -> Iterator[Problem]:
    """A problem if the sheet of a result names another club than it is sent for."""
    number_text = fields.get("club_number", "")
    if form in forms_of(organisation).results and number_text and number_text != organisation.number:
        message = f"this sheet was sent for {organisation.name}, number {organisation.number}"
        yield Problem("Club number", number_text, message, "write its number, or send the sheet for the other club")


def stored_fields(organisation: Organisation, form: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The fields of the form to be stored: limited in length, and without gaps between rows."""
    bounded = {name: value.replace("\0", "").strip()[:MAX_LENGTH] for name, value in fields.items()}
    return closed_up(layout_of(organisation, form), bounded)


def _register(organisation: Organisation, fields: Mapping[str, str]) -> FormText:
    """People whose number or a word of whose name is on the sheet, as the list of members that the forms need."""
    text = "\n".join(fields.values())
    numbers = {value.strip() for value in fields.values()} | set(re.findall(r"[^\W_]{1,20}", text))
    names = {word.casefold() for word in re.findall(r"[^\W\d_]{2,}", text)}
    people = Person.objects.filter(federation=organisation.federation_id, merged_into=None)
    people_by_key = {person.pk: person for person in people.filter(number__in=numbers)}
    people_by_key |= {person.pk: person for person in people.filter(name_words__word__in=names)}
    rows = [["number", "name", "status", "grade"]]
    is_impossible = FEDERATIONS[organisation.federation.scheme].member_numbers.problem
    for person in people_by_key.values():
        if person.number and not is_impossible(person.number):
            status = "member" if person.status == Person.Status.ACTIVE else "resigned"
            rows.append([person.number, person.name, status, ""])
    return FormText(csv_text(rows), MEMBERS)
