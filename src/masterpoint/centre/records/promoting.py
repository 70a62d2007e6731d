"""Who would be promoted as at a day. Nothing is written, so it also serves as a preview."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import QuerySet, Sum

from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.records import queries
from masterpoint.centre.records.allowances import add_allowance, with_allowance
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.schemes.ranks import place_on

PAGE = 5_000
DAYS_PAGE = 500
Progress = Callable[[int], None]


class Due(NamedTuple):
    """Somebody whose rank is higher than the one last announced, and the day it was reached."""

    person: Person
    rank: str
    before: str
    reached_on: date


def promotions_due(federation: Federation, as_at: date, progress: Progress = lambda _: None) -> list[Due]:
    """Everybody who would be promoted."""
    ladder = queries.edition_of(federation, as_at).ranks
    new_ranks: dict[int, tuple[Person, str]] = {}
    for person, holding in _holdings(federation, as_at, progress):
        rank = ladder.progress(queries.points(holding)).rank
        if _is_higher(federation, rank, person.rank, as_at):
            new_ranks[person.pk] = person, rank
    return _with_days(federation, new_ranks, as_at)


def promotions_still_due(federation: Federation, as_at: date, earlier: Sequence[Due]) -> list[Due]:
    """The people of an earlier list whose promotions are still due, with their current rank."""
    ladder = queries.edition_of(federation, as_at).ranks
    by_person = {promotion.person.pk: promotion for promotion in earlier}
    people = list(_people(federation).filter(pk__in=list(by_person)).only("pk", "rank").order_by("pk"))
    lines = Line.objects.filter(person__in=list(by_person), day__lte=as_at)
    same_ranks: list[Due] = []
    changed_ranks: dict[int, tuple[Person, str]] = {}
    for person, holding in _holdings_of(federation, people, lines):
        rank, promotion = ladder.progress(queries.points(holding)).rank, by_person[person.pk]
        if not _is_higher(federation, rank, person.rank, as_at):
            continue
        if (rank, person.rank) == (promotion.rank, promotion.before):
            same_ranks.append(promotion)
        else:
            changed_ranks[person.pk] = person, rank
    return same_ranks + _with_days(federation, changed_ranks, as_at)


def _is_higher(federation: Federation, rank: str, previous_rank: str, as_at: date) -> bool:
    """Whether a rank is a promotion: a new book that moves or drops the rank held before demotes nobody."""
    return place_on(federation.scheme, rank, as_at) > place_on(federation.scheme, previous_rank, as_at)


def _with_days(federation: Federation, new_ranks: dict[int, tuple[Person, str]], as_at: date) -> list[Due]:
    ranks = {pk: rank for pk, (_, rank) in new_ranks.items()}
    days = dict(_days_reached(federation.scheme, ranks, as_at))
    return [Due(person, rank, person.rank, days.get(person.pk) or as_at) for person, rank in new_ranks.values()]


def due_list(federation: Federation, as_at: date) -> list[Due]:
    """Everybody who would be promoted, for a page: by rank, lowest first, then by name."""
    promotions = promotions_due(federation, as_at)
    people = Person.objects.select_related("home_club").in_bulk([promotion.person.pk for promotion in promotions])
    order = queries.edition_of(federation, as_at).ranks.seniority
    with_people = [promotion._replace(person=people[promotion.person.pk]) for promotion in promotions]
    return sorted(
        with_people,
        key=lambda promotion: (order.get(promotion.rank, 0), promotion.person.sort_key, promotion.person.pk),
    )


def _holdings(federation: Federation, as_at: date, progress: Progress) -> Iterator[tuple[Person, dict[str, int]]]:
    """Members with their holdings. Others wait until they are members."""
    people, last_key = _people(federation), 0
    while page := list(people.filter(pk__gt=last_key).only("pk", "rank").order_by("pk")[:PAGE]):
        lines = Line.objects.filter(person__gte=page[0].pk, person__lte=page[-1].pk, day__lte=as_at)
        yield from _holdings_of(federation, page, lines)
        last_key = page[-1].pk
        progress(len(page))


def _people(federation: Federation) -> QuerySet[Person]:
    people = Person.objects.filter(federation=federation, merged_into=None)
    return people.exclude(status__in=ledger_queries.WAITING_STATUSES)


def _holdings_of(
    federation: Federation, people: Sequence[Person], lines: QuerySet[Line]
) -> Iterator[tuple[Person, dict[str, int]]]:
    """People with lines, and their holdings."""
    sums: dict[int, dict[str, int]] = {}
    for row in lines.values("person", "colour").annotate(sum=Sum("hundredths")).order_by():
        sums.setdefault(row["person"], {})[row["colour"]] = row["sum"]
    add_allowance(federation.scheme, sums, lines)
    for person in people:
        if person.pk in sums:
            yield person, sums[person.pk]


def _days_reached(scheme: str, ranks: dict[int, str], as_at: date) -> Iterator[tuple[int, date | None]]:
    keys = sorted(ranks)
    for start in range(0, len(keys), DAYS_PAGE):
        page = keys[start : start + DAYS_PAGE]
        days: dict[int, list[queries.DaySum]] = {}
        rows = Line.objects.filter(person__in=page, day__lte=as_at).values_list("person", "day", "colour")
        for person, *day in rows.annotate(sum=Sum("hundredths")).order_by("person", "day", "colour"):
            days.setdefault(person, []).append((day[0], day[1], day[2]))
        for person in page:
            yield (
                person,
                queries.day_reached(scheme, with_allowance(scheme, days.get(person, [])), ranks[person], as_at),
            )
