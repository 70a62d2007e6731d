"""4.2.4 and 4.2.5, Multi-session events and Events with finals (pages 22 and 23): the premium, and consolations."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import ceil

import msgspec

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.exact import Exact, shown, tidy
from masterpoint.core.mechanisms import at_least, product
from masterpoint.schemes.abf.rules.grades.terms import Terms, with_grade
from masterpoint.schemes.abf.rules.grades.weights import Rated
from masterpoint.schemes.abf.rules.handbook import clause

PREMIUM = Fraction(3, 2)
QUARTER, LEAST_LIMIT = Fraction(1, 4), 9
LEADERS = 4  # 4.2.4
SESSION_FACTORS = {  # 4.2.5: by number of consolations
    1: ("0.60",),
    2: ("0.60", "0.45"),
    3: ("0.75", "0.60", "0.45", "0.30"),
}
BASE_WEIGHT = 1  # 4.2.5
GREEN_GRADES = ("C", "D", "E")


def limit_of_final(original: Fraction) -> Fraction:
    """4.2.5: a quarter of the original entry or 9 tables, whichever is greater."""
    return max(original * QUARTER, Fraction(LEAST_LIMIT))


def premium(tables: Fraction, original: Fraction, *, last: bool) -> Step | None:
    """The half more of a final; the last stage is scaled down beyond the limit, earlier ones then have none."""
    halves = "" if tables.denominator == 1 else "B-70"
    tables, original = Fraction(ceil(tables)), Fraction(ceil(original))  # 4.4.1: half tables count as full
    limit = limit_of_final(original)
    if tables <= limit:
        number, stage = ("4.2.5a", "final") if last else ("4.2.5c", "earlier stage no larger than a final")
        message = f"{stage} of {shown(tidy(tables))} tables: half as much again"
        return fact(PREMIUM, clause(number), message, reading=halves)
    if not last:
        return None
    size = fact(
        tidy(tables),
        clause("4.2.5b"),
        f"tables in the final; at most {shown(tidy(limit))} for the premium",
        reading=halves if limit.denominator == 1 else "B-49",
    )
    scaled = derive(
        partial(_scaled, limit), size, clause=clause("4.2.5b"), message="half as much again, scaled down by size"
    )
    standard = fact(1, clause("4.2.5b"), "never below the standard award")
    return derive(at_least, scaled, standard, clause=clause("4.2.5b"), message="premium of a final larger than allowed")


def _scaled(limit: Fraction, tables: Exact) -> Exact:
    return tidy(PREMIUM * limit / Fraction(tables))  # type: ignore[arg-type]


def leaders_premium(teams: int) -> Step:
    """4.2.4: up to four teams playing last rounds apart from a field that plays on."""
    if teams > LEADERS:
        return fact(1, clause("4.2.4b"), f"{teams} teams play the last rounds: more than {LEADERS}, so no premium")
    return fact(
        PREMIUM, clause("4.2.4b"), f"{teams} teams play the last rounds apart: half as much again", reading="B-48"
    )


class Consolation(msgspec.Struct, frozen=True):
    """Which consolation of how many."""

    number: int
    of: int
    graded: bool


def session_factor(consolation: Consolation) -> Exact:
    """4.2.5: the printed factor, or the average of the factors where the consolations are not graded."""
    printed = SESSION_FACTORS[min(consolation.of, 3)]
    factors = [Fraction(printed[min(index, len(printed) - 1)]) for index in range(consolation.of)]
    if consolation.graded or consolation.of == 1:
        return tidy(factors[consolation.number - 1])
    return tidy(sum(factors, Fraction(0)) / consolation.of)


def consolation_terms(terms: Terms, consolation: Consolation) -> Terms:
    """4.2.5: the weight of a consolation's session awards; the colour stays that of the final."""
    if terms.colour == "green":
        if terms.grade not in GREEN_GRADES:
            return with_grade(terms, Rated(terms.grade, "4.2.5d", "a grade F consolation keeps its grade", "B-25"))
        return with_grade(terms, Rated("E", "4.2.5d", "consolation of a green event: the basic awards"))
    return msgspec.structs.replace(
        terms,
        weight=_consolation_weight(terms, terms.weight, consolation),
        match_weight=_consolation_weight(terms, terms.match_weight, consolation),
    )


def _consolation_weight(terms: Terms, weight: Step, consolation: Consolation) -> Step:
    from_grade = weight if weight.clause.number == "1.5.1a" else weight.inputs[0]
    kind = "graded" if consolation.graded or consolation.of == 1 else "ungraded"
    factor = fact(
        session_factor(consolation),
        clause("4.2.5e"),
        f"consolation {consolation.number} of {consolation.of}, {kind}",
    )
    scaled = derive(
        product,
        from_grade,
        factor,
        clause=clause("4.2.5g"),
        message=f"weight of the consolation, {terms.colour} as the final",
    )
    if scaled.value < BASE_WEIGHT:
        floor = fact(BASE_WEIGHT, clause("4.2.5f"), "base grade weighting")
        scaled = derive(
            at_least, scaled, floor, clause=clause("4.2.5f"), message="no consolation below weight 1.0", reading="B-26"
        )
    if from_grade is weight:
        return scaled
    return derive(
        product, scaled, *weight.inputs[1:], clause=clause("3.1.3 note"), message="weight with all factors applied"
    )
