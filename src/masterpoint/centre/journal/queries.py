"""All reads of the journal."""

from __future__ import annotations

from django.db.models import Model

from masterpoint.centre.hash_chain import BEGINNING, Head
from masterpoint.centre.journal.models import Entry


def head(federation: Model) -> Head:
    """Where the journal stands: its hash seals every entry before it."""
    entries = Entry.objects.filter(federation=federation.pk).order_by("-number").values_list("number", "hash", "at")
    return Head(*(entries.first() or (0, BEGINNING, None)))
