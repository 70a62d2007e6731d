"""WBU events for tests, made from plain figures and awarded along the real path."""

from __future__ import annotations

from datetime import date
from typing import Any

from handbook_cases import by_rule, printed_tables
from masterpoint.core.exact import Exact
from masterpoint.schemes.wbu import FEDERATION
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
    "STATUS",
    "STATUSES",
    "area_event",
    "awarded",
    "coloured",
    "counts",
    "field",
    "payouts",
    "places",
    "points",
    "raw_event",
    "read_down",
    "rows",
    "two_winners",
]

BOOK = FEDERATION.editions[0].book
PRINTED = printed_tables("wbu")
STATUS = BOOK.figures.principles.status.value
STATUSES = ("club", "district", "area", "regional", "national")


def raw_event(form: str, contest: str = "pairs", status: str = "club", **fields: Any) -> dict[str, Any]:
    """An event of any status: a licence may quote what does not follow from the organiser (3.6.4)."""
    facts = fields.pop("facts", {})
    return {
        "form": form,
        "scheme": "wbu",
        "day": date(2026, 11, 10),
        "organiser": {"level": "club"},
        "contest": contest,
        "grade": status,
        "facts": {"licence": "L1", "special_status": True, **facts},
        **fields,
    }


def area_event(form: str, contest: str, **fields: Any) -> dict[str, Any]:
    """An event of an Area Association, without a licence."""
    return {
        "form": form,
        "scheme": "wbu",
        "day": date(2026, 3, 14),
        "organiser": {"level": "area"},
        "contest": contest,
        **fields,
    }


def coloured(event: dict[str, Any], colour: str, kind: str = "ranking") -> list[Exact]:
    """The awards of one colour that pay something."""
    return [
        award.points
        for award in by_rule(event).awards
        if award.colour == colour and award.kind == kind and award.points
    ]


def rows(name: str) -> list[dict[str, str]]:
    return rows_of(PRINTED / name)
