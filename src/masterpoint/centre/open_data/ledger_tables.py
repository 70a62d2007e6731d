"""The rows about the ledger: when each entry was posted, and every line of those who may be named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from masterpoint.centre.ledger.by_hand import PART_OF
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.reasons import public_reason
from masterpoint.centre.open_data.layout import AT_ONCE, Rows, in_utc, of_shown
from masterpoint.centre.records.won import carryover_postings
from masterpoint.centre.registry.models import Federation


def entries(federation: Federation) -> Rows:
    rows = Posting.objects.filter(federation=federation).order_by("number").values_list("number", "at")
    for number, at in rows.iterator(AT_ONCE):
        yield number, in_utc(at)


def awards(federation: Federation) -> Rows:
    fields = (
        *("person", "person__number", "day", "colour", "hundredths", "posting__kind", "posting__number"),
        *("posting__reverses__number", "posting__version__filing__receipt", "posting__version__number", "award"),
        *("posting", "posting__reason"),
    )
    brought = carryover_postings(federation)
    alone = Posting.objects.filter(federation=federation, kind=Posting.Kind.REVERSAL, reverses=None)
    parts = dict(alone.values_list("number", f"detail__{PART_OF}"))
    lines = Line.objects.filter(posting__federation=federation)
    rows: Iterator[tuple[Any, ...]] = of_shown(lines, federation, "person", *fields)
    for person, *row, award, posting, reason in rows:
        number, day, colour, amount, kind, entry, reverses, receipt, version = row
        won = posting not in brought or (person, colour, day) in brought[posting]
        about = (number, day, colour, amount, kind, entry, reverses, parts.get(entry))
        yield (*about, receipt, version, award, won, public_reason(federation, kind, reason))
