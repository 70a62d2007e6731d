"""A book: one edition's figures, tables, clauses and readings, as its rules read them.

Rules are written once for a federation and take the book as their first argument. What a book prints as a number is a
`Figure`: a typed value with the clause it comes from. Where the words of a clause changed from one edition to the next,
the edition names another function for that rule: whatever is marked `@rule` can be replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import date
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import msgspec

from masterpoint.core.derivation import Clause, Clauses, Remark, Step, fact
from masterpoint.core.errors import NoSuchClause, Problem
from masterpoint.core.exact import Exact
from masterpoint.core.fields import FormFields
from masterpoint.core.interpretations import Reading
from masterpoint.core.sentences import Message

T = TypeVar("T")
F = TypeVar("F")
R = TypeVar("R")
B = TypeVar("B", bound="Book[Any]")
P = ParamSpec("P")
_RULES: set[Callable[..., Any]] = set()
"""Every function marked `@rule`."""


class Figure(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """What a book prints: a number, a list or a small table, and the clause it comes from."""

    value: T
    clause: Clause
    text: str = ""
    """What the number is, in a few words."""
    reading: str = ""
    """The entry in the register of readings that it rests on, if the printed text is unclear."""


class Table(msgspec.Struct, frozen=True):
    """A table as printed: its heading and every cell."""

    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]

    def rows(self) -> list[dict[str, str]]:
        """Each line of the table as a dictionary by column name."""
        return [dict(zip(self.columns, cells, strict=False)) for cells in self.cells]


class Book(msgspec.Struct, Generic[F], frozen=True, eq=False):
    """One edition of one handbook. Two books are the same only if they are the same object."""

    scheme: str
    """The code of the federation: `ebu`."""
    edition: str
    """The name of the edition's folder: `2014`."""
    title: str
    in_force_from: date
    clauses: Clauses
    chapters: Mapping[str, Sequence[Clause]]
    """The clauses by chapter, in the book's order."""
    readings: Sequence[Reading]
    figures: F
    tables: Mapping[str, Table]
    """Large tables that rules look things up in, by name."""
    printed: Mapping[str, Table]
    """Every table the book prints, cell by cell, by name."""
    examples: Mapping[str, str]
    """Commented events, as TOML, by name."""
    sheets: Mapping[str, str]
    """Templates of the forms an office works with, by file name."""
    fields: Mapping[str, FormFields] = {}
    """For each form, the fields of an event that the book can use."""
    rules: Mapping[Callable[..., Any], Callable[..., Any]] = {}
    """The functions that this edition replaces, each with its replacement."""

    def clause(self, number: str) -> Clause:
        """A clause of this book. An unknown number raises, so no citation can be invented."""
        if number in self.clauses:
            return self.clauses[number]
        fix = f"keep the clause, or let {self.edition}/rules.py replace the rule that cites it"
        message = f"a rule cites this clause, and the {self.title} does not have it"
        raise NoSuchClause(Problem(f"{self.edition}/clauses.csv", number, message, fix))

    def problem(self, place: str, value: object, message: Message, fix: Message, number: str) -> Problem:
        """One thing this book does not allow, with the clause that says so."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return Problem(place, text, str(message), str(fix), str(self.clause(number)), edition=self.title)

    def remark(self, number: str, message: Message) -> Remark:
        return Remark(self.clause(number), message)


def printed_figure(figure: Figure[Any], message: Message = "") -> Step:
    """A number of the book as the first step of a derivation."""
    value: Exact = figure.value
    return fact(value, figure.clause, message or figure.text, reading=figure.reading)


def rule(function: Callable[Concatenate[B, P], R]) -> Callable[Concatenate[B, P], R]:
    """Mark a function for what a clause says in words; an edition with new words can name a replacement."""

    @wraps(function)
    def replaceable(*args: Any, **kwargs: Any) -> R:
        rules = args[0].rules
        return rules.get(replaceable, function)(*args, **kwargs) if rules else function(*args, **kwargs)

    _RULES.add(replaceable)
    return replaceable


def is_rule(function: Any) -> bool:
    """Whether an edition can name another function for this one."""
    return isinstance(function, Hashable) and function in _RULES


def as_written(function: Callable[P, R]) -> Callable[P, R]:
    """The original function of a rule, for a replacement that builds on it."""
    original: Callable[P, R] = function.__wrapped__  # type: ignore[attr-defined] # set by wraps()
    return original
