"""Today's date where a federation plays, to refuse days in the future."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS

DAY_OF_PLAY = "day of play"


def today_for(federation: Federation) -> date:
    """Today in the easternmost place of a federation. A session may be over there while London still has yesterday."""
    return (datetime.now(UTC) + timedelta(hours=FEDERATIONS[federation.scheme].hours_ahead)).date()


def future_problems(federation: Federation, day: date, place: str = DAY_OF_PLAY) -> list[Problem]:
    """A problem if the day is in the future."""
    today = today_for(federation)
    if day <= today:
        return []
    message = f"this day has not come yet: today is {today:%-d %B %Y}"
    prompt = "day" if place == DAY_OF_PLAY else ""
    return [Problem(place, f"{day:%-d %B} {day.year}", message, "correct the date", prompt=prompt)]
