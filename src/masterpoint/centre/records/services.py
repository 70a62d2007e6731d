"""All writes of records: the monthly promotion run, and what a correction does to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from django.db import transaction
from django.db.models import Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Month
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.records import queries
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.ranks import RankLadder

PAGE = 5_000
Progress = Callable[[int], None]


@transaction.atomic
def promote(
    federation: Federation, as_at: date, *, by: User | None, progress: Progress = lambda _: None
) -> PromotionRun:
    """Everybody who holds a more senior rank than last announced; run twice, nothing happens twice."""
    run, created = PromotionRun.objects.get_or_create(federation=federation, as_at=as_at, defaults={"by": by})
    if not created:
        return run
    ladder = queries.edition_of(federation, as_at).ranks
    promoted: list[Person] = []
    promotions: list[Promotion] = []
    for person, held in _holdings(federation, as_at, progress):
        rank = ladder.standing(queries.points(held)).rank
        if rank and rank != person.rank and _senior(ladder, rank, person.rank, held):
            reached = queries.rank_reached_on(person, as_at) or as_at
            promotions.append(Promotion(run=run, person=person, rank=rank, before=person.rank, reached_on=reached))
            person.rank = rank
            promoted.append(person)
    Promotion.objects.bulk_create(promotions, batch_size=1_000)
    Person.objects.bulk_update(promoted, ["rank"], batch_size=1_000)
    Month.objects.filter(federation=federation, first_day__lte=as_at, state=Month.State.CLOSED).update(
        state=Month.State.ANNOUNCED
    )
    return run


def _holdings(federation: Federation, as_at: date, progress: Progress) -> Iterator[tuple[Person, dict[str, int]]]:
    people = Person.objects.filter(federation=federation, merged_into=None).exclude(status=Person.Status.POTENTIAL)
    after = 0
    while page := list(people.filter(pk__gt=after).order_by("pk")[:PAGE]):
        sums: dict[int, dict[str, int]] = {}
        rows = Line.objects.filter(person__in=[person.pk for person in page], day__lte=as_at)
        for row in rows.values("person", "colour").annotate(sum=Sum("hundredths")):
            sums.setdefault(row["person"], {})[row["colour"]] = row["sum"]
        for person in page:
            if person.pk in sums:
                yield person, sums[person.pk]
        after = page[-1].pk
        progress(len(page))


def _senior(ladder: RankLadder, rank: str, before: str, held: dict[str, int]) -> bool:
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
