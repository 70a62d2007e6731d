"""The season of a federation: the twelve months whose points are compared, and at whose end they decay or convert."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec


class Season(msgspec.Struct, frozen=True):
    """Twelve months from a day of the year. A season has the number of the year in which it begins."""

    month: int = 1
    day: int = 1

    @property
    def is_calendar_year(self) -> bool:
        return (self.month, self.day) == (1, 1)

    def year_of(self, day: date) -> int:
        """The season that a day is in, by its year."""
        return max(day.year - ((day.month, day.day) < (self.month, self.day)), 1)

    def first_day(self, year: int) -> date:
        return date(year, self.month, self.day)

    def last_day(self, year: int) -> date:
        """The day before the next season begins."""
        if self.is_calendar_year:
            return date(year, 12, 31)
        return self.first_day(year + 1) - timedelta(days=1) if year < date.max.year else date.max

    def name(self, year: int) -> str:
        """A season as people write it: `2026`, or `2026/27` if it ends in the next year."""
        return str(year) if self.is_calendar_year else f"{year}/{(year + 1) % 100:02}"


CALENDAR_YEAR = Season()
