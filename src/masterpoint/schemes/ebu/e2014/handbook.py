"""The EBU Licensing and Master Points Handbook, 7th edition: title, first day, and its register of clauses."""

from __future__ import annotations

from datetime import date

from masterpoint.core.derivation import Clause, cite
from masterpoint.schemes.families.handbook import load_clauses, load_readings

TITLE = "EBU Licensing and Master Points Handbook, 7th edition (2014)"
IN_FORCE_FROM = date(2014, 8, 1)
CLAUSES = load_clauses(__package__, "EBU")
READINGS = load_readings(__package__)


def clause(number: str) -> Clause:
    """A clause of this book."""
    return cite(CLAUSES, number)
