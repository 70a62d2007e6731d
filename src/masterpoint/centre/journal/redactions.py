"""Rows changed by an erasure: the journal names each of them with its new digest.

A chained row with a name cannot be changed without breaking the chain. It keeps its hash, and the entry of the erasure,
which is in the chain itself, states the digest of the row without the name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.snapshots import read_once

PAGE = 100
"""Entries read at a time: each states what one erasure changed."""
ERASED = "erased"
REDACTED = "redacted"
"""The prefix of subjects that name a changed row: `redacted posting 12`."""


def is_redacted(federation: str, row: str, digest: str) -> bool:
    """Whether an erasure gave this row this digest."""
    newest = _last_erasure(federation)
    return bool(newest) and _digests(federation, newest[0]).get(f"{REDACTED} {row}") == digest


@cached_query
def _last_erasure(federation: Any) -> QuerySet[Entry, str]:
    """The hash of the newest erasure's entry. It is needed for every row whose digest differs."""
    entries = Entry.objects.filter(federation=federation, what=ERASED).order_by("-number")
    return entries.values_list("hash", flat=True)[:1]


@lru_cache(maxsize=16)
def _digests(federation: str, newest: str) -> Mapping[str, str]:
    """The last digest of each redacted row, read once for each newest erasure."""
    digests: dict[str, str] = {}
    entries = Entry.objects.filter(federation=federation, what=ERASED).order_by("number")
    for facts in entries.values_list("facts", flat=True).iterator(chunk_size=PAGE):
        digests |= {row: facts_kept["digest"] for row, facts_kept in facts.items() if row.startswith(f"{REDACTED} ")}
    return digests


def erased_count(federation: str) -> int:
    """How many people were erased."""
    entries = Entry.objects.filter(federation=federation, what=ERASED).values_list("facts", flat=True)
    with read_once():
        pages = entries.iterator(chunk_size=PAGE)
        return len({row for facts in pages for row in facts if row.startswith(f"{ERASED} ")})
