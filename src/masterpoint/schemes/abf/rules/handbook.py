"""The ABF Masterpoint Manual of June 2025: title, first day, its registers, and the citation of a clause."""

from __future__ import annotations

from masterpoint.core.derivation import Clause, cite
from masterpoint.core.errors import Problem
from masterpoint.schemes.loading import NoFigures, editions_of, load_books

BOOK = load_books("abf", "ABF", NoFigures, editions_of("masterpoint.schemes.abf"))[0]
TITLE = BOOK.title
CLAUSES = BOOK.clauses


def clause(number: str) -> Clause:
    """A clause of this book."""
    return cite(CLAUSES, number)


def problem(place: str, value: object, message: str, fix: str, number: str) -> Problem:
    """Something this book does not allow, with its clause."""
    return Problem(place, str(value), message, fix, str(clause(number)))
