"""Clubs cancel memberships in bulk before a deadline; all others are renewed for the year."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.people.statuses import set_status
from masterpoint.centre.registry import access
from masterpoint.centre.registry.audit import NotRegistered
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.queries import descendants
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS, edition_or_first

REASON = "does not renew"


class Window(NamedTuple):
    """The period in which a club may cancel memberships, and the day they end."""

    opens: datetime
    closes: datetime
    inactive_from: date
    clause: str
    edition: str
    """The title of the edition whose clause it is."""

    def is_open(self, now: datetime) -> bool:
        return self.opens <= now <= self.closes


def renewal_window(federation: Federation, now: datetime) -> Window | None:
    """This year's window in the federation's time; None if its book has no such rule."""
    rules = FEDERATIONS[federation.scheme]
    renewal = rules.renewal
    if renewal is None:
        return None
    offset = timedelta(hours=rules.hours_ahead)
    year = (now.astimezone(UTC) + offset).year
    book = edition_or_first(federation.scheme, now.date()).book
    return Window(
        datetime(year, *renewal.opens, tzinfo=UTC) - offset,
        datetime(year, *renewal.cancel_by(book), tzinfo=UTC) - offset,
        date(year, *renewal.inactive_from(book)),
        str(book.clause(renewal.clause)),
        book.title,
    )


def members_to_renew(organisation: Organisation) -> QuerySet[Person]:
    """The home members who are renewed unless the club cancels them."""
    members = Person.objects.filter(
        home_club__in=descendants(organisation), merged_into=None, status=Person.Status.ACTIVE
    )
    return members.select_related("federation", "home_club").order_by("sort_key", "pk")


def cancelled_members(organisation: Organisation, window: Window) -> QuerySet[Person]:
    """Members whom the club has cancelled in this window; until it closes they can be restored."""
    members = Person.objects.filter(
        home_club__in=descendants(organisation),
        merged_into=None,
        status=Person.Status.INACTIVE,
        status_periods__first_day=window.inactive_from,
        status_periods__status=Person.Status.INACTIVE,
        status_periods__last_day=None,
    )
    return members.select_related("federation", "home_club").distinct().order_by("sort_key", "pk")


@transaction.atomic
def cancel(organisation: Organisation, numbers: Collection[str], *, by: User | None, now: datetime) -> list[Person]:
    """Cancel memberships, all or none: the members are inactive from the end of the year."""
    access.require(by, access.Action.MEMBERS, organisation)
    window = _require_open(organisation, now)
    people = _require_members(members_to_renew(organisation), numbers, "is not an active home member here")
    return [
        set_status(person, Person.Status.INACTIVE, on=window.inactive_from, by=by, reason=REASON) for person in people
    ]


@transaction.atomic
def renew_after_all(
    organisation: Organisation, numbers: Collection[str], *, by: User | None, now: datetime
) -> list[Person]:
    """Undo a cancellation before the deadline."""
    access.require(by, access.Action.MEMBERS, organisation)
    window = _require_open(organisation, now)
    people = _require_members(cancelled_members(organisation, window), numbers, "is not among those who were cancelled")
    return [
        set_status(person, Person.Status.ACTIVE, on=window.inactive_from, by=by, reason="renews after all")
        for person in people
    ]


def _require_open(organisation: Organisation, now: datetime) -> Window:
    window = renewal_window(organisation.federation, now)
    if window is None:
        message, fix = "this federation does not renew by a schedule", "change the status of each member instead"
        raise NotRegistered(Problem("renewal", organisation.federation.name, message, fix))
    if not window.is_open(now):
        message = f"memberships can be cancelled from {_moment(window.opens)} to {_moment(window.closes)}"
        fix = "outside that time members stay active for the year; ask the federation's office"
        value = f"{now:%Y-%m-%d %H:%M}"
        raise NotRegistered(Problem("renewal", value, message, fix, window.clause, edition=window.edition))
    return window


def _require_members(people: QuerySet[Person], numbers: Collection[str], message: str) -> list[Person]:
    members = list(people.filter(number__in=numbers))
    missing = sorted(set(numbers) - {person.number for person in members})
    problems = [Problem("number", number, message, "look at the schedule again") for number in missing]
    if not numbers:
        problems = [Problem("number", "", "nobody is ticked", "tick the members to change")]
    if problems:
        raise NotRegistered(problems)
    return members


def _moment(moment: datetime) -> str:
    return f"{moment:%-d %B %Y, %H:%M} UTC"
