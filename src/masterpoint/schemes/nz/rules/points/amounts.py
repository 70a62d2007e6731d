"""Amounts on worksheets: points are never negative."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from msgspec import Meta

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import EventModel

Points = Annotated[Decimal, Meta(description="a number of points, 0 or more")]
MAX_POINTS = 1_000_000


def require_amounts(facts: EventModel) -> None:
    """Refuse negative or unreasonably large amounts, all at once."""
    problems = [
        Problem(name, str(value), "this is not a number of points", f"give 0 to {MAX_POINTS}")
        for name in facts.__struct_fields__
        if isinstance(value := getattr(facts, name), Decimal) and not (value.is_finite() and 0 <= value <= MAX_POINTS)
    ]
    if problems:
        raise NotReadable(problems)
