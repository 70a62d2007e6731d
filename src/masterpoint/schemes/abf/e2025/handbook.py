"""The ABF Masterpoint Manual of June 2025: title, first day, its registers, and the citation of a clause."""

from __future__ import annotations

from datetime import date

from masterpoint.core.derivation import Clause, cite
from masterpoint.core.errors import Problem
from masterpoint.schemes.families.handbook import load_clauses, load_readings

TITLE = "ABF Masterpoint Manual (June 2025)"
IN_FORCE_FROM = date(2025, 4, 1)  # reading B-02: the book names no first day but that of its fees
CLAUSES = load_clauses(__package__, "ABF")
READINGS = load_readings(__package__)


def clause(number: str) -> Clause:
    """A clause of this book."""
    return cite(CLAUSES, number)


def problem(place: str, value: object, message: str, fix: str, number: str) -> Problem:
    """Something this book does not allow, with its clause."""
    return Problem(place, str(value), message, fix, str(clause(number)))
