"""The XBU Handbook 2024: title, first day, clauses and readings."""

from __future__ import annotations

from masterpoint.core.derivation import Clause, cite
from masterpoint.schemes.loading import NoFigures, editions_of, load_books

BOOK = load_books("xbu", "XBU", NoFigures, editions_of("masterpoint.schemes.example"))[0]
TITLE = BOOK.title
CLAUSES = BOOK.clauses


def clause(number: str) -> Clause:
    """A clause of this book."""
    return cite(CLAUSES, number)
