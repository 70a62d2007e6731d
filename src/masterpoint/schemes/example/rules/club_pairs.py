"""Chapter 4, Club pairs: the top third earn local points, falling by equal steps to a minimum."""

from __future__ import annotations

from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import SessionEvent
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, award_for, part_that_earns, share_of
from masterpoint.core.places import Finish, finishes
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.core.tables import Scale
from masterpoint.schemes.example.book import Book
from masterpoint.schemes.families.fields import Field, fields, list_name


@rule
def award(book: Book, event: SessionEvent) -> Result:
    """4.1 to 4.4: what each entry earns."""
    if event.contest != "pairs":
        raise Refused(book.problem("contest", event.contest, "the book knows pairs only", "give a pairs event", "4.1"))
    awards = [award for field in fields(event.lists, event.contest) for award in _pay(book, field)]
    return Result(event, book.title, tuple(awards))


def _pay(book: Book, field: Field) -> list[Award]:
    places = _ladder(book, field)
    return [
        Award(entry, share(book, finish, places), "local", ranking=list_name(ranking))
        for ranking in field.lists
        for entry, finish in zip(ranking.entries, finishes(ranking.entries), strict=True)
    ]


@rule
def share(book: Book, finish: Finish, places: Ladder) -> Step:
    """4.4: those who tie share what their places pay, rounded up."""
    return award_for(
        finish,
        places,
        unpaid_clause=book.clause("4.3"),
        tie_clause=book.clause("4.4"),
        rounding=up_to_whole,
        rounding_clause=book.clause("4.4"),
    )


def _ladder(book: Book, field: Field) -> Ladder:
    """4.1 to 4.3: a step less each place, never under the minimum, for one place in three."""
    figures = book.figures.club_pairs
    tables = fact(field.full_tables, book.clause("4.1"), "full tables")
    top = Scale(figures.top_award.clause, figures.top_award.text, figures.top_award.value).at(tables)
    share, contestants = figures.field_share, field.contestants // field.winners
    places = share_of(contestants, share.value)
    awards = fact(places, share.clause, part_that_earns(share.value, contestants, places))
    return Ladder((_place(book, top, place) for place in range(1, places + 1)), awards)


def _place(book: Book, top: Step, place: int) -> Step:
    step, minimum = book.figures.club_pairs.step, book.figures.club_pairs.minimum
    return derive(
        partial(_stepped_down, place, step.value, minimum.value),
        top,
        clause=step.clause,
        message=sentence(
            "place {place}: {step} a place, at least {minimum}", place=place, step=step.value, minimum=minimum.value
        ),
    )


def _stepped_down(place: int, step: int, minimum: int, top: Exact) -> Exact:
    value = top - step * (place - 1)
    return value if value > minimum else minimum
