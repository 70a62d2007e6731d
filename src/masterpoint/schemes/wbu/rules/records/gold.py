"""1.5, Gold Points: a fifth of a large green award, losing a fifth of its first value each year."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, derive, fact, nothing
from masterpoint.core.editions import Worksheet
from masterpoint.core.events import EventModel
from masterpoint.core.exact import exact
from masterpoint.core.mechanisms import part_of
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.families.british_gold import value_after, years_held
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.refusals import refuse

MAX_POINTS = 100_000
Points = Annotated[Decimal, Meta(description="points, 0 to 100,000")]


class GoldFacts(EventModel, frozen=True, kw_only=True):
    """A green award of one event, or gold given directly, and the day whose value is asked for."""

    green: Points = Decimal(0)
    """Green Points earned in a single event."""
    direct: Points = Decimal(0)
    """Gold Points given directly in an international event (1.5.3)."""
    won: date
    on: date | None = None
    """The day whose value is asked for; the day it was won, where left out."""


@rule
def gold(book: Book, facts: GoldFacts) -> list[Step | Remark]:
    """1.5.1: the Gold Points, and what they are still worth."""
    day = facts.on or facts.won
    problems = []
    if day < facts.won:
        problems.append(book.problem("on", day, "this is before the day it was won", "give a later day", "1.5.1"))
    amounts = {"green": facts.green, "direct": facts.direct}
    excessive_amounts = {name: value for name, value in amounts.items() if not 0 <= value <= MAX_POINTS}
    for name, value in excessive_amounts.items():
        problems.append(book.problem(name, value, "this is not a number of points", "give 0 to 100,000", "1.5.1"))
    if "green" not in excessive_amounts and (facts.green * book.figures.records.green_parts.value) % 1:
        message = "Green Points are whole numbers, halves or quarters"
        problems.append(book.problem("green", facts.green, message, "give what was earned in the event", "1.4.1(a)"))
    if facts.green and facts.direct:
        message = "either Gold for a green award, or Gold given directly"
        problems.append(book.problem("direct", facts.direct, message, "ask for one at a time", "1.5.3"))
    refuse(problems)
    first = first_value(book, facts)
    years = years_held(facts.won, day, clause=book.clause("1.5.1"))
    part = part_in_words(Fraction(1, book.figures.records.gold_years.value))
    fading = sentence("less {part} of its first value a year", part=part)
    remainder = value_after(
        first,
        years,
        life=book.figures.records.gold_years.value,
        clause=book.clause("1.5.1"),
        message=fading,
        reading="A14",
    )
    return [first, remainder, book.remark("1.5.2", "Gold Points show current form; they do not count for a rank")]


def first_value(book: Book, facts: GoldFacts) -> Step:
    if facts.direct:
        return fact(exact(facts.direct), book.clause("1.5.3"), "Gold Points given directly")
    green = fact(exact(facts.green), book.clause("1.4.1(a)"), "Green Points earned in one event")
    minimum = book.figures.records.gold_from
    if green.value < minimum.value:
        return nothing(
            book.clause("1.5.1"),
            sentence("no Gold Points below {least} Green Points in one event", least=minimum.value),
            green,
        )
    return gold_points(book, green)


@rule
def gold_points(book: Book, green: Step) -> Step:
    """1.5.1: a fifth of the Green award, to two decimals."""
    rate = book.figures.records.green_in_a_gold
    message = sentence("one Gold Point for {greens} Green Points", greens=rate.value)
    part = derive(partial(part_of, 1, rate.value), green, clause=rate.clause, message=message)
    return derive(nearest_hundredth, part, clause=rate.clause, message="correct to two decimals", reading="A14")


def worksheet(book: Book) -> Worksheet:
    return Worksheet(
        "Gold Points of a green award, and what they are still worth",
        book.clause("1.5.1"),
        GoldFacts,
        partial(gold, book),
    )
