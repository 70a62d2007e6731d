"""What was announced is taken back: one promotion, or a whole run; by the office, with a reason, and visibly."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Month
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.locking import lock
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Person
from masterpoint.core.errors import MasterpointError, Problem

ROWS_AT_ONCE = 5_000


class NotRevoked(MasterpointError):
    """The announcement cannot be taken back like this."""


@transaction.atomic
def revoke(promotion: Promotion, *, by: User | None, reason: str) -> Promotion:
    """One promotion is taken back: the player has the rank announced before it. It can be announced again later."""
    ledger.require_officer(by, reason)
    lock(promotion.run.federation)
    promotion.refresh_from_db()
    if promotion.revoked_at is not None:
        who = f"{promotion.person.name}, {promotion.rank}"
        raise NotRevoked(Problem("promotion", who, "this promotion was taken back before", "nothing more to do"))
    _take_back([promotion], by, reason)
    touched = {"promotion": [promotion.pk]}
    journal.write(promotion.run.federation, "promotion taken back", touched, by=by, reason=reason)
    return promotion


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
    _take_back(promotions, by, reason)
    run.revoked_at, run.revoked_by, run.revoked_reason = datetime.now(UTC), by, reason.strip()[:300]
    run.save(update_fields=["revoked_at", "revoked_by", "revoked_reason"])
    before = runs.filter(as_at__lt=run.as_at).order_by("-as_at").values_list("as_at", flat=True).first()
    months = Month.objects.filter(federation=run.federation_id, first_day__lte=run.as_at, state=Month.State.ANNOUNCED)
    months = months.filter(first_day__gt=before) if before else months
    closed = list(months.values_list("pk", flat=True))
    months.update(state=Month.State.CLOSED)
    touched = {"run": [run.pk], "promotion": [one.pk for one in promotions], "month": closed}
    journal.write(run.federation, "announcement taken back", touched, by=by, reason=reason)
    return run


def _take_back(promotions: Collection[Promotion], by: User | None, reason: str) -> None:
    now = datetime.now(UTC)
    for promotion in promotions:
        promotion.revoked_at, promotion.revoked_by, promotion.revoked_reason = now, by, reason.strip()[:300]
    fields = ["revoked_at", "revoked_by", "revoked_reason"]
    Promotion.objects.bulk_update(promotions, fields, batch_size=500)
    _restore_ranks([promotion.person_id for promotion in promotions])


def _restore_ranks(people: list[int]) -> None:
    """The register shows the rank that was announced last and still stands."""
    by_rank: dict[str, list[int]] = {}
    for start in range(0, len(people), ROWS_AT_ONCE):
        page = people[start : start + ROWS_AT_ONCE]
        standing = Promotion.standing.filter(person__in=page).order_by("run__as_at", "pk")
        ranks = dict(standing.values_list("person", "rank"))
        for person in page:
            by_rank.setdefault(ranks.get(person, ""), []).append(person)
    for rank, members in sorted(by_rank.items()):
        for start in range(0, len(members), ROWS_AT_ONCE):
            Person.objects.filter(pk__in=members[start : start + ROWS_AT_ONCE]).update(rank=rank)
