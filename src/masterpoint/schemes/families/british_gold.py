"""Gold Points of the English and Welsh books, which lose the same part of their first value each year."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Clause, Step, derive, fact
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import product
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.core.sentences import Message, sentence


def value_after(first: Step, years: Step, *, life: int, clause: Clause, message: Message, reading: str) -> Step:
    """What is left, after so many years, of a value that lasts `life` years."""
    return derive(partial(_value_left, life), first, years, clause=clause, message=message, reading=reading)


def _value_left(life: int, first: Exact, years: Exact) -> Exact:
    years_left = life - years if years < life else 0
    return nearest_hundredth(product(first, Fraction(1, life), years_left))


def years_held(won: date, day: date, *, clause: Clause) -> Step:
    """The full years from the day points were won to another."""
    return fact(full_years(won, day), clause, sentence("full years from {won} to {on}", won=won, on=day))


def full_years(won: date, day: date) -> int:
    """Whole years between two days; a leap day has its anniversary on 1 March."""
    return max(0, day.year - won.year - ((day.month, day.day) < (won.month, won.day)))
