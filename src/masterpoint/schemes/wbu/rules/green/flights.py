"""5.6.3, Flighted Swiss events of the WBU and an Area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, FlightedEvent, RankingList
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, share_of, unchanged
from masterpoint.schemes.families.british import part_earning
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
    a = _one_field(flights["A"].lists, event.contest)
    b = _one_field(flights["B"].lists, event.contest)
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


def _one_field(lists: Sequence[RankingList], contest: Contest) -> Field:
    return Field("", tuple(lists), contest)


def _flight_problems(book: Book, event: FlightedEvent) -> Iterator[Problem]:
    names = sorted(part.name.strip().upper() for part in event.parts)
    if names != ["A", "B"]:
        yield book.problem(
            "parts", ", ".join(names), "there are two flights, A and B", "name the parts A and B", "5.6.3"
        )
    for index, part in enumerate(event.parts):
        if len(part.lists) != 1:
            yield book.problem(
                f"parts[{index}].lists", len(part.lists), "a flight has one ranking", "give one list", "5.6.3"
            )


@rule
def a_ladder(book: Book, contest: Contest, a: Field, b_tables: Step, b_ladder: Ladder) -> Ladder:
    """5.6.3(c), (e): A plus half of B; raised to the size and number of B's awards where it would pay less."""
    a_tables = fact(a.full_tables, book.clause("5.6.3"), "tables of flight A")
    total_tables = derive(
        partial(_with_part, book.figures.joint_ventures.flight_b_part.value),
        a_tables,
        b_tables,
        clause=book.clause("5.6.3"),
        message="tables of A and half of those of B",
    )
    ladder = bonus_ladder(book, contest, total_tables)
    if not b_ladder or (ladder and ladder[0].value >= b_ladder[0].value):
        return ladder
    message = "raised to the awards of flight B"
    return b_ladder.each(lambda step: derive(unchanged, step, clause=book.clause("5.6.3"), message=message))


def _with_part(part: Fraction, tables: Exact, other: Exact) -> Exact:
    return tidy(tables + other * part)


@rule
def top_half(book: Book, ladder: Ladder, contestants: int) -> Ladder:
    """5.6.3(e): nobody below half-way receives an award (A12)."""
    share = book.figures.joint_ventures.flight_share
    maximum = share_of(contestants, share.value)
    if maximum >= len(ladder):
        return ladder
    return Ladder(ladder[:maximum], fact(maximum, share.clause, part_earning(contestants, share.value)))
