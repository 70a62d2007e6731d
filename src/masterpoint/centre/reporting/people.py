"""The people in a report, their names and holdings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet, Sum

from masterpoint.centre.ledger import due
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.records.official_rank import ranks_on
from masterpoint.centre.records.queries import edition_of, total_of
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Membership, Organisation, Person
from masterpoint.centre.registry.queries import descendants
from masterpoint.core.exact import Exact, rational

INACTIVE_STATUSES = (Person.Status.DECEASED,)
PEOPLE_PER_QUERY = 500


def home_members(organisation: Organisation) -> QuerySet[Person]:
    """People whose home club it is, or is below it; a national body also lists those without a club."""
    clubs = Q(home_club__in=descendants(organisation))
    if organisation.parent_id is None:
        clubs |= Q(home_club=None)
    people = Person.objects.filter(clubs, federation=organisation.federation_id, merged_into=None)
    return (
        people.exclude(status__in=INACTIVE_STATUSES)
        .select_related("home_club", "federation")
        .order_by("sort_key", "pk")
    )


def alternate_members(organisation: Organisation, on: date) -> QuerySet[Person]:
    """Alternate members, whose home club is another (ABF C definitions)."""
    memberships = Membership.objects.filter(organisation__in=descendants(organisation), kind=Membership.Kind.ALTERNATE)
    memberships = memberships.filter(Q(last_day=None) | Q(last_day__gte=on), first_day__lte=on)
    people = Person.objects.filter(memberships__in=memberships, merged_into=None).exclude(status__in=INACTIVE_STATUSES)
    return people.distinct().select_related("home_club", "federation").order_by("sort_key", "pk")


def public_name(person: Person) -> str:
    """A name as strangers may see it: on a noticeboard, in a newsletter, on another club's list."""
    return access.shown_name(None, person)


def public_number(person: Person) -> str:
    return "" if access.is_hidden(None, person) else person.number


class Holding(NamedTuple):
    """A holding on a day."""

    by_colour: dict[str, int]
    total: Exact
    """The total, in the unit of the book's ranks."""
    rank: str


def holdings(people: Collection[Person], on: date) -> dict[int, Holding]:
    """The holdings of some people on a day, with the announced ranks, in a few queries."""
    if not people:
        return {}
    federation = next(iter(people)).federation
    ladder = edition_of(federation, on).ranks
    sums = won_by_colour(people, date.min, on)
    values = {
        colour: due.values_as_at(
            federation.scheme, [pk for pk, amounts in sums.items() if amounts.get(colour)], colour, on
        )
        for colour in due.decay_sheets(federation.scheme)
    }
    ranks = ranks_on(people, on)
    result = {}
    for person in people:
        colours = {
            colour: values[colour].get(person.pk, 0) if colour in values else amount
            for colour, amount in sums.get(person.pk, {}).items()
            if amount
        }
        result[person.pk] = Holding(colours, total_of(ladder, colours), ranks[person.pk])
    return result


def by_points(people: Iterable[Person], holding_by_person: dict[int, Holding]) -> list[Person]:
    """People with most points first; ties by name."""
    return sorted(
        people, key=lambda person: (-rational(holding_by_person[person.pk].total), person.sort_key, person.pk)
    )


def won_by_colour(people: Collection[Person], first: date, last: date) -> dict[int, dict[str, int]]:
    """The points of some people between two days, by colour."""
    sums: dict[int, dict[str, int]] = {}
    keys = [person.pk for person in people]
    for start in range(0, len(keys), PEOPLE_PER_QUERY):
        rows = Line.objects.filter(person__in=keys[start : start + PEOPLE_PER_QUERY], day__gte=first, day__lte=last)
        for person, colour, amount in rows.values_list("person", "colour").annotate(sum=Sum("hundredths")).order_by():
            sums.setdefault(person, {})[colour] = amount
    return sums
