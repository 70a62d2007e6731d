"""Who is in an event, and how long it is, whatever its form."""

from __future__ import annotations

from masterpoint.core.events import AnyEvent, Entry, FinalsEvent, KnockoutEvent, LeagueEvent, RankingList
from masterpoint.core.events import TournamentEvent as Tournament
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.traversal import all_entries, ranking_lists


def whole_field(event: AnyEvent) -> tuple[RankingList, ...]:
    """The lists that hold every contestant once."""
    if isinstance(event, Tournament):
        return event.overall
    if isinstance(event, FinalsEvent):
        return event.qualifying
    return tuple(ranking for _, ranking in ranking_lists(event))


def entry_count(event: AnyEvent) -> int:
    """How many contestants there were, listed or not."""
    if isinstance(event, KnockoutEvent):
        return max([len(event.entries), *(round_.contestants for round_ in event.rounds)])
    if isinstance(event, LeagueEvent):
        return sum(max(len(division.entries), division.size or 0) for division in event.divisions)
    return sum(size_of(ranking) for ranking in whole_field(event))


def listed_entries(event: AnyEvent) -> list[Entry]:
    """Every listed contestant once."""
    if isinstance(event, KnockoutEvent | LeagueEvent):
        return [entry for _, entry in all_entries(event)]
    return [entry for ranking in whole_field(event) for entry in entries_of(ranking)]


def sessions_of(event: AnyEvent) -> int:
    """Sessions of this stage; one where the form does not count them."""
    sessions = getattr(event, "sessions", 1)
    return sessions if isinstance(sessions, int) else len(sessions)
