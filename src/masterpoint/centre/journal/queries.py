"""All reads of the journal."""

from __future__ import annotations

import json
from typing import NamedTuple

from django.db.models import Model

from masterpoint.centre.hash_chain import BEGINNING, Head
from masterpoint.centre.journal.facts import Facts
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.statements import Query, select

LAST = "SELECT number, hash FROM journal_entry WHERE federation_id = %s ORDER BY number DESC LIMIT 1"
ACTS = "SELECT number, hash, what, facts FROM journal_entry WHERE federation_id = %s AND number > %s ORDER BY number"


class Link(NamedTuple):
    """An entry as the next one is chained to it."""

    number: int
    hash: str


class Act(NamedTuple):
    """What was done, and how each row it touched stands since."""

    link: Link
    what: str
    facts: dict[str, Facts | None]


def head(federation: Model) -> Head:
    """Where the journal stands: its hash seals every entry before it."""
    entries = Entry.objects.filter(federation=federation.pk).order_by("-number").values_list("number", "hash", "at")
    return Head(*(entries.first() or (0, BEGINNING, None)))


def last_link(federation: Model) -> Link:
    """The last entry, for whoever is about to write the next."""
    rows = select(*last_question(federation))
    return Link(*rows[0]) if rows else Link(0, BEGINNING)


def last_question(federation: Model) -> Query:
    """What `last_link` asks."""
    return LAST, federation.pk


def acts_after(federation: Model, number: int) -> list[Act]:
    """Everything that was done since an entry, in order."""
    rows = select(*acts_question(federation, number))
    return [Act(Link(number, link), what, json.loads(facts)) for number, link, what, facts in rows]


def acts_question(federation: Model, number: int) -> Query:
    """What `acts_after` asks."""
    return ACTS, federation.pk, number
