"""5.4, Annual major Area pairs championship: Green Points by Scale G, in place of Local Points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, whole
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import Message, sentence
from masterpoint.core.tables import Band, band
from masterpoint.schemes.families.bands import bands
from masterpoint.schemes.families.british import column_of
from masterpoint.schemes.families.british_all_play_all import left_over_rounds
from masterpoint.schemes.families.british_green import half_of_entry, top_of_entry
from masterpoint.schemes.families.fields import Field, fields, list_name, with_standing
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green.area_finals import Final, original, usual_ladder
from masterpoint.schemes.wbu.rules.green.paying import green_figure, pay_green
from masterpoint.schemes.wbu.rules.principles.general import GREEN, place_figure, rounded_up, tie_minimum
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_nobody


@rule
def problems(book: Book, event: Final, facts: Facts) -> Iterator[Problem]:
    fix = "leave `colour` out: Local awards are due"
    figures = book.figures.area_pairs
    minimum, minimum_round = figures.final_boards.value, figures.round_boards.value
    if event.boards < minimum:
        yield book.problem("boards", event.boards, f"the final has at least {minimum} boards", fix, "5.4.1")
    if facts.boards_per_round is not None and facts.boards_per_round < minimum_round:
        message = f"pairs of the final meet for at least {minimum_round} boards"
        yield book.problem("facts.boards_per_round", facts.boards_per_round, message, fix, "5.4.1")
    opponents = _opponents(event)
    minimum_boards = (facts.boards_per_round or 0) * opponents
    if facts.all_play_all and minimum_boards > event.boards:
        message = f"{opponents + 1} pairs who all meet for {facts.boards_per_round} boards need {minimum_boards} boards"
        yield book.problem("boards", event.boards, message, "correct the boards, or facts.all_play_all", "5.4.1")
    if not facts.all_play_all or any(field.winners > 1 for field in fields(event.lists, event.contest)):
        message = "every pair of the final must meet every other, in one ranking"
        yield book.problem("facts.all_play_all", "false", message, "ask the WBU for a special scale (2.11.1)", "5.4.1")


def _opponents(event: Final) -> int:
    return max((field.contestants for field in fields(event.lists, event.contest)), default=1) - 1


def round_remarks(book: Book, event: Final, facts: Facts) -> Iterator[Remark]:
    message = left_over_rounds(_opponents(event) + 1, event.boards, facts.boards_per_round)
    if message:
        yield book.remark("5.4.1", message)


def pay(book: Book, event: Final, field: Field, level: Step) -> list[Award]:
    """5.4.1: Green Points in place of Local; a player barred by 5.2.6 receives the Local award (W41)."""
    entry_size = original_pairs(book, event, field)
    reason = _too_few_pairs(book, entry_size)
    if reason:
        return pay_nobody(field.lists, reason, colour=GREEN)
    ladder, local = scale_g(book, entry_size), usual_ladder(book, event, field, level)
    minimum = tie_minimum(book, column_of(field), level)
    no_award = nothing(book.clause("5.2.3"), "Green Points are in place of Local Points")
    awards: list[Award] = []
    for ranking in field.lists:
        for entry, finish in with_standing(ranking):
            full_local = rounded_up(
                book, place_figure(book, finish, local, minimum, "4.2.3" if original(event) else "4.1.2")
            )
            greens = green_figure(book, finish, ladder, "5.4.1")
            awards += pay_green(
                book,
                entry,
                greens,
                no_award,
                full_local,
                boards=event.boards,
                once_a_season=True,
                ranking=list_name(ranking),
            )
        awards += no_standing(book, ranking, GREEN)
    return awards


def original_pairs(book: Book, event: Final, field: Field) -> Step:
    """5.4.1(a): the total original entry, counted in pairs."""
    tables = original(event)
    pairs = field.contestants if tables is None else int(2 * tables)
    return fact(pairs, book.clause("5.4.1"), "pairs in the total original entry")


def _too_few_pairs(book: Book, pairs: Step) -> Step | None:
    minimum = book.figures.area_pairs.least_pairs
    if pairs.value >= minimum.value:
        return None
    return nothing(minimum.clause, sentence("no Green Points below {least} pairs", least=minimum.value), pairs)


@rule
def scale_g(book: Book, pairs: Step) -> Ladder:
    """5.4.1(a) to (g) and Scale G: the Green awards of an Area pairs final."""
    figures = book.figures.area_pairs
    capped_pairs, maximum = pairs, figures.most_pairs
    if pairs.value > maximum.value:
        message = sentence(
            "{pairs} pairs count as {most}, the most there can be", pairs=pairs.value, most=maximum.value
        )
        capped_pairs = fact(maximum.value, maximum.clause, message)
    is_small = pairs.value < figures.formula_from.value
    top, awards = (
        (small_top(book, capped_pairs), half_way(book, capped_pairs))
        if is_small
        else (top_award(book, capped_pairs), number_of_awards(book, capped_pairs))
    )
    first = len(figures.first_falls.value)
    steps = [
        derive(
            partial(_fallen, fall_below(book, place)),
            top,
            clause=figures.first_falls.clause if place < first else figures.later_fall.clause,
            message=_fall_in_words(place + 1, fall_below(book, place)),
            reading="" if place < first else figures.later_fall.reading,
        )
        for place in range(whole(awards.value))
    ]
    return Ladder(steps, awards)


def _fall_in_words(place: int, fall: Fraction) -> Message:
    return sentence("place {place}: {fall} below the top award", place=place, fall=fall) if fall else "the top award"


def top_award(book: Book, pairs: Step) -> Step:
    """5.4.1(a): the top award by the entry."""
    figures = book.figures.area_pairs
    divisor, constant = figures.pairs_a_point.value, figures.above.value
    message = sentence("top award: entry ÷ {each} + {above}, up to a quarter", each=divisor, above=constant)
    return derive(partial(top_of_entry, divisor, constant), pairs, clause=figures.above.clause, message=message)


def small_top(book: Book, pairs: Step) -> Step:
    """Scale G: the top award of the smallest entries."""
    tops = book.figures.area_pairs.small_tops
    return derive(partial(_small_top, bands(tops.value)), pairs, clause=tops.clause, message="top award as printed")


def _small_top(rows: Sequence[Band[Fraction]], pairs: Exact) -> Exact:
    row = band(rows, whole(pairs))
    assert row is not None, "fewer than six pairs are refused before"
    return tidy(row.value)


def number_of_awards(book: Book, pairs: Step) -> Step:
    """5.4.1(d): the number of awards by the entry."""
    figures = book.figures.area_pairs
    divisor, constant = figures.pairs_an_award.value, figures.awards_above.value
    message = sentence("number of awards: entry ÷ {each} + {above}", each=divisor, above=constant)
    return derive(partial(_number, divisor, constant), pairs, clause=figures.awards_above.clause, message=message)


def _number(divisor: int, constant: int, pairs: Exact) -> Exact:
    return up_to_whole(Fraction(whole(pairs), divisor) + constant)


def half_way(book: Book, pairs: Step) -> Step:
    """5.4.1(e): small entries are paid half-way down."""
    return derive(half_of_entry, pairs, clause=book.clause("5.4.1"), message="number of awards: half the entry")


def fall_below(book: Book, place: int) -> Fraction:
    """5.4.1(b), (c): how far a place is below the top award (W16)."""
    figures = book.figures.area_pairs
    first = figures.first_falls.value
    if place < len(first):
        return first[place]
    return first[-1] + figures.later_fall.value * (place - len(first) + 1)


def _fallen(fall: Fraction, top: Exact) -> Exact:
    return tidy(top - fall)
