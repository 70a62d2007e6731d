"""The Club Player Awards Register while it is typed: members with their points, and other players by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Q

from masterpoint.centre.crediting.returns import (
    CreditReturn,
    ReportedLine,
    check_return,
    read_heading,
    reported_colours,
)
from masterpoint.centre.records.manual_entries import hundredths_of
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.registry.models import Membership, Organisation, Person
from masterpoint.core.errors import Problem

SUNDRY_ROWS = 12
"""The number of rows for players who are not members here."""
POINTS, SUNDRY = "points", "sundry"


class ColourCell(NamedTuple):
    """The field for the points of one colour."""

    field: str
    text: str
    colour: str


class KeyedRow(NamedTuple):
    """A player of the register, and the text typed for each colour."""

    person: Person
    cells: list[ColourCell]


class SundryRow(NamedTuple):
    """Another player, by number."""

    field: str
    number: str
    cells: list[ColourCell]


class KeyedPage(NamedTuple):
    """The current state of the page."""

    colours: Sequence[str]
    rows: list[KeyedRow]
    sundry: list[SundryRow]
    sums: dict[str, int]
    """The sums of all valid points, in hundredths by colour."""


def keyed_page(organisation: Organisation, fields: Mapping[str, str], today: date) -> KeyedPage:
    """Home and alternate members by name, rows for other players, and the sums so far."""
    colours = _colours(organisation, fields, today)
    people = Person.objects.filter(_listed_members(organisation, today), merged_into=None)
    people = people.exclude(status=Person.Status.DECEASED).distinct().order_by("sort_key", "pk")
    rows = [KeyedRow(person, _cells(f"{POINTS}.{person.number}", colours, fields)) for person in people]
    sundry_rows = [
        SundryRow(f"{SUNDRY}.{at}", fields.get(f"{SUNDRY}.{at}", ""), _cells(f"{SUNDRY}.{at}", colours, fields))
        for at in range(SUNDRY_ROWS)
    ]
    sums = dict.fromkeys(colours, 0)
    for cells in [*(row.cells for row in rows), *(row.cells for row in sundry_rows)]:
        for cell in cells:
            sums[cell.colour] += max(0, hundredths_of(cell.text) or 0)
    return KeyedPage(colours, rows, sundry_rows, sums)


def _colours(organisation: Organisation, fields: Mapping[str, str], today: date) -> Sequence[str]:
    """The colours of the book on the day of the event; without a day, today's."""
    heading, _ = read_heading(organisation.federation, fields)
    edition = edition_of(organisation.federation, today if heading.day == date.min else heading.day)
    return reported_colours(organisation, edition.colours)


def _listed_members(organisation: Organisation, today: date) -> Q:
    alternates = Membership.objects.filter(organisation=organisation, kind=Membership.Kind.ALTERNATE)
    current = alternates.filter(Q(last_day=None) | Q(last_day__gte=today))
    return Q(home_club=organisation) | Q(memberships__in=current)


def _cells(field: str, colours: Sequence[str], fields: Mapping[str, str]) -> list[ColourCell]:
    names = {colour: f"{field}.{colour}" for colour in colours}
    return [ColourCell(name, fields.get(name, ""), colour) for colour, name in names.items()]


def keyed_return(organisation: Organisation, fields: Mapping[str, str]) -> CreditReturn:
    """The typed points as a return. Raises all problems at once."""
    heading, problems = read_heading(organisation.federation, fields)
    lines = list(_lines(edition_of(organisation.federation, heading.day).colours, fields, problems))
    return check_return(organisation, heading, lines, problems=problems)


def _lines(colours: Sequence[str], fields: Mapping[str, str], problems: list[Problem]) -> Iterator[ReportedLine]:
    numbers = {name.removeprefix(f"{POINTS}.").rpartition(".")[0] for name in fields if name.startswith(f"{POINTS}.")}
    for number in sorted(numbers):
        yield from _row(f"number {number}", number, f"{POINTS}.{number}", colours, fields, problems)
    for at in range(SUNDRY_ROWS):
        number, place = fields.get(f"{SUNDRY}.{at}", "").strip(), f"other players, row {at + 1}"
        colours_given = [colour for colour in colours if fields.get(f"{SUNDRY}.{at}.{colour}", "").strip()]
        if colours_given and not number:
            problems.append(Problem(place, "", "the number is missing", "give the player's number"))
        elif number and not colours_given:
            problems.append(Problem(place, number, "the points are missing", "give points, or empty the row"))
        elif number:
            yield from _row(place, number, f"{SUNDRY}.{at}", colours, fields, problems)


def _row(
    place: str, number: str, field: str, colours: Sequence[str], fields: Mapping[str, str], problems: list[Problem]
) -> Iterator[ReportedLine]:
    for colour in colours:
        text = fields.get(f"{field}.{colour}", "").strip()
        if not text:
            continue
        amount = hundredths_of(text)
        if amount is None:
            fix = "write it as 0.42"
            problems.append(Problem(place, text[:20], f"this is not a number of {colour} points", fix))
        else:
            yield ReportedLine(place, number, colour, amount)
