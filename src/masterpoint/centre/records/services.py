"""Promotions after they were announced: flagged by a correction, settled by the office."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.records import queries
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry.models import Person
from masterpoint.core.exact import Exact
from masterpoint.core.ranks import RankLadder


@transaction.atomic
def flag_undone(person: Person, *, reason: str) -> list[Promotion]:
    """After a correction: promotions already announced that the holding no longer supports are flagged, not revoked."""
    held = queries.points(queries.record(person).counted)
    undone = [
        promotion
        for promotion in Promotion.standing.filter(person=person, flagged="").select_related("run")
        if not _supports(queries.edition_of(person.federation, promotion.run.as_at).ranks, held, promotion.rank)
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


def _supports(ladder: RankLadder, held: Mapping[str, Exact], rank: str) -> bool:
    """Whether a ladder gives a holding this rank or a more senior one; a later book undoes nothing."""
    return ladder.seniority.get(rank, -1) <= ladder.seniority.get(ladder.standing(held).rank, -1)


@transaction.atomic
def settle(promotion: Promotion, *, by: User | None, note: str) -> Promotion:
    """The office has looked at a flagged promotion: who decided what stays beside it."""
    ledger.require_officer(by, note)
    promotion.settled_note, promotion.settled_by, promotion.settled_at = note.strip()[:300], by, datetime.now(UTC)
    promotion.save(update_fields=["settled_note", "settled_by", "settled_at"])
    touched = {"promotion": [promotion.pk]}
    journal.write(promotion.run.federation, "promotion stays", touched, by=by, reason=note)
    return promotion
