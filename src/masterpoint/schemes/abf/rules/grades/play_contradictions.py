"""Impossible play: more boards or sessions than there were, or a player in two places at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    AnyEvent,
    Entry,
    KnockoutEvent,
    LadderEvent,
    MatchEvent,
    RankingList,
    SimultaneousEvent,
    TournamentEvent,
)
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Facts

KEYED = (("holdings", "A Restricted"), ("partnerships", "A Singles"), ("pqp", "4.4.5 note"))
"""Facts that name players as their keys, and the clause that asks for them."""


def problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """Every problem with the boards and sessions that entries and players played."""
    yield from _entry_problems(book, event)
    yield from _session_problems(book, event)
    yield from _double_players(book, event)
    yield from _unknown_players(book, event, facts)
    if isinstance(event, LadderEvent):
        yield from _ladder_problems(book, event)


def _boards_scheduled(event: AnyEvent) -> dict[str, int]:
    """The boards an entry may have played, by the path of its lists. Finalists of match events play more."""
    if isinstance(event, TournamentEvent):
        sessions = {f"sessions[{index}]": session.boards for index, session in enumerate(event.sessions)}
        all_boards = max(event.boards, sum(sessions.values()))
        return {**sessions, "overall": all_boards, "plate": all_boards}
    if isinstance(event, MatchEvent | KnockoutEvent | LadderEvent):
        return {}
    return {"lists": getattr(event, "boards", 0)}


def _entry_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    boards_by_path = _boards_scheduled(event)
    for path, entry in all_entries(event):
        maximum = next((boards for start, boards in boards_by_path.items() if path.startswith(start)), None)
        if maximum is not None and (entry.boards or 0) > maximum:
            message = f"only {maximum} boards were scheduled"
            yield book.problem(f"{path}.boards", entry.boards, message, "correct one of the two", "A Session")
        entry_boards = entry.boards or maximum
        for index, player in enumerate(entry.players):
            boards_played = (player.boards or 0) + player.deemed
            if entry_boards is not None and boards_played > entry_boards:
                place, message = f"{path}.players[{index}].boards", f"the entry played {entry_boards} boards"
                yield book.problem(place, boards_played, message, "correct one of the two", "4.4.5a")
            if player.deemed and player.boards is None:
                place, message = f"{path}.players[{index}].deemed", "they count beside the boards a player played"
                yield book.problem(place, player.deemed, message, "give the player's boards too", "4.4.5a")


def _session_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """Sessions of an entry or a player beyond those of the event, and sessions without boards."""
    sessions = getattr(event, "sessions", None)
    if isinstance(sessions, int) and sessions > getattr(event, "boards", sessions):
        message, fix = f"{getattr(event, 'boards', 0)} boards do not make that many sessions", "correct one of the two"
        yield book.problem("sessions", sessions, message, fix, "4.3.1b")
    count = len(sessions) if isinstance(sessions, tuple) else sessions
    if count is None or isinstance(event, MatchEvent):
        return
    for path, entry in all_entries(event):
        for index, player in enumerate(entry.players):
            maximum = entry.sessions or count
            if player.sessions is not None and player.sessions > maximum and not _after_a_stage(event):
                place, message = f"{path}.players[{index}].sessions", f"the entry played {maximum} sessions"
                yield book.problem(place, player.sessions, message, "correct one of the two", "4.4.5a")


def _after_a_stage(event: AnyEvent) -> bool:
    return getattr(event, "original_tables", None) is not None


def _double_players(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """A player in two lists of one session."""
    if isinstance(event, LadderEvent | SimultaneousEvent | KnockoutEvent):
        return
    groups = (
        [(f"sessions[{index}].lists", session.lists) for index, session in enumerate(event.sessions)]
        if isinstance(event, TournamentEvent)
        else [("lists", getattr(event, "lists", ()))]
    )
    for path, lists in groups:
        yield from _in_two_lists(book, path, lists)


def _in_two_lists(book: Book, path: str, lists: Sequence[RankingList]) -> Iterator[Problem]:
    list_numbers: dict[str, int] = {}
    for number, ranking in enumerate(lists):
        for index, entry in enumerate(ranking.entries):
            for player in _numbers(entry):
                if list_numbers.setdefault(player, number) != number:
                    place = f"{path}[{number}].entries[{index}].players"
                    message = f"{player} is in {path}[{list_numbers[player]}] too"
                    yield book.problem(place, player, message, "list a player once in a session", "4.1.1 note")


def _numbers(entry: Entry) -> list[str]:
    return [player.id for player in entry.players if player.id]


def _unknown_players(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """Facts about players who are not in the event."""
    players = {key for _, entry in all_entries(event) for player in entry.players for key in (player.id, player.name)}
    player_facts = [(name, number, getattr(facts, name)) for name, number in KEYED]
    for name, number, keys in (*player_facts, ("tour_locals", "5.1.2e", facts.tour_locals)):
        for key in keys:
            if key not in players:
                message, fix = "nobody of this number or name is listed", "write the number, or the name, as listed"
                yield book.problem(f"facts.{name}", key, message, fix, number)


def _ladder_problems(book: Book, event: LadderEvent) -> Iterator[Problem]:
    """4.3.2: who is ranked has played the sessions needed, and no more than there were."""
    for path, entry in all_entries(event):
        if entry.sessions is None:
            continue
        if entry.sessions > event.games:
            message, fix = f"only {event.games} sessions were available", "correct one of the two"
            yield book.problem(f"{path}.sessions", entry.sessions, message, fix, "A Eclectic events")
        elif entry.sessions < event.counted and not event.final:
            message = f"a final placing needs {event.counted} sessions"
            fix = "leave the entry out of the ranking: it has its session awards alone"
            yield book.problem(f"{path}.sessions", entry.sessions, message, fix, "4.3.2a")
