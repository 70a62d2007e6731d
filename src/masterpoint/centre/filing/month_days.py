"""The days of a month. They also work at the end of the calendar, in the year 9999."""

from __future__ import annotations

from datetime import date, timedelta


def next_month(first_day: date) -> date:
    """The first day of the next month; for the last month of the calendar, its own last day."""
    if (first_day.year, first_day.month) == (date.max.year, date.max.month):
        return date.max
    return first_day.replace(year=first_day.year + first_day.month // 12, month=first_day.month % 12 + 1)


def last_day_of(first_day: date) -> date:
    """The last day of a month."""
    next_first = next_month(first_day)
    return next_first if next_first == date.max else next_first - timedelta(days=1)


def month_before(first_day: date) -> date:
    """The first day of the month before; for the first month of the calendar, its own."""
    if first_day <= date.min:
        return first_day
    return (first_day - timedelta(days=1)).replace(day=1)
