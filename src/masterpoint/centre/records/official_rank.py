"""A rank is reached on a day of play and becomes official at the monthly run: two different days."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import records_of
from masterpoint.schemes.ranks import place_on


class Official(NamedTuple):
    """When a rank became official, or at which run it will."""

    since: date | None
    """The day of the run that announced it."""
    expected: date | None
    """The last day of the month whose run will announce it."""


def official(person: Person, rank: str, reached_on: date | None, as_at: date | None = None) -> Official:
    """The run that announced the rank held on a day, or the run that will."""
    if not rank:
        return Official(None, None)
    promotions = Promotion.in_force.filter(person=person, rank=rank)
    promotions = promotions.filter(run__as_at__lte=as_at) if as_at else promotions
    announced_on = promotions.order_by("-run__as_at").values_list("run__as_at", flat=True).first()
    if announced_on is not None or reached_on is None or (as_at is None and person.rank == rank):
        return Official(announced_on, None)
    return Official(None, next_run(person.federation, reached_on, as_at))


def next_run(federation: Federation, reached_on: date, as_at: date | None = None) -> date:
    """The month after the last one announced, or the month of the day of play if that is later."""
    runs = PromotionRun.in_force.filter(federation=federation)
    runs = runs.filter(as_at__lte=as_at) if as_at else runs
    newest = runs.order_by("-as_at").values_list("as_at", flat=True).first()
    first_possible_day = newest + timedelta(days=1) if newest else reached_on
    return month_end(max(first_possible_day, reached_on))


def month_end(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def promotions_of(person: Person, as_at: date | None = None) -> QuerySet[Promotion]:
    """The promotions announced by a day and still in force, newest first."""
    promotions = Promotion.in_force.filter(person=person, flagged="")
    promotions = promotions.filter(run__as_at__lte=as_at) if as_at else promotions
    return promotions.order_by("-reached_on", "-pk")


def ranks_on(people: Collection[Person], day: date) -> dict[int, str]:
    """The rank last announced by a day; for merged records, the highest rank announced for any of them."""
    owners = records_of([person.pk for person in people])
    merged = set(owners) - {person.pk for person in people}
    records = [*people, *Person.objects.filter(pk__in=merged)] if merged else people
    ranks_by_record = _announced_ranks(records, day)
    ranks = {person.pk: ranks_by_record[person.pk] for person in people}
    if merged:
        scheme = next(iter(people)).federation.scheme
        for record in merged:
            ranks[owners[record]] = max(
                ranks[owners[record]], ranks_by_record[record], key=lambda rank: place_on(scheme, rank, day)
            )
    return ranks


def _announced_ranks(people: Collection[Person], day: date) -> dict[int, str]:
    """The rank last announced by a day; before the first announcement, the one it replaced."""
    ranks = {person.pk: person.rank for person in people}
    promotions = Promotion.in_force.filter(person__in=list(ranks)).order_by("run__as_at", "pk")
    people_with_promotion: set[int] = set()
    for person, rank, previous_rank, as_at in promotions.values_list("person", "rank", "before", "run__as_at"):
        if person not in people_with_promotion:
            people_with_promotion.add(person)
            ranks[person] = previous_rank
        if as_at <= day:
            ranks[person] = rank
    return ranks
