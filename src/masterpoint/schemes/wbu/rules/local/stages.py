"""4.2.8 and 4.5.1: sessions, finals and consolations that pay for each match won instead of rising in status."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    AnyEvent,
    ConsolationEvent,
    FinalEvent,
    MatchEvent,
    RankingList,
    SessionEvent,
)
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.families.british_matches import shortest
from masterpoint.schemes.families.british_small_finals import is_small_final
from masterpoint.schemes.families.british_stages import stage_fields
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.local import basic, consolations, finals, matches
from masterpoint.schemes.wbu.rules.principles.general import basic_only
from masterpoint.schemes.wbu.rules.refusals import refuse

SECOND = 2


@rule
def attracts_match_awards(book: Book, event: AnyEvent, boards: int, lists: Sequence[RankingList]) -> bool:
    """4.5.1: teams in events of 36 boards or more; others too, if they meet for six boards or more."""
    figures = book.figures.matches
    if boards < figures.least_boards.value:
        return False
    boards_a_round = facts_from(event, Facts).boards_per_round or shortest_match(lists) or 0
    return event.contest == "teams" or boards_a_round >= figures.least_match.value


def shortest_match(lists: Sequence[RankingList]) -> int | None:
    return shortest([group for ranking in lists for entry in ranking.entries for group in entry.matches])


def missing_matches(
    book: Book, event: AnyEvent, boards: int, lists: Sequence[RankingList], number: str = "4.2.8"
) -> Iterator[Problem]:
    """4.2.8, 4.5.1: without its matches such a stage cannot be paid."""
    if attracts_match_awards(book, event, boards, lists) and shortest_match(lists) is None:
        message = f"a stage of {boards} boards played in matches earns an award for each match won"
        fix = "give the matches of each entry: how many boards, how many won, drawn and lost"
        yield book.problem("lists.entries.matches", "", message, fix, number)


@rule
def award_session(book: Book, event: SessionEvent) -> Result:
    """4.1, or 4.6 where the matches of a long event are given; teams without them are paid by the ranking (W66)."""
    has_matches = shortest_match(event.lists) is not None
    if event.contest != "teams":
        refuse(missing_matches(book, event, event.boards, event.lists, "4.5.1"))
    if not has_matches or not attracts_match_awards(book, event, event.boards, event.lists):
        return basic.award(book, event)
    refuse(basic.not_played_through(book, event))
    match_event = MatchEvent(**stage_fields(event), last=event.stage != "qualifying")
    return replace(matches.award(book, match_event), event=event)


@rule
def award_final(book: Book, event: FinalEvent) -> Result:
    """4.2: on the quali-final scales, or by 4.6 where matches are paid."""
    is_plain = is_small_final(event) or basic_only(book, facts_from(event, Facts)) is not None
    if is_plain or not attracts_match_awards(book, event, event.boards, event.lists):
        return finals.award(book, event)
    refuse(missing_matches(book, event, event.boards, event.lists))
    match_event = MatchEvent(**stage_fields(event), original_tables=event.original_tables, last=event.last)
    return replace(matches.award(book, match_event), event=event)


@rule
def award_consolation(book: Book, event: ConsolationEvent) -> Result:
    """4.3: like the premier final, or by 4.6.7 where matches are paid; a third final is always of the first kind."""
    is_plain = event.order > SECOND or basic_only(book, facts_from(event, Facts)) is not None
    if is_plain or not attracts_match_awards(book, event, event.boards, event.lists):
        return consolations.award(book, event)
    refuse(missing_matches(book, event, event.boards, event.lists))
    tables: dict[str, Any] = {"original_tables": event.original_tables, "premier_tables": event.premier_tables}
    return replace(matches.award(book, MatchEvent(**stage_fields(event), **tables)), event=event)
