"""Heads: who took part in an event, and in how many of its sessions, player by player. Charges count them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from masterpoint.core.events import (
    UNPLAYED,
    AnyEvent,
    Contest,
    Division,
    Entry,
    FinalsEvent,
    KnockoutEvent,
    LadderEvent,
    LeagueEvent,
    Matches,
    Player,
    RankingList,
    TournamentEvent,
)
from masterpoint.core.exact import Exact
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.seats import CONTESTANTS_PER_TABLE, PLAYERS_PER_CONTESTANT
from masterpoint.core.traversal import ranking_lists


class Head(msgspec.Struct, frozen=True):
    """One player as a charge counts them: their position in the event, and the sessions they played."""

    path: str
    """The contestant: `lists[0].entries[3]`."""
    index: int
    """The index of the player within the contestant, from 0."""
    sessions: int
    name: str = ""
    id: str = ""
    membership: str = "member"
    points: Exact = 0
    """The points issued to the player, if points are charged."""

    @property
    def member(self) -> bool:
        return self.membership == "member"


def heads_of(event: AnyEvent, sessions: int | None = None) -> tuple[Head, ...]:
    """Everybody who played, with the sessions each played; a player named in two sessions appears twice.

    `sessions` is how many the event had, for forms that do not count them.
    """
    return tuple(
        head
        for path, entry, sessions_played in _contestants(event, sessions)
        for head in _players(event, path, entry, sessions_played)
        if head.sessions
    )


def counts_sessions(event: AnyEvent) -> bool:
    """Whether the form of an event gives its sessions: one by one, or as matches."""
    return isinstance(event, KnockoutEvent | LeagueEvent | TournamentEvent | FinalsEvent)


def player_sessions(heads: Sequence[Head]) -> int:
    """Players, each counted once for every session played."""
    return sum(head.sessions for head in heads)


def tables_of(event: AnyEvent) -> int:
    """Tables in play, as given or worked out: two pairs, one team or four players make a table."""
    if isinstance(event, KnockoutEvent):
        return _tables(max([len(event.entries), *(round_.contestants for round_ in event.rounds)]), event.contest)
    if isinstance(event, LeagueEvent):
        return _tables(sum(_division_size(division) for division in event.divisions), event.contest)
    sections: dict[str, list[RankingList]] = {}
    for number, ranking in enumerate(_whole_field(event)):
        sections.setdefault(f"{ranking.section} {'' if ranking.direction else number}", []).append(ranking)
    return sum(_tables_of_section(lists, event.contest) for lists in sections.values())


def matches_played(event: KnockoutEvent | LeagueEvent) -> int:
    """Tables, each counted once for every match played at it."""
    sessions_played = sum(sessions for _, _, sessions in _contestants(event))
    return _tables(sessions_played, event.contest)


def sessions_of(event: AnyEvent) -> int:
    """Sessions of the event; one if its form does not count them, two for a qualifying round and its finals."""
    if isinstance(event, FinalsEvent):
        return 2
    sessions = getattr(event, "sessions", 1)
    return sessions if isinstance(sessions, int) else len(sessions)


def _whole_field(event: AnyEvent) -> Sequence[RankingList]:
    """The lists that hold every contestant once."""
    if isinstance(event, TournamentEvent):
        return event.overall
    if isinstance(event, FinalsEvent):
        return event.qualifying
    return [ranking for _, ranking in ranking_lists(event)]


def _tables_of_section(lists: Sequence[RankingList], contest: Contest) -> int:
    """Lists of one section that differ in direction sit at the same tables."""
    table_counts = [ranking.tables for ranking in lists if ranking.tables is not None]
    return int(max(table_counts)) if table_counts else _tables(sum(size_of(ranking) for ranking in lists), contest)


def _tables(contestants: int, contest: Contest) -> int:
    """Full tables: contestants who sit out are at none."""
    return contestants // CONTESTANTS_PER_TABLE[contest]


def _division_size(division: Division) -> int:
    return max(len(division.entries), division.size or 0)


def _contestants(event: AnyEvent, sessions: int | None = None) -> Iterator[tuple[str, Entry, int]]:
    """Each contestant with the sessions it played; contestants who are not listed follow, without names."""
    if isinstance(event, KnockoutEvent):
        yield from _in_knockout(event)
    elif isinstance(event, LeagueEvent):
        yield from _in_league(event)
    else:
        for path, ranking, list_sessions in _session_lists(event, sessions):
            yield from _in_list(path, ranking, list_sessions)


def _session_lists(event: AnyEvent, sessions: int | None) -> Iterator[tuple[str, RankingList, int]]:
    """The lists that together show who played, each with its path and the sessions it stands for."""
    lists = ranking_lists(event)
    if isinstance(event, TournamentEvent):
        is_by_session = bool(event.sessions) and all(session.lists for session in event.sessions)
        name, count = ("sessions", 1) if is_by_session else ("overall", len(event.sessions) or 1)
        yield from ((path, ranking, count) for path, ranking in lists if path.startswith(name))
    elif isinstance(event, FinalsEvent):
        yield from ((path, ranking, 1) for path, ranking in lists)
    else:
        default = event.counted if isinstance(event, LadderEvent) and not event.final else sessions_of(event)
        yield from ((path, ranking, sessions or default) for path, ranking in lists)


def _in_list(path: str, ranking: RankingList, sessions: int) -> Iterator[tuple[str, Entry, int]]:
    entries = entries_of(ranking)
    for index in range(max(len(entries), size_of(ranking))):
        entry = entries[index] if index < len(entries) else Entry()
        yield f"{path}.entries[{index}]", entry, sessions if entry.sessions is None else entry.sessions


def _in_league(event: LeagueEvent) -> Iterator[tuple[str, Entry, int]]:
    """A match is a session."""
    for number, division in enumerate(event.divisions):
        size = _division_size(division)
        for index in range(size):
            entry = division.entries[index] if index < len(division.entries) else Entry()
            yield f"divisions[{number}].entries[{index}]", entry, _matches(entry.matches) or size - 1


def _in_knockout(event: KnockoutEvent) -> Iterator[tuple[str, Entry, int]]:
    """A round played is a session; contestants of a round who are not listed follow the others."""
    entries_listed = Counter[int]()
    for index, entry in enumerate(event.entries):
        rounds = [result.round for result in entry.rounds if result.result not in UNPLAYED]
        entries_listed.update(rounds)
        yield f"entries[{index}]", entry, len(rounds)
    for number, stage in enumerate(event.rounds):
        for index in range(stage.contestants - stage.byes - stage.earned_byes - entries_listed[stage.round]):
            yield f"rounds[{number}].contestants[{index}]", Entry(), 1


def _matches(groups: Sequence[Matches]) -> int:
    return sum(group.won + group.drawn + group.lost for group in groups if group.conceded != "unplayed")


def _players(event: AnyEvent, path: str, entry: Entry, sessions: int) -> Iterator[Head]:
    if not entry.players:
        count = entry.team_size or PLAYERS_PER_CONTESTANT[event.contest]
        yield from (Head(path, index, sessions) for index in range(count))
        return
    matches_are_sessions = isinstance(event, KnockoutEvent | LeagueEvent)
    for index, player in enumerate(entry.players):
        sessions_played = _sessions(player, sessions, matches_are_sessions)
        yield Head(path, index, sessions_played, player.name, player.id, player.membership)


def _sessions(player: Player, entry_sessions: int, matches_are_sessions: bool) -> int:
    """What the player's fields say, or else what the contestant played; a captain who did not play played none."""
    if player.sessions is not None:
        return player.sessions
    if player.captain or (player.boards == 0 and not player.deemed):
        return 0
    if player.matches is None:
        return entry_sessions
    matches = _matches(player.matches)
    return matches if matches_are_sessions else entry_sessions * bool(matches)
