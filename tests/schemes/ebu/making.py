"""EBU events for tests, made from plain figures and awarded along the real path."""

from __future__ import annotations

from datetime import date
from typing import Any

from handbook_cases import printed_tables
from masterpoint.schemes.ebu import FEDERATION
from schemes.british_events import (
    SEATED,
    awarded,
    counts,
    field,
    payouts,
    places,
    points,
    read_down,
    rows_of,
    two_winners,
)

__all__ = [
    "BOOK",
    "PRINTED",
    "SEATED",
    "STATUSES",
    "awarded",
    "counts",
    "data",
    "field",
    "payouts",
    "places",
    "points",
    "raw_event",
    "read_down",
    "rows",
    "two_winners",
]

PRINTED = printed_tables("ebu")
BOOK = FEDERATION.editions[0].book
"""The 7th edition."""
STATUSES = ("club", "district", "county", "regional", "national")


def data(form: str, contest: str = "pairs", status: str = "club", **fields: Any) -> dict[str, Any]:
    """An event of any status: a licence may quote what does not follow from the organiser (1.6.3)."""
    facts = fields.pop("facts", {})
    return {
        "form": form,
        "scheme": "ebu",
        "day": date(2026, 11, 10),
        "organiser": {"level": "club"},
        "contest": contest,
        "grade": status,
        "facts": {"licence": "L1", "special_status": True, **facts},
        **fields,
    }


raw_event = data
"""What the tests of both British books call it."""


def rows(name: str) -> list[dict[str, str]]:
    return rows_of(PRINTED / name)
