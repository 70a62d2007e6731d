"""4.5.1 and 4.5.2: which stages attract an award for each match won, whatever form they are given in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from masterpoint.core.books import rule
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    ConsolationEvent,
    Event,
    FinalEvent,
    MatchEvent,
    RankingList,
    SectionsEvent,
    SessionEvent,
    StratifiedEvent,
)
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.families.british_matches import shortest

RankedEvent = SessionEvent | FinalEvent | ConsolationEvent | SectionsEvent | StratifiedEvent
"""Events given by a ranking, with their matches or without."""


def as_match_event(event: RankedEvent, lists: tuple[RankingList, ...], **stage: Any) -> MatchEvent:
    """The lists of an event as a match event of the same organiser, day and length."""
    common_fields = {name: getattr(event, name) for name in Event.__struct_fields__}
    movement = event.movement_boards
    return MatchEvent(**common_fields, boards=event.boards, lists=lists, movement_boards=movement, **stage)


def has_matches(lists: Sequence[RankingList]) -> bool:
    return shortest_match(lists) is not None


def shortest_match(lists: Sequence[RankingList]) -> int | None:
    """Boards of the shortest match given for an entry or a player."""
    return shortest(
        group
        for ranking in lists
        for entry in entries_of(ranking)
        for group in (
            *entry.matches,
            *(player_group for player in entry.players for player_group in player.matches or ()),
        )
    )


@rule
def attracts_match_awards(book: Book, event: RankedEvent, lists: Sequence[RankingList]) -> bool:
    """4.5.1: teams in events of 36 boards or more; also pairs and individuals who meet for six boards or more."""
    figures = book.figures.matches
    if event.boards < figures.event_boards.value:
        return False
    if event.contest == "teams":
        return True
    facts: Facts = facts_from(event, Facts)
    length = shortest_match(lists) or facts.boards_per_round
    return length is not None and length >= figures.shortest_pairs_match.value


def missing_match_problems(
    book: Book, event: RankedEvent, lists: Sequence[RankingList], number: str
) -> Iterator[Problem]:
    """The scales of other events do not serve these, so their matches have to be given."""
    if attracts_match_awards(book, event, lists) and not has_matches(lists):
        contestants = "teams" if event.contest == "teams" else f"{event.contest} in rounds of so many boards"
        message = (
            f"a stage of {event.boards} boards for {contestants} earns an award for each match won, and none is given"
        )
        fix = "give the matches of each entry (`matches`: boards, won, drawn, lost)"
        yield book.problem("lists", "no matches", message, fix, number)
