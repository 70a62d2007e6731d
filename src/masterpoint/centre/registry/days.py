"""What day it is where a federation plays: nothing was played tomorrow."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import Problem

HOURS_AHEAD = {"nz": 13, "abf": 11}
"""New Zealand and eastern Australia in summer. A morning's session there ends before the same day begins in London."""
BRITISH_SUMMER = 1


def today_in(federation: Federation) -> date:
    """Today in the easternmost place of a federation."""
    return (datetime.now(UTC) + timedelta(hours=HOURS_AHEAD.get(federation.scheme, BRITISH_SUMMER))).date()


def future_problems(federation: Federation, day: date, place: str = "day of play") -> list[Problem]:
    """One problem where the day has not come yet, else none."""
    today = today_in(federation)
    if day <= today:
        return []
    message = f"this day has not come yet: today is {today:%-d %B %Y}"
    return [Problem(place, f"{day:%-d %B} {day.year}", message, "correct the date", prompt="day")]
