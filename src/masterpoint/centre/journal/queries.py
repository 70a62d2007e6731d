"""All reads of the journal."""

from __future__ import annotations

import json
from typing import NamedTuple

from django.db.models import Model

from masterpoint.centre.hash_chain import BEGINNING, Head
from masterpoint.centre.journal.facts import Facts
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.statements import select

LAST = "SELECT number, hash FROM journal_entry WHERE federation_id = %s ORDER BY number DESC LIMIT 1"
ACTS = "SELECT what, facts FROM journal_entry WHERE federation_id = %s AND number > %s ORDER BY number"


class Act(NamedTuple):
    """What was done, and how each row it touched stands since."""

    what: str
    facts: dict[str, Facts | None]


def head(federation: Model) -> Head:
    """Where the journal stands: its hash seals every entry before it."""
    entries = Entry.objects.filter(federation=federation.pk).order_by("-number").values_list("number", "hash", "at")
    return Head(*(entries.first() or (0, BEGINNING, None)))


def last_link(federation: Model) -> tuple[int, str]:
    """The number and the hash of the last entry, for whoever is about to write the next."""
    rows = select(LAST, federation.pk)
    return rows[0] if rows else (0, BEGINNING)


def acts_after(federation: Model, number: int) -> list[Act]:
    """Everything that was done since an entry, in order."""
    return [Act(what, json.loads(facts)) for what, facts in select(ACTS, federation.pk, number)]
