"""3.1, Masterpoint formulae (pages 14 and 15): what winners of sessions and of whole events earn.

The exponentials are worked out to seventy digits. Every such value is transcendental, so it is never exactly half of
0.01. In very large fields 1 - exp(-T/32) comes so close to 1 that only the sign of the difference shows on which side
of a half it lies. An exponential that is never rounded to zero keeps that sign.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache, partial

from masterpoint.core.books import Figure, printed_figure, rule
from masterpoint.core.derivation import Step, derive
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import at_least, at_most, part_of, whole
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.abf.book import Book, OutrightFormula, SessionFormula

DIGITS = 72
SMALLEST = 700
"""Above this exponent a power is less than 10^-300, and larger exponents make no difference."""


@lru_cache(maxsize=4096)
def exp_minus(exponent: Fraction) -> Fraction:
    """e to the power of minus the exponent, correct to seventy digits, and never zero."""
    power = min(exponent, Fraction(SMALLEST))
    with localcontext() as context:
        context.prec = DIGITS
        return Fraction((-Decimal(power.numerator) / Decimal(power.denominator)).exp())


def session_formula(figures: SessionFormula, weight: Exact, tables: Exact) -> Exact:
    """3.1.1: a fixed amount for each table; beyond a number of tables W[1-exp(-T/decay)]."""
    count = whole(tables)
    if count <= figures.straight_to:
        return tidy(weight * (figures.per_table * count))
    return tidy(weight * (1 - exp_minus(Fraction(count, figures.decay))))


@rule
def session_winner(book: Book, winners: int, weight: Step, tables: Step) -> Step:
    """What the winner of a session earns."""
    figure = book.figures.formulae.two_winners if winners == 2 else book.figures.formulae.one_winner
    return derive(
        partial(session_formula, figure.value),
        weight,
        tables,
        clause=figure.clause,
        message=_session_message(figure, weight.value, whole(tables.value)),
    )


def _session_message(figure: Figure[SessionFormula], weight: Exact, tables: int) -> Message:
    if tables <= figure.value.straight_to:
        rate = tidy(weight * figure.value.per_table)
        template = "{award}: {rate} a table" if tables == 1 else "{award}: {rate} a table × {tables}"
        return sentence(template, award=figure.text, rate=rate, tables=tables)
    template = "{award}: {weight} × (1 - exp(-{tables}/{decay}))"
    return sentence(template, award=figure.text, weight=weight, tables=tables, decay=figure.value.decay)


def outright_formula(figures: OutrightFormula, weight: Exact, tables: Exact, sessions: Exact) -> Exact:
    """3.1.2: factor × W[1-exp(-T(S-1)/growth) + late_factor × exp(-late_growth/(T(S-1)))]."""
    size = whole(tables) * (whole(sessions) - 1)
    early = 1 - exp_minus(Fraction(size, figures.growth))
    late_term = figures.late_factor * exp_minus(Fraction(figures.late_growth, size))
    return tidy(weight * (figures.factor * (early + late_term)))


@rule
def outright_winner(book: Book, weight: Step, tables: Step, sessions: Step) -> Step:
    """What the winner of an event of two or more sessions earns besides the session awards."""
    award = _outright(book, weight, tables, sessions)
    for number, minimum, maximum in book.figures.formulae.bounds.value:
        if sessions.value == number:
            reference = _outright(book, weight, tables, printed_figure(book.figures.formulae.bounds_compare))
            return _within_bounds(book, award, reference, minimum, maximum)
    return award


def _outright(book: Book, weight: Step, tables: Step, sessions: Step) -> Step:
    chapter = book.figures.formulae
    is_beyond_tables = tables.value > chapter.printed_tables.value or sessions.value > chapter.printed_sessions.value
    figures = chapter.outright.value
    return derive(
        partial(outright_formula, figures),
        weight,
        tables,
        sessions,
        clause=book.clause("3.1.2c") if is_beyond_tables else chapter.outright.clause,
        message=sentence(
            "{award} by the formula, for {tables} tables and {sessions} sessions",
            award=chapter.outright.text,
            tables=tables.value,
            sessions=sessions.value,
        ),
    )


def _within_bounds(book: Book, award: Step, reference: Step, minimum: int, maximum: int) -> Step:
    """3.1.2: raised or lowered to the bounds if the formula exceeds them."""
    if award.value * 100 < reference.value * minimum:
        message = sentence("raised to {percent}% of the four-session award", percent=minimum)
    elif award.value * 100 > reference.value * maximum:
        message = sentence("lowered to {percent}% of the four-session award", percent=maximum)
    else:
        return award
    bounds = book.figures.formulae.bounds
    return derive(
        partial(_bounded_award, minimum, maximum),
        award,
        reference,
        clause=bounds.clause,
        message=message,
        reading="B-05",
    )


def _bounded_award(minimum: int, maximum: int, award: Exact, reference: Exact) -> Exact:
    return at_most(at_least(award, part_of(minimum, 100, reference)), part_of(maximum, 100, reference))
