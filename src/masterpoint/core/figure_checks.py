"""Checks that the figures of one edition fit together: a scale begins at the first events that are paid,
a table has a line for each contest, a word is in the other table.

Each federation states what its rules rely on, next to its figures, with the functions here. The loader refuses an
edition whose figures conflict and reports every conflict at once, by the names of the figures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec

from masterpoint.core.books import Figure
from masterpoint.core.exact import Exact, figure_text
from masterpoint.core.sentences import Message, sentence

Rows = Sequence[tuple[Any, ...]]
"""Rows that each begin with the number from which they hold."""
COMMON_YEAR = 2026
"""Any year without 29 February."""
CONTESTS = ("individual", "pairs", "teams")


class Conflict(msgspec.Struct, frozen=True):
    """A figure that is wrong, by itself or in combination with another."""

    figure: Figure[Any] | str
    """The figure, or the place of something else: `tables/c_basic.csv`."""
    value: object
    message: Message
    """What is wrong; a figure among the values of the sentence is written as its name, its clause and what it is."""
    fix: Message
    part: str = ""
    """The part of the figure, if it has several: `teams`."""


Conflicts = Iterator[Conflict]


def rows_ascend(figure: Figure[Any], rows: Rows | None = None, part: str = "") -> Conflicts:
    """The rows of a table are in order, each for a number of its own."""
    starts = [row[0] for row in (figure.value if rows is None else rows)]
    if starts != sorted(set(starts)):
        fix = "give the lowest number first, and each once"
        yield Conflict(figure, comma_list(starts), "its rows do not ascend", fix, part)


def begins_by(figure: Figure[Any], minimum: Figure[int] | int, rows: Rows | None = None, part: str = "") -> Conflicts:
    """The rows of a table ascend, and begin at or below the smallest number ever looked up."""
    rows = figure.value if rows is None else rows
    yield from rows_ascend(figure, rows, part)
    number = minimum if isinstance(minimum, int) else minimum.value
    starts = [row[0] for row in rows]
    if starts and min(starts) <= number:
        return
    start_text = f"it begins at {min(starts)}" if starts else "it has no rows"
    message: Message = sentence("{begins}, but {needed} may be looked up", begins=start_text, needed=number)
    fix: Message = sentence("let it begin at {needed} or lower", needed=number)
    if not isinstance(minimum, int):
        message = sentence("{begins}, but {least} is {needed}", begins=start_text, least=minimum, needed=number)
    if starts and not isinstance(minimum, int):
        template = "let it begin at {needed} or lower, or make {least} {first} or more"
        fix = sentence(template, needed=number, least=minimum, first=min(starts))
    yield Conflict(figure, min(starts) if starts else "", message, fix, part)


def has_each(
    figure: Figure[Any], names: Iterable[str], *, lines: Mapping[str, Any] | None = None, part: str = ""
) -> Conflicts:
    """A table has a line for each of these names; it may have others."""
    lines = figure.value if lines is None else lines
    if missing := [name for name in names if name not in lines]:
        message = sentence("a line is missing: {names}", names=comma_list(missing))
        yield Conflict(figure, comma_list(lines), message, sentence("add {names}", names=comma_list(missing)), part)


def has_only(
    figure: Figure[Any], names: Collection[str], *, lines: Mapping[str, Any] | None = None, part: str = ""
) -> Conflicts:
    """A table has a line for each of these names and for no other, since no rule would use it."""
    lines = figure.value if lines is None else lines
    yield from has_each(figure, names, lines=lines, part=part)
    if unknown := [name for name in lines if name not in names]:
        message = sentence("no rule asks for {names}", names=comma_list(unknown))
        yield Conflict(
            figure, comma_list(unknown), message, sentence("lines it may have: {names}", names=comma_list(names)), part
        )


def among(figure: Figure[Any], words: Iterable[str], names: Collection[str], source: Figure[Any] | str) -> Conflicts:
    """The words of a figure all exist in another figure, or in the book."""
    for word in dict.fromkeys(words):
        if word not in names:
            message = sentence("{of} has no such name", of=source)
            yield Conflict(figure, word, message, sentence("write one of: {names}", names=comma_list(names)))


def above_zero(*figures: Figure[Any]) -> Conflicts:
    """Numbers that something is divided by, or measured in, are above 0."""
    for figure in figures:
        for number in numbers_in(figure.value):
            if number <= 0:
                yield Conflict(figure, figure_text(number), "this has to be more than 0", "give a greater number")


def negative_figures(figures: Iterable[Figure[Any]]) -> Conflicts:
    """No book prints a number below 0: in data it is a slip, which no rule expects."""
    for figure in figures:
        for number in numbers_in(figure.value):
            if isinstance(number, int | Fraction) and number < 0:
                fix = "write it without the minus, also where it is taken off"
                yield Conflict(figure, figure_text(number), "no figure is less than 0", fix)


def not_empty(*figures: Figure[Any]) -> Conflicts:
    """Lists have at least one line, and no empty lines."""
    for figure in figures:
        if _has_empty(figure.value):
            yield Conflict(figure, "", "a line is missing, or empty", "give at least one, and something in each")


def _has_empty(value: Any) -> bool:
    if not isinstance(value, tuple | list | Mapping):
        return False
    return not value or any(_has_empty(part) for part in (value.values() if isinstance(value, Mapping) else value))


def falls_to_nothing(figure: Figure[Any]) -> Conflicts:
    """Rows that each apply above a number descend, and the last applies above 0."""
    starts = [row[0] for row in figure.value]
    if starts != sorted(set(starts), reverse=True) or not starts or starts[-1]:
        message = "its rows do not fall to 0"
        yield Conflict(figure, comma_list(starts), message, "give the highest number first, and 0 in the last row")


def ascends(figure: Figure[Any], numbers: Iterable[Exact]) -> Conflicts:
    """Levels ascend."""
    levels = list(numbers)
    if any(higher <= lower for lower, higher in pairwise(levels)):
        message = "these do not ascend"
        yield Conflict(
            figure,
            comma_list(map(figure_text, levels)),
            message,
            "give the lowest first, each higher than the one before",
        )


def at_least(figure: Figure[Any], minimum: Figure[Any]) -> Conflicts:
    """A number is not below another."""
    if figure.value < minimum.value:
        message = sentence("{least} is {number}", least=minimum, number=minimum.value)
        fix = sentence(
            "give {number} or more, or make {least} {value} or less",
            number=minimum.value,
            least=minimum,
            value=figure.value,
        )
        yield Conflict(figure, figure_text(figure.value), message, fix)


def between(figure: Figure[int], lowest: int, highest: int) -> Conflicts:
    """A number is within its own bounds, such as those of a month."""
    if not lowest <= figure.value <= highest:
        fix = f"give a number from {lowest} to {highest}"
        yield Conflict(figure, figure.value, "this number is out of range", fix)


def days_of_the_year(*figures: Figure[Any]) -> Conflicts:
    """Days exist in every year: month and day, and the hour if the book names one."""
    for figure in figures:
        try:
            datetime(COMMON_YEAR, *figure.value)
        except ValueError:
            yield Conflict(figure, comma_list(figure.value), "there is no such day", "give the month, then the day")


def starts_a_row(figure: Figure[int], table: Figure[Any]) -> Conflicts:
    """A number that the book repeats elsewhere is one at which the table changes."""
    starts = [row[0] for row in table.value]
    if figure.value not in starts:
        message = sentence("no row of {table} begins there", table=table)
        fix = sentence(
            "give one of {starts}, or let a row of {table} begin at {number}",
            starts=comma_list(starts),
            table=table,
            number=figure.value,
        )
        yield Conflict(figure, figure.value, message, fix)


def triangular(figure: Figure[Any], rows: Sequence[Sequence[Any]] | None = None) -> Conflicts:
    """Row n is for n divisions and has a figure for each."""
    lengths = [len(row) for row in (figure.value if rows is None else rows)]
    if not lengths or lengths != list(range(1, len(lengths) + 1)):
        message = "row 1 needs one figure, row 2 two, and so on"
        yield Conflict(figure, comma_list(lengths), message, "give a row for each number of divisions, from 1 up")


def comma_list(names: Iterable[object]) -> str:
    return ", ".join(str(name) for name in names)


def numbers_in(value: Any) -> Iterator[Exact]:
    """Every number and day in a figure, at any depth."""
    if isinstance(value, Mapping):
        value = value.values()
    elif isinstance(value, msgspec.Struct):
        value = msgspec.structs.astuple(value)
    elif not isinstance(value, tuple | list):
        if not isinstance(value, str | bool):
            yield value
        return
    for item in value:
        yield from numbers_in(item)
