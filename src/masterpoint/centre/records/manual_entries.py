"""An adjustment or an opening balance as an officer types it into a form, before it is posted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.records import queries
from masterpoint.centre.registry.models import Person
from masterpoint.core.errors import Problem
from masterpoint.core.seasons import Season
from masterpoint.schemes import FEDERATIONS

MANUAL_KINDS = (Posting.Kind.ADJUSTMENT, Posting.Kind.OPENING)
MAX_POINTS = Decimal(1_000_000)
MAX_DECIMALS = 2


class ManualEntry(NamedTuple):
    """An adjustment or an opening balance from a form, not yet posted."""

    kind: str
    colour: str
    hundredths: int
    day: date
    reason: str
    year: int | None = None
    """The season a balance was won in, if known; without it, it counts for life and in no season."""


def read_entry(person: Person, data: Mapping[str, str], *, today: date) -> ManualEntry:
    """The entry of a form; raises everything that is wrong with it."""
    problems: list[Problem] = []
    day = _day(data.get("day", ""), today, problems)
    colours = queries.edition_of(person.federation, day).colours
    colour, kind = data.get("colour", ""), data.get("kind", "")
    if colour not in colours:
        problems.append(
            Problem("colour", colour[:20], "the book has no points of this colour", f"one of: {', '.join(colours)}")
        )
    if kind not in MANUAL_KINDS:
        problems.append(
            Problem("kind", kind[:20], "officers cannot post this kind", "an adjustment or an opening balance")
        )
    amount = _hundredths(data.get("points", ""), problems)
    season = FEDERATIONS[person.federation.scheme].season
    year = _year(data.get("year", "").strip(), season, day, problems)
    reason = data.get("reason", "").strip()[:300]
    if not reason:
        problems.append(Problem("reason", "", "this needs a reason", "say what was wrong and when"))
    if problems:
        raise ledger.NotPosted(problems)
    return ManualEntry(kind, colour, amount, day, reason, year)


def hundredths_of(text: str) -> int | None:
    """Points from text, exactly: 12, -3.5, 0.25; None if this is not a number of points."""
    try:
        points = Decimal(text.strip().replace("−", "-"))
    except InvalidOperation:
        return None
    exponent = points.as_tuple().exponent
    if not isinstance(exponent, int) or -exponent > MAX_DECIMALS or points.copy_abs() > MAX_POINTS:
        return None  # not finite, too fine, or too large even for arithmetic
    return int(points.scaleb(2))


def _hundredths(text: str, problems: list[Problem]) -> int:
    amount = hundredths_of(text)
    if amount is None:
        problems.append(Problem("points", text[:20], "this is not a number of points", "write it as 12, 0.25 or -3.5"))
    elif not amount:
        problems.append(Problem("points", text[:20], "the adjustment is zero", "give the amount that was wrong"))
    return amount or 0


def _day(text: str, today: date, problems: list[Problem]) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        problems.append(Problem("day", text[:20], "this is not a date", "choose the day of the error"))
        return today
    if day > today:
        problems.append(Problem("day", text, "this day has not come yet", "choose the day of the error"))
    return day


def _year(text: str, season: Season, day: date, problems: list[Problem]) -> int | None:
    """The season of the points; for an adjustment it must agree with its day."""
    year = season.year_of(day)
    if text and text != str(year):
        message = f"the day is in {season.name(year)}"
        problems.append(Problem("year", text[:20], message, "give a day of the year the points were won in"))
    return year if text else None
