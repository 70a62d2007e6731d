"""The WBU Master Point Handbook, 5th edition: title, first day, and its register of clauses."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from masterpoint.core.derivation import Clause, cite
from masterpoint.core.errors import Problem, Refused
from masterpoint.schemes.families.handbook import load_clauses, load_readings

TITLE = "WBU Master Point Handbook, 5th edition (2003)"
IN_FORCE_FROM = date(2003, 4, 1)
CLAUSES = load_clauses(__package__, "WBU")
READINGS = load_readings(__package__)


def clause(number: str) -> Clause:
    """A clause of this book."""
    return cite(CLAUSES, number)


def problem(number: str, place: str, value: object, message: str, fix: str) -> Problem:
    """One thing this book does not allow."""
    return Problem(place, str(value), message, fix, str(clause(number)))


def refuse(problems: Iterable[Problem]) -> None:
    """Refuse an event for everything that is wrong with it, if anything is."""
    found = list(problems)
    if found:
        raise Refused(found)
