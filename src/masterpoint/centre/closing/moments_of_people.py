"""How far the journal and the ledger were when the ranks of some people were looked at, before the lock was taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from masterpoint.centre.journal.queries import acts_after, last_link
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.statements import select

LAST = "SELECT number FROM ledger_posting WHERE federation_id = %s ORDER BY number DESC LIMIT 1"
SINCE = "SELECT id FROM ledger_posting WHERE federation_id = %s AND number > %s"
PAID = "SELECT 1 FROM ledger_line WHERE posting_id = ANY(%s) AND +person_id = ANY(%s) LIMIT 1"
"""The plus keeps SQLite from going through all lines of these people."""
CONCERNS = ("person", "promotion", "run", "account", "federation")
"""Kinds of rows on which it depends who is promoted, and who is written to."""


class Moment(NamedTuple):
    """The last entry of the journal, and the last posting of the ledger."""

    entry: int
    posting: int


def moment_now(federation: Federation) -> Moment:
    """To be asked for before anything else is read."""
    postings = select(LAST, federation.pk)
    return Moment(last_link(federation).number, postings[0][0] if postings else 0)


def stands(federation: Federation, since: Moment, people: Sequence[int]) -> bool:
    """With the lock held: whether these people are as they were, and have got no more points and lost none."""
    acts = acts_after(federation, since.entry)
    if any(about.partition(" ")[0] in CONCERNS for act in acts for about in act.facts):
        return False
    postings = [key for (key,) in select(SINCE, federation.pk, since.posting)]
    return not postings or not people or not select(PAID, postings, list(people))
