"""Promotions after they were announced: flagged by a correction, settled by the office."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.records import queries
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry.models import Person


@transaction.atomic
def flag_undone(person: Person, *, reason: str) -> list[Promotion]:
    """After a correction: promotions already announced that the holding no longer supports are flagged, not revoked."""
    ladder = queries.edition_of(person.federation).ranks
    now = queries.standing(person).rank
    held = ladder.seniority.get(now, -1)
    undone = [
        promotion
        for promotion in Promotion.standing.filter(person=person, flagged="")
        if ladder.seniority.get(promotion.rank, -1) > held
    ]
    for promotion in undone:
        promotion.flagged = reason
        promotion.save(update_fields=["flagged"])
    journal.write(
        person.federation,
        "promotion flagged",
        {"promotion": [promotion.pk for promotion in undone]},
        by=None,
        reason=reason,
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
