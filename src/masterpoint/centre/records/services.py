"""Announced promotions: a correction flags them, the office settles them."""

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
    """After a correction, flag announced promotions that the holding no longer supports; they are not revoked."""
    holding_points = queries.points(queries.record(person).counted)
    promotions = [
        promotion
        for promotion in Promotion.in_force.filter(person=person, flagged="").select_related("run")
        if not _supports_rank(
            queries.edition_of(person.federation, promotion.run.as_at).ranks, holding_points, promotion.rank
        )
    ]
    for promotion in promotions:
        promotion.flagged = reason
        promotion.save(update_fields=["flagged"])
    journal.write(
        person.federation,
        "promotion flagged",
        {"promotion": [promotion.pk for promotion in promotions]},
        by=None,
        reason=reason,
    )
    return promotions


def _supports_rank(ladder: RankLadder, holding: Mapping[str, Exact], rank: str) -> bool:
    """Whether a ladder gives a holding this rank or a higher one, by the book of the announcement."""
    return ladder.seniority.get(rank, -1) <= ladder.seniority.get(ladder.progress(holding).rank, -1)


@transaction.atomic
def settle(promotion: Promotion, *, by: User | None, note: str) -> Promotion:
    """Record the office's decision about a flagged promotion."""
    ledger.require_officer(by, note)
    promotion.settled_note, promotion.settled_by, promotion.settled_at = note.strip()[:300], by, datetime.now(UTC)
    promotion.save(update_fields=["settled_note", "settled_by", "settled_at"])
    row_keys = {"promotion": [promotion.pk]}
    journal.write(promotion.run.federation, "promotion stays", row_keys, by=by, reason=note)
    return promotion
