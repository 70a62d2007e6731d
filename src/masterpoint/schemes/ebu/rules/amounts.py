"""Amounts on worksheets."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import msgspec

from masterpoint.core.derivation import Step, derive
from masterpoint.core.errors import Problem
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.schemes.ebu.book import Book

MAX_AMOUNT = 1_000_000_000


def amount_problems(book: Book, facts: msgspec.Struct, number: str, path: str = "") -> Iterator[Problem]:
    """Values on a worksheet that are not amounts: negative, infinite, or not a number."""
    for name in facts.__struct_fields__:
        value = getattr(facts, name)
        if isinstance(value, Decimal) and not (value.is_finite() and 0 <= value <= MAX_AMOUNT):
            yield book.problem(
                f"{path}{name}", value, "this is not an amount", "give 0 or more, written as 12.50", number
            )
        elif isinstance(value, tuple):
            for index, part in enumerate(value):
                if isinstance(part, msgspec.Struct):
                    yield from amount_problems(book, part, number, f"{path}{name}[{index}].")


def to_the_penny(step: Step, message: str) -> Step:
    """An amount rounded for the invoice; until then it keeps its fractions."""
    return derive(nearest_hundredth, step, clause=step.clause, message=message)
