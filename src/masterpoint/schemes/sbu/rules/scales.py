"""Pages 4 to 10, the club award scales: TABLES 2, 3 and 4, and the steps below the top award."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Clause, Step, derive, fact
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, equal_steps, share_of, whole
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.core.tables import Scale
from masterpoint.schemes.sbu.book import Book, Rows


def scale_of(figure: Figure[Rows]) -> Scale:
    """A printed table to look figures up in."""
    return Scale(figure.clause, figure.text, figure.value)


def field_of(book: Book, contestants: int, kind: str, *, half_table: bool = False) -> Step:
    """4.1, 8.3, 9.3: the number at which the scale is read."""
    match kind:
        case "teams":
            return fact(contestants, book.clause("8.3"), "teams in the field, each of one table")
        case "two-winner pairs" if half_table:
            message = "pairs in this direction, counted separately because of the half table"
            return fact(contestants, book.clause("9.3"), message, reading="S-30")
        case "two-winner pairs":
            return fact(contestants, book.clause("8.3"), "pairs in this direction")
    message = "players in the field" if kind == "individual" else "pairs in the field"
    return fact(contestants, book.clause("4.1"), message)


def winners_of(book: Book, kind: str) -> Step | None:
    """3.12, 3.13, TABLE 1: pairs are paid by the number of winners their movement gives."""
    match kind:
        case "one-winner pairs":
            return fact(1, book.clause("3.12"), "one ranking list: a movement with one winner")
        case "two-winner pairs":
            return fact(2, book.clause("3.13"), "a list for each direction: 2 winners")
    return None


@rule
def top_award(book: Book, field: Step, kind: str) -> Step:
    """The top award of the scale; beyond the last row it stays the same."""
    winners = winners_of(book, kind)
    if winners is None:
        figures = book.figures.scales
        return scale_of(figures.individual if kind == "individual" else figures.tables).at(field)
    table = _pairs_table(book, winners.value)
    return derive(partial(_top_of_pairs, book), field, winners, clause=table.clause, message=table.message)


def _pairs_table(book: Book, winners: Exact) -> Scale:
    figures = book.figures.scales
    return scale_of(figures.one_winner if winners == 1 else figures.tables)


def _top_of_pairs(book: Book, contestants: Exact, winners: Exact) -> Exact:
    return _pairs_table(book, winners).value(contestants)


@rule
def top_third(book: Book, field: Step) -> Step:
    """4.3, 4.4: a third of the field, after rounding it up to a multiple of three."""
    share = book.figures.scales.share
    places = share.value.denominator
    if whole(field.value) % places:
        message = sentence("rounded up to a multiple of {places}", places=places)
        field = derive(partial(_multiple_of, places), field, clause=book.clause("4.4"), message=message)
    return derive(partial(_share, share.value), field, clause=share.clause, message=share.text)


def _multiple_of(divisor: int, count: Exact) -> Exact:
    return -(-whole(count) // divisor) * divisor


@rule
def top_half(book: Book, field: Step) -> Step:
    """4.7, 18.2: half of a final's field, rounded up."""
    share = book.figures.scales.final_share
    return derive(partial(_share, share.value), field, clause=share.clause, message=share.text)


@rule
def top_quarter(book: Book, field: Step) -> Step:
    """4.6, 20.5: a quarter of a Swiss field, rounded up (S-25)."""
    share = book.figures.scales.swiss_share
    reading = "S-25" if whole(field.value) % share.value.denominator else ""
    return derive(partial(_share, share.value), field, clause=share.clause, message=share.text, reading=reading)


def _share(fraction: Fraction, count: Exact) -> Exact:
    return share_of(whole(count), fraction)


@rule
def steps_down(
    book: Book, top: Step, awards: Step, *, step: Clause, rounding_clause: Clause, reading: str = ""
) -> Ladder:
    """4.5: the top award falls by equal steps, the last award being one of them; each is rounded up."""
    message = sentence("{points} points a place", points=quotient(top.value, awards.value))
    decrement = derive(quotient, top, awards, clause=step, message=message)
    return equal_steps(decrement, awards, clause=book.clause("4.5")).each(
        lambda place: (
            place
            if isinstance(place.value, int)
            else derive(up_to_whole, place, clause=rounding_clause, message="rounded up", reading=reading)
        )
    )


def quotient(dividend: Exact, divisor: Exact) -> Exact:
    return tidy(dividend * Fraction(1, whole(divisor)))


@rule
def basic_ladder(book: Book, field: Step, kind: str, top: Step) -> Ladder:
    """TABLES 2 to 4: the awards of one list; beyond their last row only the step changes (5.4, 5.5, 8.4)."""
    figures = book.figures.scales
    if kind in ("one-winner pairs", "individual"):
        is_beyond_table = field.value > figures.largest_field.value
        step, rounding_clause = book.clause("5.5" if is_beyond_table else "5.4"), book.clause("7.1")
    else:
        is_beyond_table = field.value > figures.most_tables.value
        step, rounding_clause = book.clause("8.4" if is_beyond_table else "4.5"), book.clause("10.2")
    return steps_down(book, top, top_third(book, field), step=step, rounding_clause=rounding_clause, reading="S-06")
