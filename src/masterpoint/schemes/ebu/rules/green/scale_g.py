"""6.3.1(a) to (g) and Scale G: the Green Point awards of a county pairs final, by the total original entry."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step, derive, nothing
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, whole
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.families.british_green import half_of_entry, top_of_entry


@rule
def scale_g(book: Book, entry: Step) -> Ladder:
    """6.3.1(a) to (g): the awards of a county pairs final, best first."""
    figures = book.figures.scale_g
    maximum = figures.most_pairs
    message = sentence("counted as at most {pairs} pairs", pairs=maximum.value)
    pairs = derive(partial(_at_most, maximum.value), entry, clause=maximum.clause, message=message)
    if pairs.value < figures.fewest_pairs.value:
        message = sentence("no Green Points below {least} pairs", least=figures.fewest_pairs.value)
        return Ladder((), nothing(figures.fewest_pairs.clause, message, entry))
    if pairs.value < figures.half_way_below.value:
        number, top = _small_field(book, pairs)
    else:
        number, top = _large_field(book, pairs)
    return Ladder((_place(book, place, top, number) for place in range(1, whole(number.value) + 1)), number)


def _small_field(book: Book, pairs: Step) -> tuple[Step, Step]:
    """(f): the number of awards, and the top one."""
    base, step = book.figures.scale_g.small_top, book.figures.scale_g.later_step
    clause = book.figures.scale_g.half_way_below.clause
    number = derive(half_of_entry, pairs, clause=clause, message="awards to half-way, fractions ignored")
    message = sentence("top award for {pairs} pairs", pairs=pairs.value)
    top = derive(partial(_small_top, base.value, step.value), number, clause=base.clause, message=message)
    return number, top


def _large_field(book: Book, pairs: Step) -> tuple[Step, Step]:
    """(a), (d): the number of awards, and the top one."""
    figures = book.figures.scale_g
    divisor, plus = figures.pairs_an_award, figures.awards_above
    message = sentence("number of awards: entry ÷ {over} + {plus}", over=divisor.value, plus=plus.value)
    number = derive(partial(_awards, divisor.value, plus.value), pairs, clause=divisor.clause, message=message)
    divisor, plus = figures.pairs_a_point, figures.above
    message = sentence("top award: entry ÷ {over} + {plus}, up to 0.25", over=divisor.value, plus=plus.value)
    return number, derive(
        partial(top_of_entry, divisor.value, plus.value), pairs, clause=divisor.clause, message=message
    )


def _place(book: Book, place: int, top: Step, number: Step) -> Step:
    """(b), (c): what a place earns."""
    steps, later_step = book.figures.scale_g.steps, book.figures.scale_g.later_step
    return derive(
        partial(_stepped_down, place, steps.value, later_step.value),
        top,
        clause=book.clause("Scale G") if place > 1 else later_step.clause,
        message=sentence("place {place} of {places}", place=place, places=number.value),
        reading=steps.reading if place == len(steps.value) + 1 else "",
    )


def _at_most(maximum: int, pairs: Exact) -> Exact:
    return min(whole(pairs), maximum)


def _small_top(base: Fraction, step: Fraction, awards: Exact) -> Exact:
    return tidy(base + awards * step)


def _awards(divisor: int, plus: int, pairs: Exact) -> Exact:
    return up_to_whole(Fraction(whole(pairs), divisor)) + plus


def _stepped_down(place: int, steps: tuple[Fraction, ...], later_step: Fraction, top: Exact) -> Exact:
    early = sum(steps[: place - 1], Fraction(0))
    return tidy(top - early - later_step * max(0, place - 1 - len(steps)))
