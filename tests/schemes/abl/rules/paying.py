"""Chapter 1 and 2.1 to 2.4: what the places of a ranking pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from masterpoint.core.books import Figure, printed_figure, rule
from masterpoint.core.derivation import Step, derive, fact, nothing
from masterpoint.core.events import Contest, Entry, Player, RankingList
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, award_for, part_that_earns, product, share_of
from masterpoint.core.places import Finish, finishes
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.fields import Field, fields, list_name
from schemes.abl.book import Book

SUSPENDED = "suspended"


class Terms(NamedTuple):
    """On what terms a ranking is paid: points a table, the factors of the event, and the boards played."""

    rate: Figure[Fraction]
    factors: Sequence[Step]
    boards: int
    contest: Contest


class Paid(NamedTuple):
    """An entry of a ranking and what its place pays."""

    ranking: str
    entry: Entry
    step: Step


def steps_for(book: Book, terms: Terms, lists: Sequence[RankingList]) -> Iterator[Paid]:
    """Every entry of some ranking lists; the lists of one section share its tables."""
    for field in fields(lists, terms.contest):
        refusal = too_small(book, terms, field)
        places = Ladder((), refusal) if refusal else ladder(book, terms, field)
        for ranking in field.lists:
            for entry, finish in zip(ranking.entries, finishes(ranking.entries), strict=True):
                yield Paid(list_name(ranking), entry, refusal or pay(book, finish, places))


@rule
def too_small(book: Book, terms: Terms, field: Field) -> Step | None:
    """1.2, 1.3: why nobody earns anything here."""
    tables, boards = book.figures.general.minimum_tables, book.figures.general.minimum_boards
    if terms.boards < boards.value:
        count = fact(terms.boards, boards.clause, "boards")
        return nothing(boards.clause, sentence("nothing for fewer than {least} boards", least=boards.value), count)
    if field.tables < tables.value:
        count = fact(tidy(field.tables), tables.clause, "tables")
        return nothing(tables.clause, sentence("nothing for fewer than {least} tables", least=tables.value), count)
    return None


@rule
def ladder(book: Book, terms: Terms, field: Field) -> Ladder:
    """2.1 to 2.3: the winner by tables, each next place three quarters of the one above; two places in five."""
    figures = book.figures.awards
    tables = fact(tidy(field.tables), terms.rate.clause, "tables")
    top = derive(
        product,
        printed_figure(terms.rate),
        tables,
        *terms.factors,
        clause=terms.rate.clause,
        message=sentence("first place: {rate} a table", rate=terms.rate.value),
    )
    share, contestants = figures.field_share, field.contestants // field.winners
    places = share_of(contestants, share.value)
    awards = fact(places, share.clause, part_that_earns(share.value, contestants, places))
    return Ladder([top, *(_next_place(book, top, place) for place in range(2, places + 1))], awards)


def _next_place(book: Book, top: Step, place: int) -> Step:
    part = book.figures.awards.next_place
    message = sentence("place {place}: {part} of the award above", place=place, part=part.value)
    return derive(partial(_geometric, part.value, place - 1), top, clause=part.clause, message=message)


def _geometric(part: Fraction, steps: int, top: Exact) -> Exact:
    return tidy(top * part**steps)


@rule
def pay(book: Book, finish: Finish, places: Ladder) -> Step:
    """1.4, 1.5: those who tie share what their places pay; awards are given to the nearest hundredth."""
    return award_for(
        finish,
        places,
        unpaid_clause=book.clause("2.3"),
        tie_clause=book.clause("1.4"),
        rounding=nearest_hundredth,
        rounding_clause=book.clause("1.5"),
        rounds="to the nearest hundredth",
    )


@rule
def recipients(book: Book, entry: Entry) -> tuple[Player, ...] | None:
    """1.6: everybody but those who are suspended."""
    entitled = tuple(player for player in entry.players if player.membership != SUSPENDED)
    return None if len(entitled) == len(entry.players) else entitled
