"""Doubts about one player in several lists of an event: contradictions that deserve a second look."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.events import AnyEvent, Player, TournamentEvent
from masterpoint.core.place_words import list_in_words
from masterpoint.core.sentences import Message, sentence
from masterpoint.core.traversal import entry_lists

Person = tuple[str, str]
"""A number and a name, because a number that many share identifies nobody."""


def person_of(player: Player) -> Person:
    return player.id, player.name.casefold()


def differing_players(event: AnyEvent) -> Iterator[Message]:
    """A player who is a member in one list but not in another, or has two grades or ranks."""
    first_values: dict[tuple[Person, str], tuple[str, str]] = {}
    for path, entries in entry_lists(event):
        for player in [player for entry in entries for player in entry.players if any(person_of(player))]:
            for field in ("membership", "grade", "rank"):
                value = getattr(player, field)
                first, other = first_values.setdefault((person_of(player), field), (value, path)) if value else ("", "")
                if value.casefold() != first.casefold():
                    template = "{name} has the {what} {first} in {here} and {value} in {there}: give the same in both"
                    yield sentence(
                        template,
                        name=player.name or player.id,
                        what=field,
                        first=first,
                        here=list_in_words(event, other),
                        value=value,
                        there=list_in_words(event, path),
                    )
                    return


def differing_boards(event: TournamentEvent) -> Iterator[Message]:
    """A player of a pair with more or fewer boards in the overall ranking than in all sessions together."""
    if event.contest == "teams" or sum(session.boards for session in event.sessions) != event.boards:
        return
    session_boards: dict[Person, int] = {}
    with_boards = set[Person]()
    for session in event.sessions:
        for player in [player for ranking in session.lists for entry in ranking.entries for player in entry.players]:
            boards = session.boards if player.boards is None else player.boards
            session_boards[person_of(player)] = session_boards.get(person_of(player), 0) + boards
            with_boards |= {person_of(player)} if player.boards is not None else set()
    for player in [player for ranking in event.overall for entry in ranking.entries for player in entry.players]:
        person, overall = person_of(player), event.boards if player.boards is None else player.boards
        has_boards = person in with_boards or player.boards is not None
        if has_boards and person in session_boards and overall != session_boards[person]:
            template = "{name} has {overall} boards in the overall ranking and {played} in the sessions: check both"
            yield sentence(template, name=player.name or player.id, overall=overall, played=session_boards[person])
            return
