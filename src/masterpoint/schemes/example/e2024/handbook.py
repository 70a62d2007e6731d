"""The XBU Handbook 2024: title, first day, clauses and readings."""

from __future__ import annotations

from datetime import date

from masterpoint.core.derivation import Clause, cite
from masterpoint.schemes.families.handbook import load_clauses, load_readings

TITLE = "XBU Handbook 2024 (an invented example)"
IN_FORCE_FROM = date(2024, 9, 1)
CLAUSES = load_clauses(__package__, "XBU")
READINGS = load_readings(__package__)


def clause(number: str) -> Clause:
    """A clause of this book."""
    return cite(CLAUSES, number)
