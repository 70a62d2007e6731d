"""What a ladder of ranks counts beside the colours: a part of one colour, told by the day it was won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import QuerySet, Sum

from masterpoint.centre.ledger.models import Line

DaySum = tuple[date, str, int]
"""A day of play, a colour, and the hundredths of that colour won on it."""


class Allowance(NamedTuple):
    """Points of a colour won before a day, which the ladder counts once more under a name of their own."""

    name: str
    colour: str
    before: date

    @property
    def last_day(self) -> date:
        return self.before - timedelta(days=1)


RED_BEFORE_1982 = Allowance("red before 1982", "red", date(1982, 1, 1))
ALLOWANCES = {"abf": RED_BEFORE_1982}  # ABF 1.8b, 1.8c
COLOURS = {allowance.name: allowance.colour for allowance in ALLOWANCES.values()}


def allowance_named(name: str) -> Allowance | None:
    return next((allowance for allowance in ALLOWANCES.values() if allowance.name == name), None)


def with_allowance(scheme: str, days: Iterable[DaySum]) -> list[DaySum]:
    """The days of a record, with what the ladder counts once more."""
    allowance = ALLOWANCES.get(scheme)
    if allowance is None:
        return list(days)
    rows: list[DaySum] = []
    for day, colour, amount in days:
        rows.append((day, colour, amount))
        if colour == allowance.colour and day < allowance.before:
            rows.append((day, allowance.name, amount))
    return rows


def capped(holding: Mapping[str, int]) -> dict[str, int]:
    """A part is never more than the whole: points won long ago may have been taken back or moved since."""
    return {
        name: max(0, min(amount, holding.get(COLOURS[name], 0))) if name in COLOURS else amount
        for name, amount in holding.items()
    }


def add_allowance(scheme: str, sums: dict[int, dict[str, int]], lines: QuerySet[Line]) -> None:
    """What the ladder counts once more, beside the colours of each holding."""
    allowance = ALLOWANCES.get(scheme)
    if allowance is None:
        return
    rows = lines.filter(colour=allowance.colour, day__lt=allowance.before).values_list("person")
    for person, amount in rows.annotate(sum=Sum("hundredths")).order_by():
        sums.setdefault(person, {})[allowance.name] = amount
