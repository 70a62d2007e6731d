"""5.3 and 5.4: platinum points lose value with the years, white points become black ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.events import EventModel
from masterpoint.core.exact import Exact, exact, rational, tidy
from masterpoint.core.rounding import down_to_whole, nearest_hundredth
from schemes.abl.book import Book


class PlatinumFacts(EventModel, frozen=True, kw_only=True):
    """Platinum points, the day they were won and the day their value is asked for."""

    direct: Decimal
    won: date
    on: date


class ExchangeFacts(EventModel, frozen=True, kw_only=True):
    """White points at the end of a year."""

    points: Decimal


@rule
def platinum(book: Book, facts: PlatinumFacts) -> Sequence[Step | Remark]:
    """5.3: what was won, and what is left of it."""
    life = book.figures.office.platinum_years
    full = facts.on.year - facts.won.year - ((facts.on.month, facts.on.day) < (facts.won.month, facts.won.day))
    won = fact(exact(facts.direct), life.clause, "platinum points won")
    years = fact(max(0, full), life.clause, "full years")
    left = derive(
        partial(_left, life.value), won, years, clause=life.clause, message="a quarter of the first value less a year"
    )
    return [won, derive(nearest_hundredth, left, clause=book.clause("1.5"), message="to the nearest hundredth")]


def _left(life: int, won: Exact, years: Exact) -> Exact:
    return tidy(won * Fraction(max(0, life - int(rational(years))), life))


def platinum_worksheet(book: Book) -> Worksheet:
    return Worksheet("What platinum points are worth", book.clause("5.3"), PlatinumFacts, partial(platinum, book))


@rule
def exchange(book: Book, facts: ExchangeFacts) -> Sequence[Step | Remark]:
    """5.4: whole black points, and the white points left."""
    rate = book.figures.office.white_in_a_black
    white = fact(exact(facts.points), rate.clause, "white points")
    black = derive(partial(_converted, rate.value), white, clause=rate.clause, message="whole black points")
    left = derive(partial(_rest, rate.value), white, black, clause=rate.clause, message="white points left")
    return [black, left]


def _converted(rate: int, white: Exact) -> Exact:
    return down_to_whole(white * Fraction(1, rate))


def _rest(rate: int, white: Exact, black: Exact) -> Exact:
    return tidy(white - black * rate)


def exchange_worksheet(book: Book) -> Worksheet:
    return Worksheet("White points into black ones", book.clause("5.4"), ExchangeFacts, partial(exchange, book))
