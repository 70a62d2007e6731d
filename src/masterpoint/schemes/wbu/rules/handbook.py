"""The WBU Master Point Handbook, 5th edition: title, first day, and its register of clauses."""

from __future__ import annotations

from collections.abc import Iterable

from masterpoint.core.derivation import Clause, cite
from masterpoint.core.errors import Problem, Refused
from masterpoint.schemes.loading import NoFigures, editions_of, load_books

BOOK = load_books("wbu", "WBU", NoFigures, editions_of("masterpoint.schemes.wbu"))[0]
TITLE = BOOK.title
CLAUSES = BOOK.clauses


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
