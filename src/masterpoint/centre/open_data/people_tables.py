"""The rows about organisations and people, and their waiting times, ratings and ranks."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Q

from masterpoint.centre.crediting.returns import uses_credit_files
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.open_data.layout import Rows, rows_of, visible_rows
from masterpoint.centre.open_data.waiting_times import MEMBER, WAITING_LABELS, Period, waiting_times
from masterpoint.centre.records import yearly
from masterpoint.centre.records.models import Promotion, Rating
from masterpoint.centre.registry.access import hidden_people
from masterpoint.centre.registry.codes import rule_problem
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person, StatusPeriod

DECEASED = "deceased"


def organisations(federation: Federation) -> Rows:
    rows = Organisation.objects.filter(federation=federation)
    return rows_of(rows, "number", "name", "level", "parent__number", "active")


def people(federation: Federation) -> Rows:
    """Facts of the register about people who may be named, as far as pages or files show them."""
    fields = ("number", "given_name", "family_name", "home_club__number", "rank", "merged_into__number")
    extra_fields = ("status", "visitor", "rank_abroad")
    public_statuses = _public_statuses(federation)
    clubs = _other_clubs(federation)
    rows: Any = visible_rows(
        Person.objects.filter(federation=federation), federation, "pk", "pk", *fields, *extra_fields
    )
    for pk, *row, status, visitor, rank_abroad in rows:
        irregular = bool(rule_problem(federation.scheme, row[0]))
        yield (*row, public_statuses.get(status, MEMBER), visitor, rank_abroad, " ".join(clubs.get(pk, ())), irregular)


def _public_statuses(federation: Federation) -> dict[str, str]:
    """The public name of each status. Only national files reveal deaths, by leaving people out."""
    return {**WAITING_LABELS, Person.Status.DECEASED: DECEASED} if uses_credit_files(federation) else {**WAITING_LABELS}


def _other_clubs(federation: Federation) -> dict[int, list[str]]:
    """The alternate clubs of people, if the federation's national files list them."""
    clubs: dict[int, list[str]] = {}
    if not uses_credit_files(federation):
        return clubs
    today = date.today()
    memberships = Membership.objects.filter(
        Q(last_day=None) | Q(last_day__gte=today),
        person__federation=federation,
        kind=Membership.Kind.ALTERNATE,
        first_day__lte=today,
    )
    for person, number in memberships.order_by("organisation__number").values_list("person", "organisation__number"):
        clubs.setdefault(person, []).append(number)
    return clubs


def waiting_times_table(federation: Federation) -> Rows:
    """The times when somebody's points waited for membership."""
    hidden_keys = hidden_people(federation)
    people = Person.objects.filter(federation=federation, status_periods__status__in=WAITING_LABELS).distinct()
    numbers = {pk: number for pk, number in people.values_list("pk", "number") if pk not in hidden_keys}
    periods: dict[int, list[Period]] = {}
    status_rows = StatusPeriod.objects.filter(person__in=people).order_by("first_day", "pk")
    for person, status, first, last in status_rows.values_list("person", "status", "first_day", "last_day"):
        periods.setdefault(person, []).append((status, first, last))
    for person in sorted(numbers):
        for time in waiting_times(periods[person]):
            yield numbers[person], *time


def ratings(federation: Federation) -> Rows:
    """Every rating with the entry of the ledger that announced it."""
    runs: dict[int, int] = {}
    opening_years: dict[tuple[int, int], int] = {}
    for posting in Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING).order_by("number"):
        opened_people, year = yearly.opened_people(posting.facts), posting.facts["year"]
        if opened_people:
            opening_years |= {(person, year): posting.number for person in opened_people}
        else:
            runs[year] = posting.number
    rows = Rating.objects.filter(person__federation=federation)
    fields = ("person", "person__number", "year", "hundredths", "grade")
    rated: Any = visible_rows(rows, federation, "person", *fields)
    for person, number, year, hundredths, grade in rated:
        yield number, year, hundredths, grade, opening_years.get((person, year), runs.get(year))


def ranks(federation: Federation) -> Rows:
    rows = Promotion.in_force.filter(run__federation=federation, run__revoked_at=None, flagged="")
    return visible_rows(rows, federation, "person", "person__number", "rank", "reached_on", "run__as_at")
