"""The period of a statement, by default a year."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from masterpoint.centre.billing.errors import NotBilled
from masterpoint.core.errors import Problem

YEAR = timedelta(days=365)


class DateRange(NamedTuple):
    """A first and a last day, both included."""

    first: date
    last: date


def date_range(first: date | None, last: date | None, today: date) -> DateRange:
    """The requested period. By default it ends today and is a year long."""
    end = last or today
    start = first or date.fromordinal(max(1, end.toordinal() - YEAR.days))
    if start > end:
        fix = f"choose a day up to {end:%-d %B %Y}"
        raise NotBilled(Problem("first day", start.isoformat(), "it comes after the last day", fix))
    return DateRange(start, end)
