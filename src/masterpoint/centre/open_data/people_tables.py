"""The rows about organisations and people: who they are, what waits for them, how they are rated and ranked."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Q

from masterpoint.centre.crediting.returns import uses_credit_files
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.open_data.held_times import HELD_AS, MEMBER, Period, held_times
from masterpoint.centre.open_data.layout import Rows, every, of_shown
from masterpoint.centre.records import yearly
from masterpoint.centre.records.models import Promotion, Rating
from masterpoint.centre.registry.access import hidden_people
from masterpoint.centre.registry.codes import rule_problem
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person, StatusPeriod

DECEASED = "deceased"


def organisations(federation: Federation) -> Rows:
    rows = Organisation.objects.filter(federation=federation)
    return every(rows, "number", "name", "level", "parent__number", "active")


def people(federation: Federation) -> Rows:
    """What the register says of everybody who may be named, as far as some page or file shows it."""
    fields = ("number", "given_name", "family_name", "home_club__number", "rank", "merged_into__number")
    also = ("status", "visitor", "rank_abroad")
    standings = _standings(federation)
    clubs = _other_clubs(federation)
    rows: Any = of_shown(Person.objects.filter(federation=federation), federation, "pk", "pk", *fields, *also)
    for pk, *row, status, visitor, rank_abroad in rows:
        irregular = bool(rule_problem(federation.scheme, row[0]))
        yield (*row, standings.get(status, MEMBER), visitor, rank_abroad, " ".join(clubs.get(pk, ())), irregular)


def _standings(federation: Federation) -> dict[str, str]:
    """What each status is called in public. Who has died only the national files tell, which leave them out."""
    return {**HELD_AS, Person.Status.DECEASED: DECEASED} if uses_credit_files(federation) else {**HELD_AS}


def _other_clubs(federation: Federation) -> dict[int, list[str]]:
    """The clubs that have somebody on their reports, where the national files list them."""
    clubs: dict[int, list[str]] = {}
    if not uses_credit_files(federation):
        return clubs
    today = date.today()
    held = Membership.objects.filter(
        Q(last_day=None) | Q(last_day__gte=today),
        person__federation=federation,
        kind=Membership.Kind.ALTERNATE,
        first_day__lte=today,
    )
    for person, number in held.order_by("organisation__number").values_list("person", "organisation__number"):
        clubs.setdefault(person, []).append(number)
    return clubs


def held(federation: Federation) -> Rows:
    """When the points of somebody waited until they would be a member."""
    hidden = hidden_people(federation)
    some = Person.objects.filter(federation=federation, status_periods__status__in=HELD_AS).distinct()
    numbers = {pk: number for pk, number in some.values_list("pk", "number") if pk not in hidden}
    periods: dict[int, list[Period]] = {}
    own = StatusPeriod.objects.filter(person__in=some).order_by("first_day", "pk")
    for person, status, first, last in own.values_list("person", "status", "first_day", "last_day"):
        periods.setdefault(person, []).append((status, first, last))
    for person in sorted(numbers):
        for time in held_times(periods[person]):
            yield numbers[person], *time


def ratings(federation: Federation) -> Rows:
    """Every rating with the entry of the ledger that announced it."""
    runs: dict[int, int] = {}
    brought: dict[tuple[int, int], int] = {}
    for posting in Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING).order_by("number"):
        opened, year = yearly.opened_people(posting.facts), posting.facts["year"]
        if opened:
            brought |= {(person, year): posting.number for person in opened}
        else:
            runs[year] = posting.number
    rows = Rating.objects.filter(person__federation=federation)
    fields = ("person", "person__number", "year", "hundredths", "grade")
    rated: Any = of_shown(rows, federation, "person", *fields)
    for person, number, year, hundredths, grade in rated:
        yield number, year, hundredths, grade, brought.get((person, year), runs.get(year))


def ranks(federation: Federation) -> Rows:
    rows = Promotion.in_force.filter(run__federation=federation, run__revoked_at=None, flagged="")
    return of_shown(rows, federation, "person", "person__number", "rank", "reached_on", "run__as_at")
