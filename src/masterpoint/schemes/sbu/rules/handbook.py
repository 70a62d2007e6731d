"""The SBU Master Points Guide for Clubs: title, first day, and its register of clauses.

Clauses are numbered page.number, for the guide itself numbers none; pages are counted from the one printed folio.
What the guide leaves to the full handbook of the scheme is refused by name.
"""

from __future__ import annotations

from masterpoint.core.derivation import Clause, cite
from masterpoint.core.errors import Problem
from masterpoint.schemes.loading import NoFigures, editions_of, load_books

BOOK = load_books("sbu", "SBU", NoFigures, editions_of("masterpoint.schemes.sbu"))[0]
TITLE = BOOK.title
CLAUSES = BOOK.clauses
FULL_HANDBOOK = "see the full SBU handbook (HOTMPS) or ask the Master Points Policy Committee"


def clause(number: str) -> Clause:
    """A clause of this book."""
    return cite(CLAUSES, number)


def problem(place: str, value: object, message: str, fix: str, number: str) -> Problem:
    """Something this book does not allow, with the clause and the way out."""
    return Problem(place, str(value), message, fix, str(clause(number)))
