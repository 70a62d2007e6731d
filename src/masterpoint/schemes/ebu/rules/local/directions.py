"""4.1.4, the directions of a movement: two winners in pairs, four among individuals, none in teams."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, RankingList
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.ebu.book import Book

DIRECTIONS = {"pairs": ("NS", "EW"), "individual": ("N", "S", "E", "W")}


def direction_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """A section has one list, or one for each direction of its movement."""
    sections: dict[tuple[str, str], list[tuple[str, RankingList]]] = {}
    for path, ranking in ranking_lists(event):
        if ranking.direction:
            sections.setdefault((path.rpartition("[")[0], ranking.section), []).append((path, ranking))
    for lists in sections.values():
        directions = [ranking.direction for _, ranking in lists]
        needed = DIRECTIONS.get(event.contest, ())
        if sorted(directions) != sorted(needed):
            message, fix = _words(event, needed)
            yield book.problem(f"{lists[0][0]}.direction", ", ".join(directions), message, fix, "4.1.4")


def _words(event: AnyEvent, needed: tuple[str, ...]) -> tuple[str, str]:
    """What is wrong, and the way out."""
    if not needed:
        return "teams are ranked together, not by direction", "leave the direction out"
    winners = "two-winner pairs" if event.contest == "pairs" else "four-winner individuals"
    message = f"a section of {winners} is given by one ranking list for each of {', '.join(needed)}"
    return message, "give one list for each, or a single list without a direction; name each of several sections"
