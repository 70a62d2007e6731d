"""Take promotions back. The office gives a reason, and the row stays visible."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.locking import lock
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry.models import Person
from masterpoint.core.errors import MasterpointError, Problem

ROWS_AT_ONCE = 5_000


class NotRevoked(MasterpointError):
    """The announcement cannot be taken back like this."""


@transaction.atomic
def revoke(promotion: Promotion, *, by: User | None, reason: str) -> Promotion:
    """Take one promotion back: the player returns to the earlier rank. It can be announced again later."""
    ledger.require_officer(by, reason)
    lock(promotion.run.federation)
    promotion.refresh_from_db()
    if promotion.revoked_at is not None:
        label = f"{promotion.person.name}, {promotion.rank}"
        raise NotRevoked(
            Problem("promotion", label, "this promotion has already been taken back", "nothing more to do")
        )
    take_back([promotion], by, reason)
    row_keys = {"promotion": [promotion.pk]}
    journal.write(promotion.run.federation, "promotion taken back", row_keys, by=by, reason=reason)
    return promotion


def take_back(promotions: Collection[Promotion], by: User | None, reason: str) -> None:
    now = datetime.now(UTC)
    for promotion in promotions:
        promotion.revoked_at, promotion.revoked_by, promotion.revoked_reason = now, by, reason.strip()[:300]
    fields = ["revoked_at", "revoked_by", "revoked_reason"]
    Promotion.objects.bulk_update(promotions, fields, batch_size=500)
    _restore_ranks([promotion.person_id for promotion in promotions])


def _restore_ranks(people: list[int]) -> None:
    """Set the rank in the register to the last announced one in force."""
    by_rank: dict[str, list[int]] = {}
    for start in range(0, len(people), ROWS_AT_ONCE):
        page = people[start : start + ROWS_AT_ONCE]
        promotions = Promotion.in_force.filter(person__in=page).order_by("run__as_at", "pk")
        ranks = dict(promotions.values_list("person", "rank"))
        for person in page:
            by_rank.setdefault(ranks.get(person, ""), []).append(person)
    for rank, members in sorted(by_rank.items()):
        for start in range(0, len(members), ROWS_AT_ONCE):
            Person.objects.filter(pk__in=members[start : start + ROWS_AT_ONCE]).update(rank=rank)
