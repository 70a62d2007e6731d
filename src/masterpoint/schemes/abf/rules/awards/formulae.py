"""3.1, Masterpoint formulae (pages 14 and 15): what winners of sessions and of whole events earn.

The exponentials are worked out to seventy digits of their own. Every such value is transcendental, so it never lies on
a half of 0.01; in very large fields 1 - exp(-T/32) comes so close to 1 that only the sign of what is missing tells on
which side of a half it lies, and an exponential that is never rounded to nothing keeps that sign.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache, partial

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import at_least, at_most, part_of, whole
from masterpoint.schemes.abf.rules.handbook import clause

DIGITS = 72
SMALLEST = 700
"""Beyond this exponent a power is less than 10^-300, and counts as that."""
STRAIGHT_TO = {2: 30, 1: 15}  # 3.1.1: tables up to which the award grows in proportion
PER_TABLE = {2: Fraction(2, 100), 1: Fraction(4, 100)}
DECAY = {2: 32, 1: 16}
BOUNDS = {2: (44, 52), 3: (72, 80)}  # 3.1.2: per cent of the four-session award
FOUR = 4
PRINTED_TABLES, PRINTED_SESSIONS = 82, 10  # 3.4: beyond them the formula alone (3.1.2)


@lru_cache(maxsize=4096)
def exp_minus(exponent: Fraction) -> Fraction:
    """e to the power of minus the exponent, correct to seventy digits, and never nothing."""
    if exponent > SMALLEST:
        return Fraction(1, 10**300)
    with localcontext() as context:
        context.prec = DIGITS
        return Fraction((-Decimal(exponent.numerator) / Decimal(exponent.denominator)).exp())


def session_formula(winners: int, weight: Exact, tables: Exact) -> Exact:
    """3.1.1: 0.02WT or 0.04WT, and beyond 30 or 15 tables W[1-exp(-T/32)] or W[1-exp(-T/16)]."""
    count = whole(tables)
    if count <= STRAIGHT_TO[winners]:
        return tidy(weight * (PER_TABLE[winners] * count))
    return tidy(weight * (1 - exp_minus(Fraction(count, DECAY[winners]))))


def session_winner(winners: int, weight: Step, tables: Step) -> Step:
    """What the winner of a session earns."""
    kind = "two-winner" if winners == 2 else "one-winner"
    straight = whole(tables.value) <= STRAIGHT_TO[winners]
    formula = f"{'0.02' if winners == 2 else '0.04'} × W × T" if straight else f"W × (1 - exp(-T/{DECAY[winners]}))"
    return derive(
        partial(session_formula, winners),
        weight,
        tables,
        clause=clause("3.1.1a" if winners == 2 else "3.1.1b"),
        message=f"winner's award of a {kind} session: {formula}",
    )


def outright_formula(weight: Exact, tables: Exact, sessions: Exact) -> Exact:
    """3.1.2: 4.2W[1-exp(-T(S-1)/105) + 0.65exp(-800/(T(S-1)))]."""
    size = whole(tables) * (whole(sessions) - 1)
    bracket = 1 - exp_minus(Fraction(size, 105)) + Fraction(65, 100) * exp_minus(Fraction(800, size))
    return tidy(weight * (Fraction(42, 10) * bracket))


def outright_winner(weight: Step, tables: Step, sessions: Step) -> Step:
    """What the winner of an event of two or more sessions earns besides the session awards."""
    award = _outright(weight, tables, sessions)
    if sessions.value not in BOUNDS:
        return award
    four = _outright(weight, tables, fact(FOUR, clause("3.1.2b"), "sessions of the award to compare with"))
    return _bounded(award, four, *BOUNDS[whole(sessions.value)])


def _outright(weight: Step, tables: Step, sessions: Step) -> Step:
    beyond = tables.value > PRINTED_TABLES or sessions.value > PRINTED_SESSIONS
    return derive(
        outright_formula,
        weight,
        tables,
        sessions,
        clause=clause("3.1.2c" if beyond else "3.1.2a"),
        message="outright award of the winner: 4.2W[1 - exp(-T(S-1)/105) + 0.65 exp(-800/T(S-1))]",
    )


def _bounded(award: Step, four: Step, low: int, high: int) -> Step:
    """3.1.2: raised or lowered to the bounds, where the formula leaves them."""
    if award.value * 100 < four.value * low:
        done = f"raised to {low}%"
    elif award.value * 100 > four.value * high:
        done = f"lowered to {high}%"
    else:
        return award
    return derive(
        partial(_within, low, high),
        award,
        four,
        clause=clause("3.1.2b"),
        message=f"{done} of the four-session award",
        reading="B-05",
    )


def _within(low: int, high: int, award: Exact, four: Exact) -> Exact:
    least, most = part_of(low, 100, four), part_of(high, 100, four)
    return at_most(at_least(award, least), most)
