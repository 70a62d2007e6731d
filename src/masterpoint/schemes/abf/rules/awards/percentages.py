"""4.2.2, Session awards for duplicate congress, State and national events (page 21): by each pair's percentage."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from masterpoint.core.derivation import Award, Step, derive, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import RankingList
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import product, whole
from masterpoint.core.places import entries_of
from masterpoint.core.rounding import HUNDREDTH
from masterpoint.schemes.abf.rules.awards.players import pay
from masterpoint.schemes.abf.rules.grades import state_events
from masterpoint.schemes.abf.rules.grades.terms import Terms
from masterpoint.schemes.abf.rules.handbook import clause, problem

LEAST_PERCENT, EVEN = 46, 50
PERCENTAGE_GRADES = ("B4s", "B5", "B4", "B3", "B", "A2", "A")  # congress, State and national events


def percentage_formula(weight: Exact, percent: Exact) -> Exact:
    """4.2.2: {10W + (P - 50) × 2W} / 100."""
    return tidy(weight * Fraction(10 + (whole(percent) - EVEN) * 2, 100))


def down_to_hundredth(value: Exact) -> Exact:
    return tidy(floor(value / HUNDREDTH) * HUNDREDTH)


def percentage_awards(ranking: RankingList, terms: Terms, factors: Sequence[Step], kind: str, name: str) -> list[Award]:
    """4.2.2: each pair by its own percentage, from 46 up, everything rounded down."""
    problems = list(_percentage_problems(ranking, terms))
    if problems:
        raise Refused(problems)
    awards: list[Award] = []
    number = "6.3b" if state_events.is_australia_wide(terms.event, terms.facts) else "4.2.2"
    for entry in entries_of(ranking):
        if entry.standing != "full":
            continue
        percent = fact(
            floor(Fraction(entry.score or 0)), clause(number), f"{entry.score}%, rounded down", reading="B-45"
        )
        if percent.value < LEAST_PERCENT:
            step = nothing(clause("4.2.2"), f"awards begin at {LEAST_PERCENT}%", percent)
        else:
            step = derive(
                percentage_formula,
                terms.weight,
                percent,
                clause=clause("4.2.2"),
                message="{10W + (P - 50) × 2W} / 100",
            )
            if factors:
                step = derive(product, step, *factors, clause=factors[-1].clause, message="so adjusted")
            if (Fraction(step.value) * 100).denominator != 1:  # type: ignore[arg-type]
                step = derive(down_to_hundredth, step, clause=clause("4.2.2"), message="rounded down to 0.01")
        awards += pay(entry, step, terms, kind, name)
    return awards


def _percentage_problems(ranking: RankingList, terms: Terms) -> list[Problem]:
    found = []
    if terms.grade not in PERCENTAGE_GRADES or terms.event.contest == "teams":
        what = f"{terms.event.contest} of grade {terms.grade}"
        message = f"percentage awards are for pairs of congress, State and national events, not {what}"
        found.append(problem("facts.percentage_awards", "true", message, "leave it out", "4.2.2"))
    found += [
        problem(
            f"entries[{index}].score",
            "" if entry.score is None else entry.score,
            "a percentage is needed",
            "give the percentage of every pair",
            "4.2.2",
        )
        for index, entry in enumerate(entries_of(ranking))
        if entry.score is None or not 0 <= entry.score <= 100
    ]
    return found
