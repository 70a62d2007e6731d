"""4.2, single sessions, and 6.3, the Australia-Wide Pairs: forms `session` and `simultaneous`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from operator import itemgetter

import msgspec

from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Refused
from masterpoint.core.events import RankingList, SessionEvent, SimultaneousEvent
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.awarding import AwardsAndRemarks
from masterpoint.schemes.abf.rules.awards.placing import BUTLER
from masterpoint.schemes.abf.rules.awards.sessions import full_session, session_awards
from masterpoint.schemes.abf.rules.grades.terms import Terms, entries_in


def session(book: Book, event: SessionEvent, terms: Terms) -> AwardsAndRemarks:
    """4.2.1, 4.2.2: the only awards a single session earns."""
    if event.sessions > 1:
        message = "an event of several sessions earns an award in each session and an outright award"
        fix = 'use form = "tournament": sessions with their lists, and the overall ranking'
        raise Refused(book.problem("sessions", event.sessions, message, fix, "4.3.1a"))
    minimum = book.figures.matches.long_match.value
    if any(group.boards >= minimum for entry in entries_in(event) for group in entry.matches):
        message, fix = f"matches of {minimum} boards or more earn an award for each match won", 'use form = "matches"'
        raise Refused(book.problem("matches", "", message, fix, "4.2.3a"))
    awards = session_awards(book, event.lists, terms, event.boards, movement_boards=event.movement_boards)
    return awards, [*_short_matches(book, event), *_long_session(book, event, terms)]


def _short_matches(book: Book, event: SessionEvent) -> Iterator[Remark]:
    """4.2.3: a Butler with short matches has its session awards, though 'placing awards' need two sessions (B-78)."""
    if event.contest == "pairs" and event.scoring in BUTLER:
        message = "a single session has its session awards; an outright award needs two or more (reading B-78)"
        yield book.remark("4.2.3f", message)


def _long_session(book: Book, event: SessionEvent, terms: Terms) -> Iterator[Remark]:
    """4.3.1: with the boards of two sessions, an event of two sessions would earn an outright award too."""
    if event.boards >= book.figures.outright.least_sessions.value * full_session(book, terms.grade).value:
        template = "{boards} boards in one session: if they were several, there is an outright award (form tournament)"
        yield book.remark("4.3.1a", sentence(template, boards=event.boards))


def simultaneous(book: Book, event: SimultaneousEvent, terms: Terms) -> AwardsAndRemarks:
    """6.3: Howell sections have winners of their own, or are added to North-South and East-West in turn."""
    howells = [ranking for ranking in event.lists if not ranking.direction]
    directed_lists = [ranking for ranking in event.lists if ranking.direction]
    lists: Sequence[RankingList] = event.lists
    remarks: list[Remark] = []
    if not terms.facts.howell_recognised and howells and directed_lists:
        lists = _shared_out(book, directed_lists, howells)
        remarks.append(book.remark("6.3c", "Howell sections were added to North-South and East-West in turn"))
    elif len(howells) > 1:
        lists = [*directed_lists, _joint_ranking(book, howells)]
        remarks.append(book.remark("6.3c", "all Howell sections make one group of their own"))
    remarks.append(book.remark("6.3d", "the clubs may also give their own session awards for the same session"))
    return session_awards(book, lists, terms, event.boards), remarks


def _shared_out(book: Book, directed_lists: Sequence[RankingList], howells: Sequence[RankingList]) -> list[RankingList]:
    tables = sum((ranking.tables or Decimal(_size(ranking)) / 2 for ranking in howells), Decimal())
    own_tables = max((ranking.tables or Decimal(_size(ranking)) for ranking in directed_lists), default=Decimal(0))
    result = []
    for ranking in directed_lists:
        howell_share = [
            howell for index, howell in enumerate(howells) if (index % 2 == 0) == (ranking.direction == "NS")
        ]
        merged = _joint_ranking(book, [ranking, *howell_share]) if howell_share else ranking
        result.append(msgspec.structs.replace(merged, tables=own_tables + tables))
    return result


def _size(ranking: RankingList) -> int:
    return max(len(ranking.entries) or len(ranking.places.split()), ranking.size or 0)


def _joint_ranking(book: Book, lists: Sequence[RankingList]) -> RankingList:
    """Several sections as one list ranked by score, in the place of the first."""
    first, *_ = lists
    scores_and_entries = [
        (entry.score, entry) for ranking in lists for entry in ranking.entries if entry.score is not None
    ]
    if len(scores_and_entries) < sum(_size(ranking) for ranking in lists):
        raise Refused(
            book.problem(
                "lists",
                "",
                "sections can be ranked together only by their scores",
                "list every entry of these sections with its score, or give one ranking",
                "6.3c",
            )
        )
    sorted_entries = sorted(scores_and_entries, key=itemgetter(0), reverse=True)
    scores = [score for score, _ in sorted_entries]
    new_entries = tuple(
        msgspec.structs.replace(entry, place=scores.index(score) + 1) for score, entry in sorted_entries
    )
    tables = sum((ranking.tables or Decimal(_size(ranking)) / 2 for ranking in lists), Decimal())
    return msgspec.structs.replace(first, entries=new_entries, places="", size=None, tables=tables)
