"""Events of other forms that pay for each match won, told as such a match event (4.9, 4.12.7)."""

from __future__ import annotations

from masterpoint.core.events import Event, MatchEvent, RankingList, SectionsEvent, StratifiedEvent


def as_match_event(event: SectionsEvent | StratifiedEvent, lists: tuple[RankingList, ...]) -> MatchEvent:
    """The lists of an event as a match event of the same organiser, day and length."""
    common = {name: getattr(event, name) for name in Event.__struct_fields__}
    return MatchEvent(**common, boards=event.boards, lists=lists)


def tells_matches(lists: tuple[RankingList, ...]) -> bool:
    return any(
        entry.matches or any(player.matches for player in entry.players)
        for ranking in lists
        for entry in ranking.entries
    )
