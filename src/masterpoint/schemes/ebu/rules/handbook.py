"""The EBU Licensing and Master Points Handbook, 7th edition: title, first day, and its register of clauses."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import msgspec

from masterpoint.core.derivation import Clause, Remark, cite
from masterpoint.core.errors import Problem
from masterpoint.schemes.loading import NoFigures, editions_of, load_books

BOOK = load_books("ebu", "EBU", NoFigures, editions_of("masterpoint.schemes.ebu"))[0]
TITLE = BOOK.title
CLAUSES = BOOK.clauses


def clause(number: str) -> Clause:
    """A clause of this book."""
    return cite(CLAUSES, number)


def problem(place: str, value: object, message: str, fix: str, number: str) -> Problem:
    """One thing this book does not allow, with the clause that says so."""
    written = str(value).lower() if isinstance(value, bool) else str(value)
    return Problem(place, written, message, fix, str(clause(number)))


def remark(number: str, message: str) -> Remark:
    return Remark(clause(number), message)


MOST = 1_000_000_000


def amount_problems(asked: msgspec.Struct, number: str, path: str = "") -> Iterator[Problem]:
    """Amounts on a worksheet that are none: negative, endless, or not a number."""
    for name in asked.__struct_fields__:
        value = getattr(asked, name)
        if isinstance(value, Decimal) and not (value.is_finite() and 0 <= value <= MOST):
            yield problem(f"{path}{name}", value, "this is no amount", "give 0 or more, written as 12.50", number)
        elif isinstance(value, tuple):
            for index, part in enumerate(value):
                if isinstance(part, msgspec.Struct):
                    yield from amount_problems(part, number, f"{path}{name}[{index}].")
