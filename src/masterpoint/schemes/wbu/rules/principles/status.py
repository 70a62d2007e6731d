"""2.2, Status of the organising body: a status is a step whose value is its multiple of Club."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import identity
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.families.british import as_far_between, level_below, name_of_status
from masterpoint.schemes.wbu.book import Book


@cache
def statuses(book: Book) -> dict[str, Exact]:
    """2.2.1, and the level above National of 2.2.2 and the notes of Scales E and QE."""
    return {name: tidy(value) for name, value in book.figures.principles.status.value.items()}


def below_club(book: Book) -> Fraction:
    """4.2.7: half of District status."""
    return book.figures.principles.status.value["district"] / 2


def status(book: Book, name: str, number: str, reason: Message) -> Step:
    """A named status, with the clause that gives it."""
    return fact(
        statuses(book)[name], book.clause(number), sentence("{name} status: {why}", name=name.title(), why=reason)
    )


def name_of(book: Book, level: Step) -> str:
    """The name of a status, or its multiple of Club where it has none."""
    return name_of_status(statuses(book), level.value)


@rule
def higher(book: Book, level: Step, number: str, reason: Message) -> Step:
    """2.2.2: one level up; levels above 6 × Club are not defined (A06)."""
    if level.value > statuses(book)["national"]:
        raise Refused(
            book.problem(
                "grade",
                name_of(book, level),
                f"one level above {name_of(book, level)} is not defined",
                "ask the WBU for a special scale (2.11.1)",
                number,
            )
        )
    reading = "" if level.value in statuses(book).values() else "W45"
    regional = level.value == statuses(book)["area"]
    template = "one level up, to the scale between Area and National: {why}" if regional else "one level up: {why}"
    new_level = derive(
        partial(level_above, book),
        level,
        clause=book.clause("3.1.4" if regional else "2.2.2"),
        message=sentence(template, why=reason),
        reading=reading,
    )
    return derive(identity, new_level, clause=book.clause(number), message=sentence("status raised: {why}", why=reason))


@rule
def level_above(book: Book, value: Exact) -> Exact:
    """2.2.2: the next level; a section's status between two levels rises to just as far between the next two (W45)."""
    status_values = statuses(book)
    levels = tuple(status_values.values())
    if value < status_values["club"]:  # half of District becomes half of Area
        multiples = book.figures.principles.status.value
        return tidy(value * (multiples["area"] / multiples["district"]))
    if value in levels:
        return levels[levels.index(value) + 1]
    return as_far_between(levels, value)


@rule
def lower(book: Book, level: Step, number: str, reason: Message, *, reading: str = "") -> Step:
    """One level down, never below Club."""
    message = sentence("one level down, Club at least: {why}", why=reason)
    formula = partial(level_below, tuple(statuses(book).values()))
    return derive(formula, level, clause=book.clause(number), message=message, reading=reading)
