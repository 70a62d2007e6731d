"""The rows about the ledger: when each entry was posted, and every line of people who may be named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from masterpoint.centre.ledger.manual_postings import PART_OF
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.reasons import public_reason
from masterpoint.centre.open_data.layout import CHUNK_SIZE, Rows, in_utc, visible_rows
from masterpoint.centre.records.season_points import carryover_postings
from masterpoint.centre.registry.models import Federation


def entries(federation: Federation) -> Rows:
    rows = Posting.objects.filter(federation=federation).order_by("number").values_list("number", "at")
    for number, at in rows.iterator(CHUNK_SIZE):
        yield number, in_utc(at)


def awards(federation: Federation) -> Rows:
    fields = (
        *("person", "person__number", "day", "colour", "hundredths", "posting__kind", "posting__number"),
        *("posting__reverses__number", "posting__version__filing__receipt", "posting__version__number", "award"),
        *("posting", "posting__reason"),
    )
    lines_by_posting = carryover_postings(federation)
    partial_reversals = Posting.objects.filter(federation=federation, kind=Posting.Kind.REVERSAL, reverses=None)
    parts = dict(partial_reversals.values_list("number", f"detail__{PART_OF}"))
    lines = Line.objects.filter(posting__federation=federation)
    rows: Iterator[tuple[Any, ...]] = visible_rows(lines, federation, "person", *fields)
    for person, *row, award, posting, reason in rows:
        number, day, colour, amount, kind, entry, reverses, receipt, version = row
        won = posting not in lines_by_posting or (person, colour, day) in lines_by_posting[posting]
        cells = (number, day, colour, amount, kind, entry, reverses, parts.get(entry))
        yield (*cells, receipt, version, award, won, public_reason(federation, kind, reason))
