"""The days of a month; the calendar ends with the year 9999, and no page breaks there."""

from __future__ import annotations

from datetime import date, timedelta


def next_month(first_day: date) -> date:
    """The first day of the month after; the very last month there is has none, and gives its own last day."""
    if (first_day.year, first_day.month) == (date.max.year, date.max.month):
        return date.max
    return first_day.replace(year=first_day.year + first_day.month // 12, month=first_day.month % 12 + 1)


def last_day_of(first_day: date) -> date:
    """The last day of a month."""
    following = next_month(first_day)
    return following if following == date.max else following - timedelta(days=1)


def month_before(first_day: date) -> date:
    """The first day of the month before; the very first month there is gives itself."""
    if first_day <= date.min:
        return first_day
    return (first_day - timedelta(days=1)).replace(day=1)
