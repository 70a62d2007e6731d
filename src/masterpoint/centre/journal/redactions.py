"""Rows that an erasure has changed: the journal names each, with the digest it has had since.

A row in a hash chain that holds a name cannot be written anew without breaking the chain. It keeps its hash; the entry
of the erasure, which is in the chain itself, says which digest the row has without the name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.journal.models import Entry

ERASED = "erased"
REDACTED = "redacted"
"""How subjects begin that name a changed row: `redacted posting 12`."""


def is_redacted(federation: str, row: str, digest: str) -> bool:
    """Whether an erasure has left this row with this digest."""
    last = _last_erasure(federation)
    return bool(last) and _digests(federation, last[0]).get(f"{REDACTED} {row}") == digest


@cached_query
def _last_erasure(federation: Any) -> QuerySet[Entry, str]:
    """The hash of its entry: asked for every row whose digest is another."""
    entries = Entry.objects.filter(federation=federation, what=ERASED).order_by("-number")
    return entries.values_list("hash", flat=True)[:1]


@lru_cache(maxsize=16)
def _digests(federation: str, newest: str) -> Mapping[str, str]:
    """By row, the digest it was left with last; read once for each newest erasure."""
    digests: dict[str, str] = {}
    entries = Entry.objects.filter(federation=federation, what=ERASED).order_by("number")
    for facts in entries.values_list("facts", flat=True).iterator(chunk_size=100):
        digests |= {about: kept["digest"] for about, kept in facts.items() if about.startswith(f"{REDACTED} ")}
    return digests


def people_erased(federation: str) -> int:
    """How many people were erased."""
    entries = Entry.objects.filter(federation=federation, what=ERASED).values_list("facts", flat=True)
    return len({about for facts in entries for about in facts if about.startswith(f"{ERASED} ")})
