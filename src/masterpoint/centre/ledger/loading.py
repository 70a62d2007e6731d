"""Write the postings of another Centre's ledger, under their own numbers, into an empty ledger."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.hash_chain import BEGINNING
from masterpoint.centre.ledger.carryovers import store_carryovers
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.merged_records import NewPosting
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.services import build_posting
from masterpoint.centre.ledger.writing import add_totals, write_lines
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Federation

ROWS_AT_ONCE = 200
LOADED = "open_data"
"""Key in the detail of a loaded posting: the head of the other ledger, where the facts of the posting stayed."""


class LoadedPosting(NamedTuple):
    """A posting of the other ledger."""

    kind: str
    lines: list[NewLine]
    reason: str
    version_id: int | None
    reverses: int | None
    """The number of the posting that this one reverses."""
    detail: Mapping[str, Any]
    at: datetime | None
    """When it was posted there, if known."""


def write_postings(
    federation: Federation, postings: Iterable[LoadedPosting], reversed_numbers: Collection[int], *, by: User | None
) -> None:
    """Write all postings in order, numbered from 1, a page at a time, in the caller's transaction."""
    lock(federation)
    remaining, reversed_postings = iter(postings), dict[int, Posting]()
    number, link = 0, BEGINNING
    while page := list(islice(remaining, ROWS_AT_ONCE)):
        rows: list[Posting] = []
        for number, act in enumerate(page, number + 1):  # noqa: B020 - the chain continues from the page before
            reverses = reversed_postings.get(act.reverses or 0)
            new = NewPosting(act.kind, act.lines, act.reason, act.version_id, reverses, act.detail, act.at)
            rows.append(build_posting(federation, new, number, link, by))
            link = rows[-1].hash
            if number in reversed_numbers:
                reversed_postings[number] = rows[-1]
        _write(federation, rows, page)


def _write(federation: Federation, rows: list[Posting], page: list[LoadedPosting]) -> None:
    """Write a page. A posting that reverses another one of the page is created after it."""
    start = 0
    for index, row in enumerate(rows):
        if row.reverses is not None and row.reverses.pk is None:
            _create(rows[start:index])
            start = index
    _create(rows[start:])
    store_carryovers(federation.scheme, ((row, act.lines) for row, act in zip(rows, page, strict=True)))
    write_lines([(row.pk, act.lines) for row, act in zip(rows, page, strict=True)])
    add_totals(federation.scheme, (line for act in page for line in act.lines))


def _create(rows: list[Posting]) -> None:
    for row in rows:
        if row.reverses is not None:
            row.reverses = row.reverses  # the reversed posting has its key only now
    Posting.objects.bulk_create(rows)
