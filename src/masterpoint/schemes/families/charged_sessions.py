"""Sessions as charges count them, where an event does not give them itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from masterpoint.core.books import Book
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, KnockoutEvent, LeagueEvent
from masterpoint.core.heads import counts_sessions, sessions_of


def session_problems(book: Book[Any], event: AnyEvent, sessions: int | None, number: str) -> Iterator[Problem]:
    """A number of sessions that differs from what the event itself gives."""
    event_sessions = sessions_of(event)
    if sessions is None or sessions == event_sessions or not (counts_sessions(event) or event_sessions > 1):
        return
    message = f"the event itself has {event_sessions} sessions"
    if isinstance(event, KnockoutEvent | LeagueEvent):
        message = "the event itself gives its matches, and each is a session"
    yield book.problem("sessions", sessions, message, "leave it out, or correct the event", number)


def sessions_needed(event: AnyEvent, longest: int) -> int:
    """As many sessions as the boards of an event need, if each has at most `longest` of them."""
    boards: int = getattr(event, "boards", 0)
    return max(1, -(-boards // longest))
