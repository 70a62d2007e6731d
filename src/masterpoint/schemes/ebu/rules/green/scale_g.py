"""6.3.1(a) to (g) and Scale G: the Green Point awards of a county pairs final, by the total original entry."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Step, derive
from masterpoint.core.exact import Exact, shown, tidy
from masterpoint.core.mechanisms import Ladder, whole
from masterpoint.core.rounding import up_to_quarter, up_to_whole
from masterpoint.schemes.ebu.rules.handbook import clause

PAIRS_A_POINT, ABOVE = 40, 3  # 6.3.1(a)
STEPS = (Fraction(5, 4), Fraction(3, 4), Fraction(1, 2))  # 6.3.1(b); the third by Scale G, reading E09
STEP = Fraction(1, 4)  # 6.3.1(c)
PAIRS_AN_AWARD, AWARDS_ABOVE = 10, 5  # 6.3.1(d)
MOST_PAIRS = 160  # 6.3.1(e)
HALF_WAY_BELOW, FEWEST_PAIRS = 14, 6  # 6.3.1(f)
SMALL_TOP = Fraction(7, 4)  # Scale G, rows below 14: a quarter for each award above this


def scale_g(entry: Step) -> Ladder:
    """6.3.1(a) to (g): the awards of a county pairs final, best first."""
    pairs = derive(_at_most_160, entry, clause=clause("6.3.1"), message=f"counted as at most {MOST_PAIRS} pairs")
    if pairs.value < FEWEST_PAIRS:
        return []
    if pairs.value < HALF_WAY_BELOW:
        number = derive(_half_way, pairs, clause=clause("6.3.1"), message="awards to half-way, fractions ignored")
        top = derive(_small_top, number, clause=clause("Scale G"), message=f"top award for {shown(pairs.value)} pairs")
    else:
        number = derive(_awards, pairs, clause=clause("6.3.1"), message="number of awards: entry ÷ 10 + 5")
        top = derive(_top, pairs, clause=clause("6.3.1"), message="top award: entry ÷ 40 + 3, up to 0.25")
    return [
        derive(
            partial(_place, place),
            top,
            clause=clause("Scale G" if place > 1 else "6.3.1"),
            message=f"place {place} of {shown(number.value)}",
            reading="E09" if place == len(STEPS) + 1 else "",
        )
        for place in range(1, whole(number.value) + 1)
    ]


def _at_most_160(pairs: Exact) -> Exact:
    return min(whole(pairs), MOST_PAIRS)


def _half_way(pairs: Exact) -> Exact:
    return whole(pairs) // 2


def _small_top(awards: Exact) -> Exact:
    return tidy(SMALL_TOP + awards * STEP)


def _awards(pairs: Exact) -> Exact:
    return up_to_whole(Fraction(whole(pairs), PAIRS_AN_AWARD)) + AWARDS_ABOVE


def _top(pairs: Exact) -> Exact:
    return up_to_quarter(Fraction(whole(pairs), PAIRS_A_POINT) + ABOVE)


def _place(place: int, top: Exact) -> Exact:
    early = sum(STEPS[: place - 1], Fraction(0))
    return tidy(top - early - STEP * max(0, place - 1 - len(STEPS)))
