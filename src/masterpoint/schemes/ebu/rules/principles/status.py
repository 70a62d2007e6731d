"""3.2, Status of the event: its multiple of Club, and the levels above and below.

A status is a step whose value is its multiple of Club, so that every award shows where its level comes from.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import NamedTuple

from masterpoint.core.books import rule
from masterpoint.core.derivation import Clause, Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import product
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.families.british import level_below, name_of_status, status_title


class Level(NamedTuple):
    """A status by its multiple of Club, and where the book prints it."""

    multiple: Exact
    clause: Clause


@cache
def printed_levels(book: Book) -> dict[str, Level]:
    """3.2, and the level above National that the notes of Scales E and QE give; lowest first."""
    figures = book.figures.principles
    tables = (figures.statuses, figures.statuses_above)
    return {name: Level(tidy(multiple), table.clause) for table in tables for name, multiple in table.value.items()}


@cache
def statuses(book: Book) -> dict[str, Exact]:
    """Each status by its name, as a multiple of Club."""
    return {name: level.multiple for name, level in printed_levels(book).items()}


@cache
def levels(book: Book) -> tuple[Exact, ...]:
    """The multiples of Club, from Club upwards."""
    return tuple(statuses(book).values())


@lru_cache(maxsize=256)
def status_step(book: Book, name: str, number: str, reason: Message) -> Step:
    """A status by its name, and the clause that gives it to an event."""
    level, title = printed_levels(book)[name], status_title(name)
    message = sentence("{status} = {multiple} × Club", status=title, multiple=level.multiple)
    factor = fact(level.multiple, level.clause, message)
    message = sentence("{status} status: {why}", status=title, why=reason)
    return derive(product, factor, clause=book.clause(number), message=message)


def name_of(book: Book, status: Step) -> str:
    """The name of a status, or its multiple of Club where it has none."""
    return name_of_status(statuses(book), status.value)


@rule
def higher(book: Book, status: Step, number: str, reason: Message) -> Step:
    """One level up."""
    return _higher(book, status, number, reason)


@lru_cache(maxsize=256)
def _higher(book: Book, status: Step, number: str, reason: Message) -> Step:
    ladder = levels(book)
    if status.value not in ladder[:-1]:
        raise _undefined_status(book, "above", status, number)
    message = sentence("one level up: {why}", why=reason)
    return derive(partial(_next_level, ladder), status, clause=book.clause(number), message=message)


def _next_level(ladder: tuple[Exact, ...], value: Exact) -> Exact:
    return ladder[ladder.index(value) + 1]


@rule
def lower(book: Book, status: Step, number: str, reason: Message) -> Step:
    """One level down, never below Club."""
    return _lower(book, status, number, reason)


@lru_cache(maxsize=256)
def _lower(book: Book, status: Step, number: str, reason: Message) -> Step:
    ladder = levels(book)
    if status.value not in ladder:
        raise _undefined_status(book, "below", status, number)
    message = sentence("one level down, Club at least: {why}", why=reason)
    return derive(partial(level_below, ladder), status, clause=book.clause(number), message=message)


def _undefined_status(book: Book, direction: str, status: Step, number: str) -> Refused:
    name = name_of(book, status)
    message = f"one level {direction} {name} is not defined"
    return Refused(book.problem("grade", name, message, "ask the EBU for a special scale", number))
