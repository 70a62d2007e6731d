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
    """Number and hash of an entry, to which the next one is chained."""

    number: int
    hash: str


class Act(NamedTuple):
    """An act, and the facts of each row it changed."""

    link: Link
    action: str
    facts: dict[str, Facts | None]


def head(federation: Model) -> Head:
    """The head of the journal: its hash seals every entry before it."""
    entries = Entry.objects.filter(federation=federation.pk).order_by("-number").values_list("number", "hash", "at")
    return Head(*(entries.first() or (0, BEGINNING, None)))


def last_link(federation: Model) -> Link:
    """The last entry, to which the next one is chained."""
    rows = select(*last_link_query(federation))
    return Link(*rows[0]) if rows else Link(0, BEGINNING)


def last_link_query(federation: Model) -> Query:
    """The query of `last_link`."""
    return LAST, federation.pk


def acts_after(federation: Model, number: int) -> list[Act]:
    """All acts since an entry, in order."""
    rows = select(*acts_query(federation, number))
    return [Act(Link(number, link), action, json.loads(facts)) for number, link, action, facts in rows]


def acts_query(federation: Model, number: int) -> Query:
    """The query of `acts_after`."""
    return ACTS, federation.pk, number
