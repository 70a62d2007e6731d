"""4.2.1 and 4.4.4: a movement compared with the lists and boards that it would have."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, RankingList, TournamentEvent
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Facts


def problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """A movement whose winners the lists do not show, and fewer boards in play than each contestant has."""
    yield from _board_problems(book, event)
    list_groups = (
        [session.lists for session in event.sessions if session.lists]
        if isinstance(event, TournamentEvent)
        else [getattr(event, "lists", ())]
    )
    fields = [_directions(lists) for lists in list_groups if lists and event.contest == "pairs"]
    if facts.movement == "mitchell" and fields and not any(fields):
        message = "a Mitchell has two winners, and the lists have no directions"
        fix = 'give North-South and East-West apart, or write movement = "arrow-switch"'
        yield book.problem("facts.movement", facts.movement, message, fix, "4.2.1a")
    if facts.movement in ("howell", "arrow-switch") and fields and all(fields):
        message = "this movement has one winner, and the lists have directions"
        fix = "give one list of all pairs, or leave the movement out"
        yield book.problem("facts.movement", facts.movement, message, fix, "4.2.1a")


def _board_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    parts = list(enumerate(event.sessions)) if isinstance(event, TournamentEvent) else [(None, event)]
    for index, part in parts:
        boards_in_play, boards = getattr(part, "movement_boards", None), getattr(part, "boards", 0)
        if boards_in_play is not None and boards_in_play < boards:
            place = "movement_boards" if index is None else f"sessions[{index}].movement_boards"
            message = f"each contestant has {boards} boards, more than are in play"
            yield book.problem(place, boards_in_play, message, "give all boards in play, or leave it out", "4.4.4")


def _directions(lists: tuple[RankingList, ...]) -> bool:
    return any(ranking.direction for ranking in lists)
