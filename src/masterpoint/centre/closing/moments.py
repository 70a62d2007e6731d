"""A moment: how far the journal and the ledger were when ranks were worked out, before the lock."""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.centre.journal.moments import Moment, moment_with
from masterpoint.centre.journal.queries import acts_after
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.statements import select

LAST = "SELECT number FROM ledger_posting WHERE federation_id = %s ORDER BY number DESC LIMIT 1"
SINCE = "SELECT id FROM ledger_posting WHERE federation_id = %s AND number > %s"
POINTS_SINCE = "SELECT 1 FROM ledger_line WHERE posting_id = ANY(%s) AND +person_id = ANY(%s) LIMIT 1"
"""The plus keeps SQLite from reading all lines of these people."""
RELEVANT_KINDS = ("person", "promotion", "run", "account", "federation")
"""Kinds of rows that affect promotions and their letters."""


def current_moment(federation: Federation) -> Moment:
    """The current moment. Read it before everything else."""
    return moment_with(federation, LAST)


def is_current(federation: Federation, since: Moment, people: Sequence[int]) -> bool:
    """Whether these people and their points are unchanged; called under the lock."""
    acts = acts_after(federation, since.entry)
    if any(row.partition(" ")[0] in RELEVANT_KINDS for act in acts for row in act.facts):
        return False
    postings = [key for (key,) in select(SINCE, federation.pk, since.posting)]
    return not postings or not people or not select(POINTS_SINCE, postings, list(people))
