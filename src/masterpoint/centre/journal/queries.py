"""All reads of the journal."""

from __future__ import annotations

from masterpoint.centre.journal.models import Entry
from masterpoint.centre.ledger.chain import BEGINNING
from masterpoint.centre.ledger.queries import Head
from masterpoint.centre.registry.models import Federation


def head(federation: Federation) -> Head:
    """Where the journal stands: its hash seals every entry before it."""
    entries = Entry.objects.filter(federation=federation).order_by("-number").values_list("number", "hash", "at")
    return Head(*(entries.first() or (0, BEGINNING, None)))
