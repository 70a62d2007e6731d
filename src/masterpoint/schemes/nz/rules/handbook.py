"""The New Zealand Bridge Manual, section E: title, first day, and its register of clauses.

The manual carries no date; it cites the Laws of 2007, so 2008 is taken as its first year (reading N-43).
"""

from __future__ import annotations

from masterpoint.core.derivation import Clause, cite
from masterpoint.core.errors import Problem
from masterpoint.schemes.loading import NoFigures, editions_of, load_books

BOOK = load_books("nz", "NZ", NoFigures, editions_of("masterpoint.schemes.nz"))[0]
TITLE = BOOK.title
CLAUSES = BOOK.clauses
A, B, C = "A", "B", "C"
LEVELS = ("club", "region", "island", "national")


def clause(number: str) -> Clause:
    """A clause of this book."""
    return cite(CLAUSES, number)


def problem(place: str, value: object, message: str, fix: str, number: str) -> Problem:
    """Something this book does not allow, with the clause."""
    return Problem(place, str(value), message, fix, str(clause(number)))
