"""The moment at which something was prepared, to be compared under the lock with what happened since."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Model

from masterpoint.centre.journal.queries import last_link
from masterpoint.centre.statements import select


class Moment(NamedTuple):
    """The last entry of the journal, and the last posting of a chain beside it: the ledger or the accounts."""

    entry: int
    posting: int


def moment_with(federation: Model, last_posting: str) -> Moment:
    """The current moment. `last_posting` is the query for the number of the last posting."""
    postings = select(last_posting, federation.pk)
    return Moment(last_link(federation).number, postings[0][0] if postings else 0)
