"""6.6, the "standard EBU formula" of chapter 6: how awards fall from the top one to the minimum.

The book names the formula without printing it (reading E29). Number of awards, top and minimum are the clauses' own;
the places between fall by constant reductions. `REDUCTIONS` is the one place to put the published formula in.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.exact import Exact, shown, tidy
from masterpoint.core.mechanisms import Ladder, at_least, straight_line
from masterpoint.core.rounding import HALF, up_to
from masterpoint.schemes.ebu.e2014.handbook import clause

Reductions = Callable[[Step, Step, int], Ladder]
"""From a top award, a minimum and a number of places to the award of each place, exact, best first."""
TABLES_A_POINT = 24  # 6.4.1 to 6.4.7


def constant_to_minimum(top: Step, minimum: Step, places: int) -> Ladder:
    """Equal reductions, the last place paid receiving the minimum."""
    return straight_line(top, minimum, places, clause=clause("6.6"), reading="E29")


REDUCTIONS: Reductions = constant_to_minimum


def standard_ladder(top: Step, minimum: Step, places: int, reductions: Reductions | None = None) -> Ladder:
    """The awards of so many places by the edition's reductions, or by others."""
    if places < 1:
        return []
    if top.value < minimum.value:
        top = derive(at_least, top, minimum, clause=top.clause, says="no award is below the minimum")
    return (reductions or REDUCTIONS)(top, minimum, places)


def top_award(tables: Step, plus: Fraction, number: str) -> Step:
    """Tables over 24 and so much more, rounded up to a half."""
    says = f"tables ÷ {TABLES_A_POINT} + {shown(tidy(plus))}"
    exact = derive(partial(_over_24, plus), tables, clause=clause(number), says=says)
    if up_to(HALF, exact.value) == exact.value:
        return exact
    return derive(partial(up_to, HALF), exact, clause=clause(number), says="rounded up to a multiple of 0.50")


def _over_24(plus: Fraction, tables: Exact) -> Exact:
    return tables * Fraction(1, TABLES_A_POINT) + plus


def minimum(value: str, number: str, *, reading: str = "") -> Step:
    return fact(tidy(Fraction(value)), clause(number), "minimum award", reading=reading)
