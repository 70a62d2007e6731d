"""3.2, Status of the event: its multiple of Club, and the levels above and below.

A status is a step whose value is its multiple of Club, so that every award shows where its level comes from.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact, shown
from masterpoint.core.mechanisms import product
from masterpoint.schemes.ebu.rules.handbook import clause, problem

STATUS: dict[str, Exact] = {
    "club": 1,
    "district": Fraction(3, 2),
    "county": 2,
    "regional": 3,
    "national": 4,
    "2 x regional": 6,
}
"""3.2, and the level above National that the notes of Scales E and QE give."""
LADDER = tuple(STATUS.values())
BELOW_CLUB = Fraction(3, 4)  # 4.2.7: half of District status


@lru_cache(maxsize=256)
def status_step(name: str, number: str, why: str) -> Step:
    """A status by its name, and the clause that gives it to an event."""
    value = STATUS[name]
    where = clause("Scale A-E") if name == "2 x regional" else clause("3.2")
    factor = fact(value, where, f"{_titled(name)} = {shown(value)} × Club")
    return derive(product, factor, clause=clause(number), message=f"{_titled(name)} status: {why}")


def _titled(name: str) -> str:
    return name.title().replace(" X ", " x ")


def name_of(status: Step) -> str:
    """The name of a status, or its multiple of Club where it has none."""
    names = {value: _titled(name) for name, value in STATUS.items()}
    return names.get(status.value, f"{shown(status.value)} × Club")


def higher(status: Step, number: str, why: str) -> Step:
    """One level up."""
    if status.value not in LADDER[:-1]:
        raise Refused(
            problem(
                "grade",
                name_of(status),
                f"one level above {name_of(status)} is not defined",
                "ask the EBU for a special scale",
                number,
            )
        )
    return derive(_next_level, status, clause=clause(number), message=f"one level up: {why}")


def _next_level(value: Exact) -> Exact:
    return LADDER[LADDER.index(value) + 1]


def lower(status: Step, number: str, why: str) -> Step:
    """One level down, never below Club."""
    if status.value not in LADDER:
        raise Refused(
            problem(
                "grade",
                name_of(status),
                f"one level below {name_of(status)} is not defined",
                "ask the EBU for a special scale",
                number,
            )
        )
    return derive(_previous_level, status, clause=clause(number), message=f"one level down, Club at least: {why}")


def _previous_level(value: Exact) -> Exact:
    return LADDER[max(0, LADDER.index(value) - 1)]
