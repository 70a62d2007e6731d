"""Green Point awards of the English and Welsh books: what Scale G counts, and the two flights of a Swiss."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Clause, Step, derive
from masterpoint.core.events import FlightedEvent
from masterpoint.core.exact import Exact, rational, tidy
from masterpoint.core.mechanisms import Ladder, whole, with_reason
from masterpoint.core.rounding import up_to_quarter
from masterpoint.core.sentences import Message
from masterpoint.schemes.families.contradictions import Contradiction


def top_of_entry(divisor: int, constant: Exact, entry: Exact) -> Exact:
    """A top award by the entry: a point for so many, and a constant; rounded up to a quarter."""
    return up_to_quarter(rational(entry) / divisor + rational(constant))


def half_of_entry(entry: Exact) -> Exact:
    """Awards to half-way; fractions are ignored."""
    return whole(entry) // 2


def wrong_flights(event: FlightedEvent) -> Iterator[Contradiction]:
    """Parts that are not two flights with one ranking each."""
    names = sorted(part.name.strip().upper() for part in event.parts)
    if names != ["A", "B"]:
        message, fix = "a flighted Swiss has two flights, A and B", "name the stronger flight A, the other B"
        yield "parts", ", ".join(names), message, fix
    for index, part in enumerate(event.parts):
        if len(part.lists) != 1:
            yield f"parts[{index}].lists", len(part.lists), "a flight is one ranking list", "give its overall ranking"


def tables_of_flight_a(flight_a: Step, flight_b: Step, part: Fraction, *, clause: Clause, message: Message) -> Step:
    """The tables at which the scale is read for flight A: its own, and a part of those of flight B."""
    return derive(partial(_with_part, part), flight_a, flight_b, clause=clause, message=message)


def _with_part(part: Fraction, flight_a: Exact, flight_b: Exact) -> Exact:
    return tidy(flight_a + flight_b * part)


def no_less_than(flight_b: Ladder, flight_a: Ladder, *, clause: Clause, message: Message) -> Ladder:
    """The awards of flight A; those of flight B, in size and number, where A would pay less."""
    if not flight_b or (flight_a and flight_a[0].value >= flight_b[0].value):
        return flight_a
    return flight_b.each(lambda step: derive(with_reason, step, clause=clause, message=message))


def best_places(ladder: Ladder, number: Step) -> Ladder:
    """The awards of a ladder down to this number of places."""
    if whole(number.value) >= len(ladder):
        return ladder
    return Ladder(ladder[: whole(number.value)], number)
