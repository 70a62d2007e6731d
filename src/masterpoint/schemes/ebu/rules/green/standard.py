"""6.6, the "standard EBU formula" of chapter 6: how awards fall from the top one to the minimum.

The book names the formula without printing it (reading E29). The clauses give the number of awards, the top and
the minimum; the places between fall by constant reductions. An edition that prints the formula replaces the rule
`reductions`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, raise_to_minimum, share_of, whole
from masterpoint.core.rounding import HALF, up_to
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.families.british import part_earning


@rule
def reductions(book: Book, top: Step, minimum: Step, awards: Step) -> Ladder:
    """Equal reductions, the last place paid receiving the minimum."""
    places = whole(awards.value)
    steps = [
        derive(
            partial(_place_award, place),
            top,
            minimum,
            awards,
            clause=book.clause("6.6"),
            message=sentence(
                "place {place} of {places}, in equal steps from {top} to {minimum}",
                place=place,
                places=places,
                top=top.value,
                minimum=minimum.value,
            ),
            reading="E29" if 1 < place < places else "",
        )
        for place in range(1, places + 1)
    ]
    return Ladder(steps, awards)


def _place_award(place: int, top: Exact, minimum: Exact, awards: Exact) -> Exact:
    if place == 1:
        return top
    return tidy(top - (top - minimum) * Fraction(place - 1, whole(awards) - 1))


def standard_ladder(book: Book, top: Step, minimum: Step, awards: Step) -> Ladder:
    """The awards of all places that are paid, none below the minimum."""
    first_award = raise_to_minimum(top, minimum=minimum, clause=top.clause, message="no award is below the minimum")
    return reductions(book, first_award, minimum, awards)


def share_of_field(book: Book, contestants: int, share: Fraction, number: str, *, reading: str = "A12") -> Step:
    """How many are paid: a part of the field, where part of a contestant counts as one."""
    field = fact(contestants, book.clause(number), sentence("{contestants} in the field", contestants=contestants))
    is_exact = (contestants * share).denominator == 1
    return derive(
        partial(_share, share),
        field,
        clause=book.clause(number),
        message=part_earning(contestants, share),
        reading="" if is_exact else reading,
    )


def _share(share: Fraction, contestants: Exact) -> Exact:
    return share_of(whole(contestants), share)


def all_of(book: Book, contestants: int, number: str) -> Step:
    return fact(contestants, book.clause(number), "number of awards: all in the section")


def top_award(book: Book, tables: Step, plus: Fraction, number: str) -> Step:
    """Tables ÷ 24 plus a constant, rounded up to a half."""
    clause, divisor = book.clause(number), book.figures.one_day.tables_a_point.value
    message = sentence("tables ÷ {over} + {plus}", over=divisor, plus=tidy(plus))
    exact_award = derive(partial(_quotient_plus, divisor, plus), tables, clause=clause, message=message)
    if up_to(HALF, exact_award.value) == exact_award.value:
        return exact_award
    return derive(partial(up_to, HALF), exact_award, clause=clause, message="rounded up to a multiple of 0.50")


def _quotient_plus(divisor: int, plus: Fraction, tables: Exact) -> Exact:
    return tables * Fraction(1, divisor) + plus


def minimum(book: Book, value: Fraction, number: str, *, reading: str = "") -> Step:
    return fact(tidy(value), book.clause(number), "minimum award", reading=reading)
