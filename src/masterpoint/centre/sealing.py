"""Seals record how far a ledger was verified without differences. Each is an entry of the journal, in its hash chain.

A seal names the last posting and the last version that were verified, and the posting's digest, which covers all
postings before it. Sealed rows need not be checked again: `verify --since-sealed` begins after them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.hash_chain import BEGINNING
from masterpoint.centre.journal import services as journal
from masterpoint.centre.journal.facts import subject
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation

VERIFIED = "verified"


class SealedPoint(NamedTuple):
    """The last posting and version of which nothing was altered, and the journal's entry that records this."""

    posting: int = 0
    hash: str = BEGINNING
    version: int = 0
    entry: int = 0


def last_sealed(federation: Federation) -> SealedPoint:
    """The newest seal; if there is none, one that covers nothing."""
    entry = Entry.objects.filter(federation=federation, what=VERIFIED).order_by("-number").first()
    if entry is None:
        return SealedPoint()
    facts = entry.facts[subject(VERIFIED, federation.pk)]
    return SealedPoint(facts["posting"], facts["hash"], facts["version"], entry.number)


@transaction.atomic
def seal(federation: Federation, posting: int, version: int) -> None:
    """Record that nothing was altered up to this posting and this version."""
    facts = {"posting": posting, "hash": _hash_of(federation, posting), "version": version}
    journal.append(federation, VERIFIED, [{subject(VERIFIED, federation.pk): facts}], by=None)


def seal_differences(federation: Federation, point: SealedPoint) -> Iterator[str]:
    """Differences if the sealed posting is missing or its digest changed."""
    if _hash_of(federation, point.posting) != point.hash:
        name = f"{federation.code} posting {point.posting}"
        yield f"{name} is not the one that was sealed (journal entry {point.entry})"


def _hash_of(federation: Federation, number: int) -> str:
    if not number:
        return BEGINNING
    return Posting.objects.filter(federation=federation, number=number).values_list("hash", flat=True).first() or ""
