"""Who would be promoted as at a day: read only, so that the list can be looked at before it is announced."""

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
from masterpoint.core.ranks import RankLadder

PAGE = 5_000
DAYS_PAGE = 500
Progress = Callable[[int], None]


class Due(NamedTuple):
    """Somebody who holds a more senior rank than last announced, and the day it was reached."""

    person: Person
    rank: str
    before: str
    reached_on: date


def due(federation: Federation, as_at: date, progress: Progress = lambda _: None) -> list[Due]:
    """Everybody who would be promoted."""
    ladder = queries.edition_of(federation, as_at).ranks
    promoted: dict[int, tuple[Person, str]] = {}
    for person, held in _holdings(federation, as_at, progress):
        rank = _new_rank(ladder, person, held)
        if rank:
            promoted[person.pk] = person, rank
    return _with_days(federation, promoted, as_at)


def still_due(federation: Federation, as_at: date, before: Sequence[Due]) -> list[Due]:
    """Those of an earlier list who are still due; a rank that has changed since is given as it is now."""
    ladder = queries.edition_of(federation, as_at).ranks
    known = {promotion.person.pk: promotion for promotion in before}
    people = list(_people(federation).filter(pk__in=list(known)).only("pk", "rank").order_by("pk"))
    lines = Line.objects.filter(person__in=list(known), day__lte=as_at)
    kept: list[Due] = []
    moved: dict[int, tuple[Person, str]] = {}
    for person, held in _held_by(federation, people, lines):
        rank, promotion = _new_rank(ladder, person, held), known[person.pk]
        if rank and (rank, person.rank) == (promotion.rank, promotion.before):
            kept.append(promotion)
        elif rank:
            moved[person.pk] = person, rank
    return kept + _with_days(federation, moved, as_at)


def _new_rank(ladder: RankLadder, person: Person, held: dict[str, int]) -> str:
    """The rank somebody is to be promoted to, if any."""
    rank = ladder.standing(queries.points(held)).rank
    return rank if rank and rank != person.rank and _senior(ladder, rank, person.rank, held) else ""


def _with_days(federation: Federation, promoted: dict[int, tuple[Person, str]], as_at: date) -> list[Due]:
    ranks = {pk: rank for pk, (_, rank) in promoted.items()}
    days = dict(_days_reached(federation.scheme, ranks, as_at))
    return [Due(person, rank, person.rank, days.get(person.pk) or as_at) for person, rank in promoted.values()]


def listed(federation: Federation, as_at: date) -> list[Due]:
    """The same as a list to read: by rank, most junior first, then by name."""
    promoted = due(federation, as_at)
    people = Person.objects.select_related("home_club").in_bulk([promotion.person.pk for promotion in promoted])
    order = queries.edition_of(federation, as_at).ranks.seniority
    named = [promotion._replace(person=people[promotion.person.pk]) for promotion in promoted]
    return sorted(
        named, key=lambda promotion: (order.get(promotion.rank, 0), promotion.person.sort_key, promotion.person.pk)
    )


def _holdings(federation: Federation, as_at: date, progress: Progress) -> Iterator[tuple[Person, dict[str, int]]]:
    """Everybody whose points are theirs, with what they hold; those who are no members wait for the run after."""
    people, after = _people(federation), 0
    while page := list(people.filter(pk__gt=after).only("pk", "rank").order_by("pk")[:PAGE]):
        lines = Line.objects.filter(person__gte=page[0].pk, person__lte=page[-1].pk, day__lte=as_at)
        yield from _held_by(federation, page, lines)
        after = page[-1].pk
        progress(len(page))


def _people(federation: Federation) -> QuerySet[Person]:
    people = Person.objects.filter(federation=federation, merged_into=None)
    return people.exclude(status__in=ledger_queries.HELD)


def _held_by(
    federation: Federation, people: Sequence[Person], lines: QuerySet[Line]
) -> Iterator[tuple[Person, dict[str, int]]]:
    """Those who hold anything, with what their lines come to."""
    sums: dict[int, dict[str, int]] = {}
    for row in lines.values("person", "colour").annotate(sum=Sum("hundredths")).order_by():
        sums.setdefault(row["person"], {})[row["colour"]] = row["sum"]
    add_allowance(federation.scheme, sums, lines)
    for person in people:
        if person.pk in sums:
            yield person, sums[person.pk]


def _days_reached(scheme: str, ranks: dict[int, str], as_at: date) -> Iterator[tuple[int, date | None]]:
    wanted = sorted(ranks)
    for start in range(0, len(wanted), DAYS_PAGE):
        page = wanted[start : start + DAYS_PAGE]
        days: dict[int, list[queries.DaySum]] = {}
        rows = Line.objects.filter(person__in=page, day__lte=as_at).values_list("person", "day", "colour")
        for person, *day in rows.annotate(sum=Sum("hundredths")).order_by("person", "day", "colour"):
            days.setdefault(person, []).append((day[0], day[1], day[2]))
        for person in page:
            yield person, queries.reached(scheme, with_allowance(scheme, days.get(person, [])), ranks[person], as_at)


def _senior(ladder: RankLadder, rank: str, before: str, held: dict[str, int]) -> bool:
    if not before:
        return True
    order = [rung.name for rung in ladder.rungs_up_to(sum(held.values()))]
    return before not in order or order.index(rank) > order.index(before)
