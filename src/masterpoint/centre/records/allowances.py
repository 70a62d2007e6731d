"""Allowances: points of one colour won before a certain day, which a ladder of ranks also counts by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from django.db.models import QuerySet, Sum

from masterpoint.centre.ledger.models import Line
from masterpoint.core.federations import Allowance
from masterpoint.schemes import FEDERATIONS

DaySum = tuple[date, str, int]
"""A day of play, a colour, and the hundredths of that colour won on it."""


def allowance_of(scheme: str) -> Allowance | None:
    """The allowance of a federation's ladder."""
    return next(iter(FEDERATIONS[scheme].allowances), None)


def allowance_named(name: str) -> Allowance | None:
    return next((allowance for allowance in _all() if allowance.name == name), None)


def _all() -> list[Allowance]:
    return [allowance for federation in FEDERATIONS.values() for allowance in federation.allowances]


def with_allowance(scheme: str, days: Iterable[DaySum]) -> list[DaySum]:
    """The days of a record, with extra rows for the allowance."""
    allowance = allowance_of(scheme)
    if allowance is None:
        return list(days)
    rows: list[DaySum] = []
    for day, colour, amount in days:
        rows.append((day, colour, amount))
        if colour == allowance.colour and day < allowance.before:
            rows.append((day, allowance.name, amount))
    return rows


def cap_allowances(holding: Mapping[str, int]) -> dict[str, int]:
    """Limit each allowance to the holding of its colour: old points may have been reversed or moved since."""
    colours = {allowance.name: allowance.colour for allowance in _all()}
    return {
        name: max(0, min(amount, holding.get(colours[name], 0))) if name in colours else amount
        for name, amount in holding.items()
    }


def add_allowance(scheme: str, sums: dict[int, dict[str, int]], lines: QuerySet[Line]) -> None:
    """Add the allowance to each holding."""
    allowance = allowance_of(scheme)
    if allowance is None:
        return
    rows = lines.filter(colour=allowance.colour, day__lt=allowance.before).values_list("person")
    for person, amount in rows.annotate(sum=Sum("hundredths")).order_by():
        sums.setdefault(person, {})[allowance.name] = amount
