"""All reads of the journal."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Model

from masterpoint.centre.hash_chain import BEGINNING, Head
from masterpoint.centre.journal.facts import Facts
from masterpoint.centre.journal.models import Entry


class Act(NamedTuple):
    """What was done, and how each row it touched stands since."""

    what: str
    facts: dict[str, Facts | None]


def head(federation: Model) -> Head:
    """Where the journal stands: its hash seals every entry before it."""
    entries = Entry.objects.filter(federation=federation.pk).order_by("-number").values_list("number", "hash", "at")
    return Head(*(entries.first() or (0, BEGINNING, None)))


def acts_after(federation: Model, number: int) -> list[Act]:
    """Everything that was done since an entry, in order."""
    entries = Entry.objects.filter(federation=federation.pk, number__gt=number).order_by("number")
    return [Act(*entry) for entry in entries.values_list("what", "facts")]
