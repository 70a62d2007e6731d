"""1.5.1 and 1.6 with chapters 2 and 5 to 7: which grade an event has, its weights, and its colour."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent
from masterpoint.core.exact import Exact, shown
from masterpoint.core.mechanisms import product
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.grades import clubs, congresses, national_events, state_events
from masterpoint.schemes.abf.rules.handbook import clause, problem

GREEN, RED, GOLD = "green", "red", "gold"
WEIGHTS: dict[str, tuple[str, Exact, Exact]] = {  # 1.5.1: colour, weight for pairs, weight for teams
    "F": (GREEN, Fraction(3, 4), Fraction(1, 2)),
    "E": (GREEN, Fraction(3, 2), 1),
    "D": (GREEN, 2, Fraction(3, 2)),
    "C": (GREEN, Fraction(5, 2), 2),
    "B4c": (RED, Fraction(5, 2), Fraction(5, 2)),
    "B5i": (RED, 2, 2),
    "B4s": (RED, Fraction(5, 2), Fraction(5, 2)),
    "B5": (RED, 2, 2),
    "B4": (RED, Fraction(5, 2), Fraction(5, 2)),
    "B3": (RED, Fraction(15, 4), Fraction(15, 4)),
    "B": (RED, 5, 5),
    "A2": (GOLD, 5, 5),
    "A": (GOLD, 10, 10),
}
CLAUSE_OF = {  # where the book describes each grade
    "F": "2.2a",
    "E": "2.1",
    "D": "2.3a",
    "C": "2.4a",
    "B4c": "2.6a",
    "B5i": "2.7a",
    "B4s": "6.2.1a",
    "B5": "5.2.1",
    "B4": "5.2.2",
    "B3": "5.2.3",
    "B": "6.2.2f",
    "A2": "7.5.1",
    "A": "7.5.2",
}
READINGS = {"5.1.4 note": "B-22", "7.5.6": "B-18", "walk-in event of a Bridge Festival": "B-73"}
"""Clauses, or words, of a grade that rests on a reading."""
LEVELS = ("club", "region", "state", "national")
ISSUED_BY = {"club": ("A", "A2", "B"), "region": ("A", "A2", "B"), "state": ("A",)}
"""1.6: grades an organiser of this level cannot give on its own."""


class Rated(msgspec.Struct, frozen=True):
    """The grade of an event and the clause that gives it."""

    grade: str
    clause: str
    message: str
    reading: str = ""

    @property
    def colour(self) -> str:
        return WEIGHTS[self.grade][0]


def grade_named(written: str) -> str | None:
    """The grade as the book writes it, whatever the capitals."""
    return next((grade for grade in WEIGHTS if grade.lower() == written.strip().lower()), None)


def grade_of(event: AnyEvent, facts: Facts) -> Rated:
    """The grade that follows from the congress, the list of national events, the championship or the organiser;
    or the grade that is told, if nothing contradicts it."""
    problems = list(_unknown(event))
    if problems:
        raise Refused(problems)
    follows = (
        national_events.grade_of(event, facts)
        or congresses.grade_of(event, facts)
        or state_events.grade_of(event, facts)
        or clubs.grade_of(event, facts)
    )
    if not event.grade:
        return (
            Rated(*follows, READINGS.get(follows[1], READINGS.get(follows[2], "")))
            if follows
            else Rated("E", "2.1", "the basic grade, as no other applies")
        )
    told = grade_named(event.grade) or ""
    if follows and follows[0] != told and not clubs.may_differ(follows[0], told):
        message = f"this event is of grade {follows[0]} ({follows[2]})"
        raise Refused(problem("grade", event.grade, message, "leave the grade out, or mend the facts", follows[1]))
    if not follows:
        _issuer(event, told)
    return Rated(told, CLAUSE_OF[told], "as told")


def _unknown(event: AnyEvent) -> Iterator[Problem]:
    if event.organiser.level.lower() not in LEVELS:
        fix = f"write one of: {', '.join(LEVELS)}"
        yield problem("organiser.level", event.organiser.level, "no such organiser gives masterpoints", fix, "1.6")
    if event.grade and grade_named(event.grade) is None:
        fix = f"write one of: {', '.join(WEIGHTS)}"
        yield problem("grade", event.grade, "no such grade", fix, "1.5.1a")


def _issuer(event: AnyEvent, grade: str) -> None:
    if grade in ISSUED_BY.get(event.organiser.level.lower(), ()):
        colour = WEIGHTS[grade][0]
        message = f"a {event.organiser.level} cannot give {colour} points of grade {grade} for an event of its own"
        fix = "say which congress, State or national event it is ([facts]), or give the body that ran it"
        raise Refused(problem("grade", grade, message, fix, "1.6"))


def weight_of(rated: Rated, contest: str) -> Step:
    """1.5.1: the weight of the grade; individuals count as pairs."""
    kind = "teams" if contest == "teams" else "pairs"
    _, pairs, teams = WEIGHTS[rated.grade]
    weight = teams if kind == "teams" else pairs
    why = fact(weight, clause(rated.clause), f"grade {rated.grade}: {rated.message}", reading=rated.reading)
    return derive(
        product,
        why,
        clause=clause("1.5.1a"),
        message=f"weight {shown(weight)} for {kind} of grade {rated.grade}, {rated.colour} points",
    )
