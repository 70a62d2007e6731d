"""1.5, Gold Points: a fifth of a large green award, losing a fifth of its first value each year."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, fact, nothing
from masterpoint.core.editions import Worksheet
from masterpoint.core.events import EventModel
from masterpoint.core.exact import exact
from masterpoint.schemes.families.british_gold import full_years, value_after
from masterpoint.schemes.wbu.rules.green.paying import GOLD_FROM, gold_points
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse

YEARS = 5  # 1.5.1: 20% of the original value a year
MOST = 100_000
QUARTERS = 4  # 1.4.1(a)
Points = Annotated[Decimal, Meta(description="points, 0 to 100,000")]


class GoldAsked(EventModel, frozen=True, kw_only=True):
    """A green award of one event, or gold given directly, and the day its value is wanted for."""

    green: Points = Decimal(0)
    """Green Points earned in a single event."""
    direct: Points = Decimal(0)
    """Gold Points given directly in an international event (1.5.3)."""
    won: date
    on: date | None = None
    """The day whose value is asked for; the day it was won, where left out."""


def gold(asked: GoldAsked) -> list[Step | Remark]:
    """1.5.1: the Gold Points, and what they are still worth."""
    on = asked.on or asked.won
    found = []
    if on < asked.won:
        found.append(problem("1.5.1", "on", on, "this is before the day it was won", "give a later day"))
    for name, value in (("green", asked.green), ("direct", asked.direct)):
        if not 0 <= value <= MOST:
            found.append(problem("1.5.1", name, value, "this is no number of points", "give 0 to 100,000"))
    if 0 <= asked.green <= MOST and (asked.green * QUARTERS) % 1:
        message = "Green Points are whole numbers, halves or quarters"
        found.append(problem("1.4.1(a)", "green", asked.green, message, "give what was earned in the event"))
    if asked.green and asked.direct:
        message = "either Gold for a green award, or Gold given directly"
        found.append(problem("1.5.3", "direct", asked.direct, message, "ask for one at a time"))
    refuse(found)
    first = first_value(asked)
    years = fact(full_years(asked.won, on), clause("1.5.1"), f"full years from {asked.won} to {on}")
    message = "a fifth of the first value less a year"
    worth = value_after(first, years, life=YEARS, clause=clause("1.5.1"), message=message, reading="A14")
    return [first, worth, Remark(clause("1.5.2"), "Gold Points show current form; they do not count for a rank")]


def first_value(asked: GoldAsked) -> Step:
    if asked.direct:
        return fact(exact(asked.direct), clause("1.5.3"), "Gold Points given directly")
    green = fact(exact(asked.green), clause("1.4.1(a)"), "Green Points earned in one event")
    if green.value < GOLD_FROM:
        return nothing(clause("1.5.1"), f"no Gold Points below {GOLD_FROM} Green Points in one event", green)
    return gold_points(green)


SHEET = Worksheet("Gold Points of a green award, and what they are still worth", clause("1.5.1"), GoldAsked, gold)
