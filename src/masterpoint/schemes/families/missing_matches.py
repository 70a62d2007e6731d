"""Awards for matches won need the matches, and who played them: what to say where they are missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.events import AnyEvent, Entry, Player
from masterpoint.core.match_doubts import boards_of
from masterpoint.core.seats import PLAYERS_PER_CONTESTANT
from masterpoint.core.sentences import Message, sentence
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.families.contradictions import Contradiction


def missing_matches(event: AnyEvent) -> Message | None:
    """How many contestants have a place but no matches, if any do."""
    entries = [entry for _, entry in all_entries(event) if entry.standing != "none"]
    missing = sum(not _has_matches(entry) for entry in entries)
    if not missing:
        return None
    if missing == len(entries):
        return sentence("no matches are given: the awards for matches won are not in here")
    template = "no matches are given for {missing} of {listed} contestants: their awards for them are not in here"
    return sentence(template, missing=missing, listed=len(entries))


def _has_matches(entry: Entry) -> bool:
    return bool(entry.matches) or any(player.matches is not None for player in entry.players)


def missing_own_matches(event: AnyEvent) -> Iterator[Contradiction]:
    """Players who played some of their team's boards, and of whom nobody knows in which matches."""
    for path, entry, members in _large_entries(event):
        boards = boards_of(entry.matches)
        for seat, player in members:
            if player.matches is None and 0 < _boards(player, boards) < boards:
                message = f"{_boards(player, boards)} of {boards} boards do not say which matches this player played"
                fix = "give this player's own matches too: those won, drawn and lost (an empty list if none)"
                yield f"{path}.players[{seat}].matches", "", message, fix


def all_paid_for_all(event: AnyEvent) -> Message | None:
    """How many contestants list more players for every match than sit at the tables, if any do."""
    count = 0
    for _, entry, members in _large_entries(event):
        boards = boards_of(entry.matches)
        played_all = [player for _, player in members if player.matches is None and _boards(player, boards) >= boards]
        count += len(played_all) > _seats(event, entry)
    if not count:
        return None
    template = (
        "contestants with more players than sit at the tables: {count}. "
        "All of them are paid for every match, so give each player's own matches"
    )
    return sentence(template, count=count)


def _large_entries(event: AnyEvent) -> Iterator[tuple[str, Entry, Sequence[tuple[int, Player]]]]:
    """Entries with matches and more players than sit at the tables; a captain who did not play has no seat."""
    for path, entry in all_entries(event):
        members = [(seat, player) for seat, player in enumerate(entry.players) if not player.captain]
        if entry.matches and entry.standing != "none" and len(members) > _seats(event, entry):
            yield path, entry, members


def _seats(event: AnyEvent, entry: Entry) -> int:
    return entry.team_size or PLAYERS_PER_CONTESTANT[event.contest]


def _boards(player: Player, boards: int) -> int:
    """A player without boards of their own played what the team did."""
    return boards if player.boards is None else player.boards + player.deemed
