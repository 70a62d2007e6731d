"""4.3.1 and 4.3.3, the sessions of a tournament that count for an entry: all of them, or those it played itself."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from masterpoint.core.derivation import Step, fact
from masterpoint.core.events import Entry, Session
from masterpoint.core.places import place_number
from masterpoint.schemes.abf.rules.awards.outright import accelerated, sessions_by_boards, walk_in_final
from masterpoint.schemes.abf.rules.awards.sessions import FULL_SESSION, SESSION_BOARDS, contestants
from masterpoint.schemes.abf.rules.forms.match_outright import by_own_boards
from masterpoint.schemes.abf.rules.grades.terms import Terms
from masterpoint.schemes.abf.rules.handbook import clause


def sessions_counted(terms: Terms, sessions: Sequence[Session]) -> Step:
    """4.3.1: full sessions count one each; where any is short, the boards decide."""
    unit = SESSION_BOARDS.get(terms.grade, FULL_SESSION)
    if all(session.boards >= unit for session in sessions):
        return accelerated(terms, fact(len(sessions), clause("4.3.1a"), "sessions played"))
    mixed = any(session.boards >= unit for session in sessions)
    boards = sum(session.boards for session in sessions)
    return accelerated(terms, sessions_by_boards(terms, boards, "B-37" if mixed else ""))


def sessions_of(terms: Terms, main: Sequence[Session], finalists: int, entry: Entry) -> Step:
    """4.3.3: those of the entry itself, as told, or as the sizes of the finals tell by its place."""
    two = walk_in_final(terms) if finalists else None
    if two is not None:
        return two
    if by_own_boards(terms):
        own = [one for one in main if entry.sessions is not None or _played_in(one, entry, finalists)]
        return sessions_by_boards(terms, entry.boards or sum(one.boards for one in own[: entry.sessions]))
    own = list(main[: entry.sessions]) if entry.sessions is not None else _own(main, entry, finalists)
    if entry.sessions is None and len(own) == len(main):
        return sessions_counted(terms, main)
    counted = sessions_counted(msgspec.structs.replace(terms, accelerated=False), own)
    if counted.formula is None:
        reading = "B-74" if entry.sessions is None else ""
        counted = fact(len(own), clause("4.3.3b"), "sessions this entry played itself", reading=reading)
    return accelerated(terms, counted)


def _own(main: Sequence[Session], entry: Entry, finalists: int) -> list[Session]:
    return [one for one in main if _played_in(one, entry, finalists)]


def _played_in(session: Session, entry: Entry, finalists: int) -> bool:
    """Finals are played by those who finish first: as many as the session, or the largest final, lists."""
    if session.stage != "final" or not finalists:
        return True
    there = sum(contestants(ranking) for ranking in session.lists) or finalists
    return (place_number(entry.place) or 0) <= there
