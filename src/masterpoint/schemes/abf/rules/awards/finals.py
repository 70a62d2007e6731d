"""4.2.4 and 4.2.5, Multi-session events and Events with finals (pages 22 and 23): the premium, and consolations."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import ceil

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.exact import Exact, rational, tidy
from masterpoint.core.mechanisms import at_least, with_reason
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.families.words import more_in_words


@rule
def limit_of_final(book: Book, original: Fraction) -> Fraction:
    """4.2.5: a quarter of the original entry or 9 tables, whichever is greater."""
    figures = book.figures.finals
    return max(original * figures.largest_part.value, Fraction(figures.largest_tables.value))


@rule
def premium(book: Book, tables: Fraction, original: Fraction, *, last: bool) -> Step | None:
    """The premium of a final, half as much again; above the limit less for the last stage, none for others."""
    halves = "" if tables.denominator == 1 else "B-70"
    tables, original = Fraction(ceil(tables)), Fraction(ceil(original))  # 4.4.1: half tables count as full
    limit = limit_of_final(book, original)
    if tables <= limit:
        template = "final" if last else "earlier stage no larger than a final"
        message = sentence(template + " of {tables} tables: {factor}", tables=tables, factor=_factor(book))
        clause = book.clause("4.2.5a" if last else "4.2.5c")
        return fact(book.figures.finals.premium.value, clause, message, reading=halves)
    if not last:
        return None
    size = fact(
        tidy(tables),
        book.clause("4.2.5b"),
        sentence("tables in the final; at most {limit} for the premium", limit=limit),
        reading=halves if limit.denominator == 1 else "B-49",
    )
    scaled = derive(
        partial(_scale_figure, book.figures.finals.premium.value * limit),
        size,
        clause=book.clause("4.2.5b"),
        message=sentence("{factor}, scaled down by size", factor=_factor(book)),
    )
    standard = fact(1, book.clause("4.2.5b"), "never below the standard award")
    return derive(
        at_least, scaled, standard, clause=book.clause("4.2.5b"), message="premium of a final larger than allowed"
    )


def _factor(book: Book) -> str:
    return more_in_words(book.figures.finals.premium.value)


def _scale_figure(maximum: Fraction, tables: Exact) -> Exact:
    return tidy(maximum / rational(tables))


@rule
def leaders_premium(book: Book, teams: int) -> Step:
    """4.2.4: up to four teams that play the last rounds apart from the rest of the field."""
    maximum = book.figures.finals.leaders
    if teams > maximum.value:
        message = sentence(
            "{teams} teams play the last rounds: more than {most}, so no premium", teams=teams, most=maximum.value
        )
        standard = fact(1, maximum.clause, "the standard award")
        return derive(with_reason, standard, clause=maximum.clause, message=message)
    message = sentence("{teams} teams play the last rounds apart: {factor}", teams=teams, factor=_factor(book))
    return fact(book.figures.finals.premium.value, maximum.clause, message, reading="B-48")
