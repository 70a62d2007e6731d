"""5.6.3, Flighted Swiss events of the WBU and an Area."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Result, Step, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, FlightedEvent, Part
from masterpoint.core.mechanisms import Ladder, share_of
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.families.british import part_earning
from masterpoint.schemes.families.british_green import (
    best_places,
    no_less_than,
    tables_of_flight_a,
    wrong_flights,
)
from masterpoint.schemes.families.fields import Field
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.green.joint_ventures import bonus_ladder, pay_flight, swiss_problems
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.refusals import refuse


@rule
def award(book: Book, event: FlightedEvent) -> Result:
    """5.6.3: flight A counts half of flight B besides its own tables, and never pays less than B."""
    require_acceptable(book, event)
    flights = {part.name.strip().upper(): part for part in event.parts}
    refuse(
        (
            *_flight_problems(book, event),
            *swiss_problems(book, event, [ranking for part in event.parts for ranking in part.lists]),
        )
    )
    a = _one_field(flights["A"], event.contest)
    b = _one_field(flights["B"], event.contest)
    b_tables = fact(b.full_tables, book.clause("5.6.3"), "tables of flight B")
    lower = bonus_ladder(book, event.contest, b_tables, b.contestants)
    upper = a_ladder(book, event.contest, a, b_tables, lower)
    return result_of(
        book,
        event,
        [
            *pay_flight(book, event, a, top_half(book, upper, a.contestants), number="5.6.3"),
            *pay_flight(book, event, b, top_half(book, lower, b.contestants), number="5.6.3"),
        ],
    )


def _one_field(flight: Part, contest: Contest) -> Field:
    """A flight as one field, whose ranking is called after it."""
    name = f"flight {flight.name.strip().upper()}"
    return Field("", tuple(replace(ranking, section=name) for ranking in flight.lists), contest)


def _flight_problems(book: Book, event: FlightedEvent) -> Iterator[Problem]:
    for contradiction in wrong_flights(event):
        yield book.problem(*contradiction, "5.6.3")


@rule
def a_ladder(book: Book, contest: Contest, a: Field, b_tables: Step, b_ladder: Ladder) -> Ladder:
    """5.6.3(c), (e): A plus half of B; raised to the size and number of B's awards where it would pay less."""
    a_tables = fact(a.full_tables, book.clause("5.6.3"), "tables of flight A")
    part, clause = book.figures.joint_ventures.flight_b_part.value, book.clause("5.6.3")
    message = sentence("tables of A and {part} of those of B", part=part_in_words(part))
    total_tables = tables_of_flight_a(a_tables, b_tables, part, clause=clause, message=message)
    ladder = bonus_ladder(book, contest, total_tables)
    return no_less_than(b_ladder, ladder, clause=clause, message="raised to the awards of flight B")


@rule
def top_half(book: Book, ladder: Ladder, contestants: int) -> Ladder:
    """5.6.3(e): nobody below half-way receives an award (A12)."""
    share = book.figures.joint_ventures.flight_share
    maximum = share_of(contestants, share.value)
    return best_places(ladder, fact(maximum, share.clause, part_earning(contestants, share.value)))
