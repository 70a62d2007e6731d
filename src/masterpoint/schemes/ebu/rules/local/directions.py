"""4.1.4, the directions of a movement: two winners in pairs, four among individuals, none in teams."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.core.movements import movements
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts

DIRECTIONS_BY_CONTEST = {"pairs": ("NS", "EW"), "individual": ("N", "S", "E", "W")}


def direction_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """A section has one list, or one for each direction of its movement."""
    expected = DIRECTIONS_BY_CONTEST.get(event.contest, ())
    for movement in movements(event):
        if movement.directions != expected and sorted(movement.directions) != sorted(expected):
            place, value = f"{movement.stage}[{movement.first}].direction", ", ".join(movement.directions)
            yield book.problem(place, value, *_words(event, expected), "4.1.4")


def _words(event: AnyEvent, expected: tuple[str, ...]) -> tuple[str, str]:
    """What is wrong, and how to fix it."""
    if not expected:
        return "teams are ranked together, not by direction", "leave the direction out"
    winners = "two-winner pairs" if event.contest == "pairs" else "four-winner individuals"
    message = f"a section of {winners} is given by one ranking list for each of {', '.join(expected)}"
    return message, "give one list for each, or a single list without a direction; name each of several sections"
