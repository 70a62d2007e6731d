"""4.2.4, 4.3.1, 4.3.3 and 7.5.3: the sessions that each entry of a match event played."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import floor

import msgspec

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.events import Entry, MatchEvent
from masterpoint.core.mechanisms import total
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.matches import boards_in, is_final, match_count
from masterpoint.schemes.abf.rules.awards.outright import (
    boards_before,
    by_boards,
    own_sessions,
    sessions_by_boards,
    sessions_step,
    with_acceleration,
)
from masterpoint.schemes.abf.rules.awards.sessions import contestants, full_session
from masterpoint.schemes.abf.rules.grades import national_events
from masterpoint.schemes.abf.rules.grades.terms import Terms

BY_OWN_BOARDS = ("play-off", "interstate teams", "national open teams")  # 7.5.3


def by_own_boards(terms: Terms) -> bool:
    """7.5.3: whether a national event counts the 24-board sessions that each team played. GNOT qualifying does not."""
    if terms.rule == "gnot":
        return national_events.gnot_national(terms.facts)
    return terms.rule in BY_OWN_BOARDS


def entries_in(event: MatchEvent) -> Iterator[Entry]:
    for ranking in event.lists:
        yield from ranking.entries


def final_boards(entry: Entry) -> int:
    """Boards of the finals that an entry played after the rest of the event."""
    return boards_in([matches for matches in entry.matches if is_final(matches.stage)])


def finalists(event: MatchEvent) -> int:
    """Contestants of the final section if it was played apart from the rest; otherwise none."""
    entries = list(entries_in(event))
    count = sum(bool(final_boards(entry)) or (entry.boards or 0) > event.boards for entry in entries)
    return count if count < sum(contestants(ranking) for ranking in event.lists) else 0


@rule
def sessions_of(book: Book, event: MatchEvent, terms: Terms, entry: Entry) -> Step:
    """The sessions that count for an entry."""
    earlier_boards = boards_before(book, terms)
    if entry.sessions is not None:
        return _as_given(book, event, terms, entry.sessions)
    if by_own_boards(terms):
        own_boards = entry.boards or boards_in(entry.matches) or event.boards
        return sessions_by_boards(book, terms, own_boards + earlier_boards)
    if terms.rule == "butler final":
        return sessions_by_boards(book, terms, (entry.boards or event.boards) + earlier_boards)
    if event.style == "round-robin" and (maximum := _most_with_byes(event)):
        step = sessions_by_boards(book, terms, maximum + final_boards(entry) + earlier_boards)
        message = "round robin with byes: sessions by the most boards anybody played"
        step = msgspec.structs.replace(step, clause=book.clause("4.2.4c"), message=message, reading="")
        return with_acceleration(book, terms, step)
    return with_acceleration(book, terms, _by_stage(book, event, terms, entry))


def _as_given(book: Book, event: MatchEvent, terms: Terms, sessions: int) -> Step:
    earlier_sessions = terms.facts.qualifying_sessions or 0
    boards = floor(Fraction(event.boards, event.sessions) * (sessions - earlier_sessions)) + boards_before(book, terms)
    step = sessions_step(book, terms, sessions, boards, accelerate=False)
    entry_sessions = fact(step.value, book.clause("4.3.3b"), "sessions this entry played itself")
    return with_acceleration(book, terms, entry_sessions if step.formula is None else step)


def _by_stage(book: Book, event: MatchEvent, terms: Terms, entry: Entry) -> Step:
    """4.3.3: the sessions of the whole field, and of the finals for entries that played in them."""
    earlier_boards, earlier_sessions = boards_before(book, terms), terms.facts.qualifying_sessions or 0
    field_boards, own_boards = _boards(event, entry)
    if event.sessions == 1 and event.boards >= book.figures.congresses.longest_session.value:
        return sessions_by_boards(book, terms, own_boards + earlier_boards, "B-38")
    sessions = _sessions_of_field(book, event, terms, field_boards)
    if own_boards < field_boards:
        return own_sessions(book, terms, own_boards + earlier_boards, sessions + earlier_sessions)
    if own_boards == field_boards:
        return sessions_step(book, terms, sessions + earlier_sessions, field_boards + earlier_boards, accelerate=False)
    unit = full_session(book, terms.grade).value
    if field_boards + earlier_boards < unit * (sessions + earlier_sessions) or own_boards - field_boards < unit:
        return _of_entry(book, sessions_by_boards(book, terms, own_boards + earlier_boards))
    field_sessions = fact(sessions + earlier_sessions, book.clause("4.3.1a"), "sessions of the whole field")
    return _of_entry(book, _with_finals(book, terms, field_sessions, own_boards - field_boards))


def _with_finals(book: Book, terms: Terms, field_sessions: Step, boards: int) -> Step:
    finals = sessions_by_boards(book, terms, boards)
    return derive(total, field_sessions, finals, clause=book.clause("4.3.3b"), message="with those of the finals")


def _of_entry(book: Book, step: Step) -> Step:
    message = sentence("sessions this entry played itself: {reason}", reason=step.message)
    return msgspec.structs.replace(step, clause=book.clause("4.3.3b"), message=message)


def _boards(event: MatchEvent, entry: Entry) -> tuple[int, int]:
    """Boards of the whole field, and those of one entry; the event may count the finals among its boards or not."""
    entries = list(entries_in(event))
    longest = max((final_boards(other) for other in entries), default=0)
    common_boards = max((boards_in(other.matches) - final_boards(other) for other in entries), default=0)
    field_boards = event.boards - longest if longest and event.boards >= common_boards + longest else event.boards
    return field_boards, entry.boards or field_boards + final_boards(entry)


def _sessions_of_field(book: Book, event: MatchEvent, terms: Terms, boards: int) -> int:
    if boards == event.boards:
        return event.sessions
    unit = max(full_session(book, terms.grade).value, event.boards // event.sessions)
    count = partial(by_boards, unit, book.figures.outright.rest_above.value)
    return max(1, floor(count(boards)))


def _most_with_byes(event: MatchEvent) -> int:
    """4.2.4: the most boards that anybody played, if each sat out a round (in an odd field) or some played fewer."""
    entries = list(entries_in(event))
    board_counts = [entry.boards or boards_in(entry.matches) - final_boards(entry) for entry in entries]
    maximum = max(board_counts, default=0)
    field = sum(contestants(ranking) for ranking in event.lists)
    if field % 2 and not maximum:
        return event.boards
    is_complete = any(entry.boards or _opponents_met(entry) >= field - 1 for entry in entries)
    return maximum if (field % 2 and is_complete) or any(0 < boards < maximum for boards in board_counts) else 0


def _opponents_met(entry: Entry) -> int:
    return sum(match_count(matches) for matches in entry.matches)
