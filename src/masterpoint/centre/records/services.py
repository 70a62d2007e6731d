"""All writes of records: the monthly promotion run, and what a correction does to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from django.db import transaction
from django.db.models import Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Month
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.records import queries
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.ranks import RankLadder

PAGE = 5_000
DAYS_PAGE = 500
Progress = Callable[[int], None]


@transaction.atomic
def promote(
    federation: Federation, as_at: date, *, by: User | None, progress: Progress = lambda _: None
) -> PromotionRun:
    """Everybody who holds a more senior rank than last announced; run twice, nothing happens twice."""
    ledger.lock(federation)
    run, created = PromotionRun.objects.get_or_create(federation=federation, as_at=as_at, defaults={"by": by})
    if not created:
        return run
    ladder = queries.edition_of(federation, as_at).ranks
    promoted: dict[int, tuple[Person, str]] = {}
    for person, held in _holdings(federation, as_at, progress):
        rank = ladder.standing(queries.points(held)).rank
        if rank and rank != person.rank and _senior(ladder, rank, person.rank, held):
            promoted[person.pk] = person, rank
    days = dict(_days_reached(ladder, {pk: rank for pk, (_, rank) in promoted.items()}, as_at))
    Promotion.objects.bulk_create(
        [
            Promotion(run=run, person=person, rank=rank, before=person.rank, reached_on=days.get(person.pk) or as_at)
            for person, rank in promoted.values()
        ],
        batch_size=1_000,
    )
    _announce(promoted)
    Month.objects.filter(federation=federation, first_day__lte=as_at, state=Month.State.CLOSED).update(
        state=Month.State.ANNOUNCED
    )
    return run


def _announce(promoted: dict[int, tuple[Person, str]]) -> None:
    """The register shows the new rank: one statement for each rank, not one for each person."""
    by_rank: dict[str, list[int]] = {}
    for pk, (_, rank) in promoted.items():
        by_rank.setdefault(rank, []).append(pk)
    for rank, people in sorted(by_rank.items()):
        for start in range(0, len(people), PAGE):
            Person.objects.filter(pk__in=people[start : start + PAGE]).update(rank=rank)


def _holdings(federation: Federation, as_at: date, progress: Progress) -> Iterator[tuple[Person, dict[str, int]]]:
    """Everybody whose points are theirs, with what they hold; those who are no members wait for the run after."""
    people = Person.objects.filter(federation=federation, merged_into=None).exclude(status__in=ledger_queries.HELD)
    after = 0
    while page := list(people.filter(pk__gt=after).only("pk", "rank").order_by("pk")[:PAGE]):
        sums: dict[int, dict[str, int]] = {}
        rows = Line.objects.filter(person__gte=page[0].pk, person__lte=page[-1].pk, day__lte=as_at)
        for row in rows.values("person", "colour").annotate(sum=Sum("hundredths")).order_by():
            sums.setdefault(row["person"], {})[row["colour"]] = row["sum"]
        for person in page:
            if person.pk in sums:
                yield person, sums[person.pk]
        after = page[-1].pk
        progress(len(page))


def _days_reached(ladder: RankLadder, ranks: dict[int, str], as_at: date) -> Iterator[tuple[int, date | None]]:
    wanted = sorted(ranks)
    for start in range(0, len(wanted), DAYS_PAGE):
        page = wanted[start : start + DAYS_PAGE]
        days: dict[int, list[queries.DaySum]] = {}
        rows = Line.objects.filter(person__in=page, day__lte=as_at).values_list("person", "day", "colour")
        for person, *day in rows.annotate(sum=Sum("hundredths")).order_by("person", "day", "colour"):
            days.setdefault(person, []).append((day[0], day[1], day[2]))
        for person in page:
            yield person, queries.reached(ladder, days.get(person, []), ranks[person])


def _senior(ladder: RankLadder, rank: str, before: str, held: dict[str, int]) -> bool:
    if not before:
        return True
    order = [rung.name for rung in ladder.rungs_up_to(sum(held.values()))]
    return before not in order or order.index(rank) > order.index(before)


@transaction.atomic
def flag_undone(person: Person, *, reason: str) -> list[Promotion]:
    """After a correction: promotions already announced that the holding no longer supports are flagged, not revoked."""
    ladder = queries.edition_of(person.federation).ranks
    now = queries.standing(person).rank
    order = [rung.name for rung in ladder.rungs_up_to(10_000_000)]
    held = order.index(now) if now in order else -1
    undone = [
        promotion
        for promotion in person.promotions.filter(flagged="")
        if promotion.rank in order and order.index(promotion.rank) > held
    ]
    for promotion in undone:
        promotion.flagged = reason
        promotion.save(update_fields=["flagged"])
    return undone
