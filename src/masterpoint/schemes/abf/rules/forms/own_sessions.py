"""4.3.1 and 4.3.3, the sessions of a tournament that count for an entry: all of them, or those it played itself."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from masterpoint.core.derivation import Step, fact
from masterpoint.core.events import Entry, Session
from masterpoint.core.places import place_number
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.outright import (
    own_sessions,
    sessions_by_boards,
    walk_in_final,
    with_acceleration,
)
from masterpoint.schemes.abf.rules.awards.sessions import contestants, full_session
from masterpoint.schemes.abf.rules.forms.match_sessions import by_own_boards
from masterpoint.schemes.abf.rules.grades.terms import Terms


def sessions_counted(book: Book, terms: Terms, sessions: Sequence[Session]) -> Step:
    """4.3.1: full sessions count one each; if any is short, the boards decide."""
    unit = full_session(book, terms.grade).value
    if all(session.boards >= unit for session in sessions):
        return with_acceleration(book, terms, fact(len(sessions), book.clause("4.3.1a"), "sessions played"))
    has_full_session = any(session.boards >= unit for session in sessions)
    boards = sum(session.boards for session in sessions)
    return with_acceleration(book, terms, sessions_by_boards(book, terms, boards, "B-37" if has_full_session else ""))


def sessions_of(book: Book, terms: Terms, main: Sequence[Session], finalists: int, entry: Entry) -> Step:
    """4.3.3: the sessions of one entry: as given, or worked out from its place and the sizes of the finals."""
    two = walk_in_final(book, terms) if finalists else None
    if two is not None:
        return two
    if by_own_boards(terms):
        boards = sum(session.boards for session in _sessions_of_entry(main, entry, finalists))
        return sessions_by_boards(book, terms, entry.boards or boards)
    if entry.boards is not None and entry.sessions is None:
        return with_acceleration(book, terms, own_sessions(book, terms, entry.boards, len(main)))
    entry_sessions = _sessions_of_entry(main, entry, finalists)
    if entry.sessions is None and len(entry_sessions) == len(main):
        return sessions_counted(book, terms, main)
    count = sessions_counted(book, msgspec.structs.replace(terms, accelerated=False), entry_sessions)
    if count.formula is None:
        reading = "B-74" if entry.sessions is None else ""
        count = fact(len(entry_sessions), book.clause("4.3.3b"), "sessions this entry played itself", reading=reading)
    return with_acceleration(book, terms, count)


def _sessions_of_entry(main: Sequence[Session], entry: Entry, finalists: int) -> list[Session]:
    """The first sessions, as many as the entry gives; or those it must have played."""
    if entry.sessions is not None:
        return list(main[: entry.sessions])
    return [session for session in main if _played_in(session, entry, finalists)]


def _played_in(session: Session, entry: Entry, finalists: int) -> bool:
    """Those who finish first play the finals: as many as the session, or the largest final, lists."""
    if session.stage != "final" or not finalists:
        return True
    finalist_count = sum(contestants(ranking) for ranking in session.lists) or finalists
    return (place_number(entry.place) or 0) <= finalist_count
