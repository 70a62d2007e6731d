"""The period of a report: a month, a quarter or a year, written as 2026-10, 2026-Q3 or 2026."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta
from typing import Literal, NamedTuple

from masterpoint.core.errors import NotUnderstood, Problem

Length = Literal["month", "quarter", "year"]
PERIOD = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d{2})|-Q(?P<quarter>[1-4]))?", re.ASCII | re.IGNORECASE)


class Period(NamedTuple):
    """Whole months from a first day to a last."""

    code: str
    """The code for addresses and commands."""
    first: date
    last: date

    @property
    def length(self) -> Length:
        return "year" if len(self.code) == 4 else "quarter" if "Q" in self.code else "month"

    @property
    def name(self) -> str:
        """The name for people: `October 2026`, `July to September 2026`, `2026`."""
        if self.length == "year":
            return self.code
        return f"{self.first:%B %Y}" if self.length == "month" else f"{self.first:%B} to {self.last:%B %Y}"


def period_of(day: date, length: Length) -> Period:
    """The month, quarter or year that a day is in."""
    if length == "year":
        return Period(f"{day.year:04}", date(day.year, 1, 1), date(day.year, 12, 31))
    months = 3 if length == "quarter" else 1
    first = date(day.year, (day.month - 1) // months * months + 1, 1)
    last = date(day.year, first.month + months - 1, monthrange(day.year, first.month + months - 1)[1])
    code = f"{day.year:04}-Q{first.month // 3 + 1}" if length == "quarter" else f"{day.year:04}-{day.month:02}"
    return Period(code, first, last)


def period_before(day: date, length: Length) -> Period:
    """The last period that was over on a day, the default for reports."""
    return period_of(period_of(day, length).first - timedelta(days=1), length)


def read_period(text: str) -> Period:
    """A period from text; the error says how to write one."""
    match = PERIOD.fullmatch(text.strip())
    if match and int(match["year"]) > 1:
        year = int(match["year"])
        if match["quarter"]:
            return period_of(date(year, int(match["quarter"]) * 3, 1), "quarter")
        if not match["month"]:
            return period_of(date(year, 1, 1), "year")
        if 1 <= int(match["month"]) <= 12:
            return period_of(date(year, int(match["month"]), 1), "month")
    raise NotUnderstood(Problem("period", text, "this is not a period", "write 2026-10, 2026-Q3 or 2026"))
