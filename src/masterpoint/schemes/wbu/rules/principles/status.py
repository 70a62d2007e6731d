"""2.2, Status of the organising body: a status is a step whose value is its multiple of Club."""

from __future__ import annotations

from fractions import Fraction

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact, shown, tidy
from masterpoint.schemes.families.british import as_far_between
from masterpoint.schemes.wbu.rules.handbook import clause, problem

STATUS: dict[str, Exact] = {
    "club": 1,
    "district": Fraction(3, 2),
    "area": 2,
    "regional": 3,
    "national": 4,
    "2 x regional": 6,
}
"""2.2.1, and the level above National of 2.2.2 and the notes of Scales E and QE."""
LEVELS_UP = tuple(STATUS.values())
BELOW_CLUB = Fraction(3, 4)  # 4.2.7: half of District status


def status(name: str, number: str, why: str) -> Step:
    """A named status, with the clause that gives it."""
    return fact(STATUS[name], clause(number), f"{name.title()} status: {why}")


def name_of(level: Step) -> str:
    """The name of a status, or its multiple of Club where it has none."""
    names = {value: name.title().replace(" X ", " x ") for name, value in STATUS.items()}
    return names.get(level.value, f"{shown(level.value)} × Club")


def higher(level: Step, number: str, why: str) -> Step:
    """2.2.2: one level up; what lies above 6 × Club is not defined (A06)."""
    if level.value > STATUS["national"]:
        raise Refused(
            problem(
                number,
                "grade",
                name_of(level),
                f"one level above {name_of(level)} is not defined",
                "ask the WBU for a special scale (2.11.1)",
            )
        )
    reading = "" if level.value in LEVELS_UP else "W45"
    regional = level.value == STATUS["area"]
    message = "one level up, to the scale between Area and National" if regional else "one level up"
    named = derive(
        level_above, level, clause=clause("3.1.4" if regional else "2.2.2"), message=message, reading=reading
    )
    return derive(_same, named, clause=clause(number), message=f"status raised: {why}")


def level_above(value: Exact) -> Exact:
    """2.2.2: the next level; a section's status between two levels rises to between the next two (W45)."""
    if value < STATUS["club"]:  # half of District becomes half of Area
        return tidy(value * Fraction(4, 3))
    if value in LEVELS_UP:
        return LEVELS_UP[LEVELS_UP.index(value) + 1]
    return as_far_between(LEVELS_UP, value)


def _same(value: Exact) -> Exact:
    return value


def lower(level: Step, number: str, why: str, *, reading: str = "") -> Step:
    """One level down, never below Club."""
    message = f"one level down, Club at least: {why}"
    return derive(_previous_level, level, clause=clause(number), message=message, reading=reading)


def _previous_level(value: Exact) -> Exact:
    return LEVELS_UP[max(0, LEVELS_UP.index(value) - 1)]
