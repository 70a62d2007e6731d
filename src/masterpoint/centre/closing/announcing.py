"""The promotions of a month are announced, and the whole announcement is taken back: the months follow."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Month
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.locking import lock
from masterpoint.centre.records import promoting
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.records.revoking import NotRevoked, take_back
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import Problem

PEOPLE_AT_ONCE = 5_000


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
            Promotion(run=run, person=due.person, rank=due.rank, before=due.before, reached_on=due.reached_on)
            for due in promoted
        ],
        batch_size=1_000,
    )
    _announce(promoted)
    closed = Month.objects.filter(federation=federation, first_day__lte=as_at, state=Month.State.CLOSED)
    months = list(closed.values_list("pk", flat=True))
    closed.update(state=Month.State.ANNOUNCED)
    touched = {"run": [run.pk], "promotion": [promotion.pk for promotion in made], "month": months}
    journal.write(federation, "promotions announced", touched, by=by)
    return run


def _announce(promoted: list[promoting.Due]) -> None:
    """The register shows the new rank: one statement for each rank, not one for each person."""
    by_rank: dict[str, list[int]] = {}
    for due in promoted:
        by_rank.setdefault(due.rank, []).append(due.person.pk)
    for rank, people in sorted(by_rank.items()):
        for start in range(0, len(people), PEOPLE_AT_ONCE):
            Person.objects.filter(pk__in=people[start : start + PEOPLE_AT_ONCE]).update(rank=rank)


@transaction.atomic
def revoke_run(run: PromotionRun, *, by: User | None, reason: str) -> PromotionRun:
    """A whole announcement is taken back, the newest first; its months are closed, and can be opened again."""
    ledger.require_officer(by, reason)
    lock(run.federation)
    run.refresh_from_db()
    when = f"{run.as_at:%-d %B %Y}"
    if run.revoked_at is not None:
        raise NotRevoked(Problem("announcement", when, "this was taken back before", "nothing more to do"))
    runs = PromotionRun.standing.filter(federation=run.federation_id)
    later = runs.filter(as_at__gt=run.as_at).order_by("-as_at").first()
    if later is not None:
        fix = f"take back the announcement of {later.as_at:%-d %B %Y} first"
        raise NotRevoked(Problem("announcement", when, "later promotions were announced since", fix))
    promotions = list(Promotion.standing.filter(run=run))
    take_back(promotions, by, reason)
    run.revoked_at, run.revoked_by, run.revoked_reason = datetime.now(UTC), by, reason.strip()[:300]
    run.save(update_fields=["revoked_at", "revoked_by", "revoked_reason"])
    before = runs.filter(as_at__lt=run.as_at).order_by("-as_at").values_list("as_at", flat=True).first()
    months = Month.objects.filter(federation=run.federation_id, first_day__lte=run.as_at, state=Month.State.ANNOUNCED)
    months = months.filter(first_day__gt=before) if before else months
    closed = list(months.values_list("pk", flat=True))
    months.update(state=Month.State.CLOSED)
    touched = {"run": [run.pk], "promotion": [promotion.pk for promotion in promotions], "month": closed}
    journal.write(run.federation, "announcement taken back", touched, by=by, reason=reason)
    return run
