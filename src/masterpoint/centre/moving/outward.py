"""Write a federation into the files of a move, for another system or another Centre.

The files lack results (the export has these), the contents of merged records, and earlier statuses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from masterpoint.centre.ledger.carryovers import WON_IN_YEAR
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.moving.files import (
    BALANCES,
    COLUMNS,
    CONTACTS,
    MEMBERS,
    MEMBERSHIPS,
    OFFICES,
    ORGANISATION,
    ORGANISATIONS,
    PERSON,
    RATINGS,
)
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.codes import rule_problem
from masterpoint.centre.registry.models import (
    Federation,
    Membership,
    Organisation,
    OrganisationContact,
    Person,
    PersonContact,
)
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.formats.text import csv_text
from masterpoint.schemes import FEDERATIONS

Row = list[str]


def move_out(federation: Federation, *, today: date) -> dict[str, bytes]:
    """The files of a move, without empty ones."""
    makers = {
        ORGANISATIONS: _organisations,
        MEMBERS: _members,
        MEMBERSHIPS: _memberships,
        CONTACTS: _contacts,
        BALANCES: _balances,
        RATINGS: _ratings,
    }
    rows = {name: list(make(federation)) for name, make in makers.items()}
    rows[OFFICES] = list(_offices(federation, today))
    return {name: csv_text([COLUMNS[name], *rows[name]]).encode() for name in COLUMNS if rows[name]}


def _yes_or_empty(value: bool) -> str:
    return "yes" if value else ""


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""


def _organisations(federation: Federation) -> Iterator[Row]:
    for row in Organisation.objects.filter(federation=federation).select_related("parent").order_by("pk"):
        parent = row.parent.number if row.parent else ""
        yield [row.number, row.name, row.level, parent, "yes" if row.active else "no"]


def _members(federation: Federation) -> Iterator[Row]:
    people = Person.objects.filter(federation=federation, merged_into=None).select_related("home_club")
    for person in people.order_by("pk").iterator(2000):
        yield [
            *(person.number, person.given_name, person.family_name),
            *(person.home_club.number if person.home_club else "", person.status, _iso(person.joined_on)),
            *(
                str(person.born_in or ""),
                _yes_or_empty(person.anonymous),
                _yes_or_empty(person.visitor),
                person.rank_abroad,
            ),
            _yes_or_empty(bool(rule_problem(federation.scheme, person.number))),
        ]


def _memberships(federation: Federation) -> Iterator[Row]:
    """Memberships except those of the home club, which the file of members has."""
    memberships = Membership.objects.filter(person__federation=federation, person__merged_into=None, last_day=None)
    other_memberships = memberships.exclude(kind=Membership.Kind.HOME).order_by("pk")
    for number, organisation, kind, first_day in other_memberships.values_list(
        "person__number", "organisation__number", "kind", "first_day"
    ).iterator(2000):
        yield [number, organisation, kind, _iso(first_day)]


def _offices(federation: Federation, today: date) -> Iterator[Row]:
    for row in offices.appointments_on(federation, today):
        yield [row.user.email, row.user.name, row.organisation.number, row.role, _iso(row.first_day)]


def _contacts(federation: Federation) -> Iterator[Row]:
    people = PersonContact.objects.filter(person__federation=federation, person__merged_into=None)
    for contact_row in people.select_related("person").order_by("person"):
        details = [contact_row.email, contact_row.phone, contact_row.post]
        if any(details) or contact_row.consented_on:
            yield [PERSON, contact_row.person.number, *details, _iso(contact_row.consented_on), ""]
    organisation_contacts = OrganisationContact.objects.filter(organisation__federation=federation)
    for contact in organisation_contacts.select_related("organisation").order_by("organisation"):
        yield [
            *(ORGANISATION, contact.organisation.number, contact.email, contact.phone, contact.post),
            *("", _yes_or_empty(contact.public)),
        ]


def _balances(federation: Federation) -> Iterator[Row]:
    """Points by person, colour and day. The negative sum of a day is deducted from days around it."""
    without_year, season = _lines_without_year(federation), FEDERATIONS[federation.scheme].season
    sums: Counter[tuple[int, str, str, date]] = Counter()
    has_year: dict[tuple[int, str, str, date], bool] = {}
    lines = Line.objects.filter(posting__federation=federation)
    fields = ("person", "person__number", "colour", "day", "hundredths", "posting")
    for person, number, colour, day, amount, posting in lines.order_by("pk").values_list(*fields).iterator(5000):
        key = (person, number, colour, day)
        sums[key] += amount
        has_year[key] = has_year.get(key, True) and (posting, person, colour, day.isoformat()) not in without_year
    days: dict[tuple[str, str], list[tuple[date, int, bool]]] = {}
    for (person, number, colour, day), amount in sorted(sums.items()):
        days.setdefault((number, colour), []).append((day, amount, has_year[person, number, colour, day]))
    _require_positive(days)
    for (number, colour), amounts in days.items():
        for day, amount, is_of_year in _without_negatives(amounts):
            points = f"{amount // 100}.{amount % 100:02}"
            yield [number, colour, points, day.isoformat(), str(season.year_of(day)) if is_of_year else "", "moved out"]


def _require_positive(days: dict[tuple[str, str], list[tuple[date, int, bool]]]) -> None:
    """Refuse negative balances, which the file cannot have."""
    sums = {key: sum(amount for _, amount, _ in amounts) for key, amounts in days.items()}
    fix = "correct the record first"
    problems = [
        Problem(f"number {number}", colour, "more points were taken back than there were", fix)
        for (number, colour), amount in sums.items()
        if amount < 0
    ]
    if problems:
        raise NotReadable(problems)


def _lines_without_year(federation: Federation) -> set[tuple[int, int, str, str]]:
    """Lines of opening balances without a year."""
    openings = Posting.objects.filter(federation=federation, kind=Posting.Kind.OPENING)
    lines = set()
    for posting in openings:
        dated_rows = {tuple(row) for row in posting.facts.get(WON_IN_YEAR, [])}
        for person, colour, day in posting.lines.values_list("person", "colour", "day"):
            if (person, colour, day.isoformat()) not in dated_rows:
                lines.add((posting.pk, person, colour, day.isoformat()))
    return lines


def _without_negatives(amounts_by_day: list[tuple[date, int, bool]]) -> Iterator[tuple[date, int, bool]]:
    """Balances with the same total but no negatives, which are deducted from earlier days, then from later ones."""
    amounts = [amount for _, amount, _ in amounts_by_day]
    for index in (index for index, amount in enumerate(amounts) if amount < 0):
        for other in [*range(index - 1, -1, -1), *range(index + 1, len(amounts))]:
            deduction = min(-amounts[index], max(0, amounts[other]))
            amounts[index], amounts[other] = amounts[index] + deduction, amounts[other] - deduction
    for (day, _, is_of_year), amount in zip(amounts_by_day, amounts, strict=True):
        if amount > 0:
            yield day, amount, is_of_year


def _ratings(federation: Federation) -> Iterator[Row]:
    ratings = Rating.objects.filter(person__federation=federation, person__merged_into=None)
    for rating in ratings.select_related("person").order_by("year", "pk"):
        points = f"{rating.hundredths // 100}.{rating.hundredths % 100:02}"
        yield [rating.person.number, str(rating.year), points, rating.grade, "moved out"]
