"""All writes of records: the monthly promotion run, and what a correction does to it."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Month
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.locking import lock
from masterpoint.centre.records import promoting, queries
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Federation, Person

PAGE = 5_000


@transaction.atomic
def promote(
    federation: Federation, as_at: date, *, by: User | None, progress: promoting.Progress = lambda _: None
) -> PromotionRun:
    """Everybody who holds a more senior rank than last announced; run twice, nothing happens twice."""
    lock(federation)
    before = PromotionRun.standing.filter(federation=federation, as_at=as_at).first()
    if before is not None:
        return before
    run = PromotionRun.objects.create(federation=federation, as_at=as_at, by=by)
    promoted = promoting.due(federation, as_at, progress)
    made = Promotion.objects.bulk_create(
        [
            Promotion(run=run, person=one.person, rank=one.rank, before=one.before, reached_on=one.reached_on)
            for one in promoted
        ],
        batch_size=1_000,
    )
    _announce(promoted)
    closed = Month.objects.filter(federation=federation, first_day__lte=as_at, state=Month.State.CLOSED)
    months = list(closed.values_list("pk", flat=True))
    closed.update(state=Month.State.ANNOUNCED)
    touched = {"run": [run.pk], "promotion": [one.pk for one in made], "month": months}
    journal.write(federation, "promotions announced", touched, by=by)
    return run


def _announce(promoted: list[promoting.Due]) -> None:
    """The register shows the new rank: one statement for each rank, not one for each person."""
    by_rank: dict[str, list[int]] = {}
    for one in promoted:
        by_rank.setdefault(one.rank, []).append(one.person.pk)
    for rank, people in sorted(by_rank.items()):
        for start in range(0, len(people), PAGE):
            Person.objects.filter(pk__in=people[start : start + PAGE]).update(rank=rank)


@transaction.atomic
def flag_undone(person: Person, *, reason: str) -> list[Promotion]:
    """After a correction: promotions already announced that the holding no longer supports are flagged, not revoked."""
    ladder = queries.edition_of(person.federation).ranks
    now = queries.standing(person).rank
    order = [rung.name for rung in ladder.rungs_up_to(10_000_000)]
    held = order.index(now) if now in order else -1
    undone = [
        promotion
        for promotion in Promotion.standing.filter(person=person, flagged="")
        if promotion.rank in order and order.index(promotion.rank) > held
    ]
    for promotion in undone:
        promotion.flagged = reason
        promotion.save(update_fields=["flagged"])
    journal.write(
        person.federation, "promotion flagged", {"promotion": [one.pk for one in undone]}, by=None, reason=reason
    )
    return undone


@transaction.atomic
def settle(promotion: Promotion, *, by: User | None, note: str) -> Promotion:
    """The office has looked at a flagged promotion: who decided what stays beside it."""
    ledger.require_officer(by, note)
    promotion.settled_note, promotion.settled_by, promotion.settled_at = note.strip()[:300], by, datetime.now(UTC)
    promotion.save(update_fields=["settled_note", "settled_by", "settled_at"])
    touched = {"promotion": [promotion.pk]}
    journal.write(promotion.run.federation, "promotion stays", touched, by=by, reason=note)
    return promotion
