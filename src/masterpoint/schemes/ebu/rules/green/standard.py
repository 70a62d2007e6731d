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
from masterpoint.core.mechanisms import Ladder, at_least, share_of, whole
from masterpoint.core.rounding import HALF, up_to
from masterpoint.schemes.ebu.rules.handbook import clause

Reductions = Callable[[Step, Step, Step], Ladder]
"""From a top award, a minimum and the number of awards to the award of each place, exact, best first."""
TABLES_A_POINT = 24  # 6.4.1 to 6.4.7


def constant_to_minimum(top: Step, minimum: Step, awards: Step) -> Ladder:
    """Equal reductions, the last place paid receiving the minimum."""
    places = whole(awards.value)
    return [
        derive(
            partial(_reduced, place),
            top,
            minimum,
            awards,
            clause=clause("6.6"),
            message=f"place {place} of {places}, in equal reductions from top to minimum",
            reading="E29" if 1 < place < places else "",
        )
        for place in range(1, places + 1)
    ]


def _reduced(place: int, top: Exact, minimum: Exact, awards: Exact) -> Exact:
    if place == 1:
        return top
    return tidy(top - (top - minimum) * Fraction(place - 1, whole(awards) - 1))


REDUCTIONS: Reductions = constant_to_minimum


def standard_ladder(top: Step, minimum: Step, awards: Step, reductions: Reductions | None = None) -> Ladder:
    """The awards of so many places by the edition's reductions, or by others."""
    if top.value < minimum.value:
        top = derive(at_least, top, minimum, clause=top.clause, message="no award is below the minimum")
    return (reductions or REDUCTIONS)(top, minimum, awards)


def share_of_field(contestants: int, share: Fraction, number: str, *, reading: str = "A12") -> Step:
    """How many are paid: a part of the field, part-contestants counting as one."""
    field = fact(contestants, clause(number), "contestants counted")
    exactly = (contestants * share).denominator == 1
    message = f"number of awards: {share} of the field, part-contestants counting as one"
    return derive(
        partial(_share, share), field, clause=clause(number), message=message, reading="" if exactly else reading
    )


def _share(share: Fraction, contestants: Exact) -> Exact:
    return share_of(whole(contestants), share)


def all_of(contestants: int, number: str) -> Step:
    return fact(contestants, clause(number), "number of awards: all in the section")


def top_award(tables: Step, plus: Fraction, number: str) -> Step:
    """Tables over 24 and so much more, rounded up to a half."""
    message = f"tables ÷ {TABLES_A_POINT} + {shown(tidy(plus))}"
    exact = derive(partial(_over_24, plus), tables, clause=clause(number), message=message)
    if up_to(HALF, exact.value) == exact.value:
        return exact
    return derive(partial(up_to, HALF), exact, clause=clause(number), message="rounded up to a multiple of 0.50")


def _over_24(plus: Fraction, tables: Exact) -> Exact:
    return tables * Fraction(1, TABLES_A_POINT) + plus


def minimum(value: str, number: str, *, reading: str = "") -> Step:
    return fact(tidy(Fraction(value)), clause(number), "minimum award", reading=reading)
