"""Sessions as charges count them, where an event does not give them itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from masterpoint.core.books import Book
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, KnockoutEvent, LeagueEvent
from masterpoint.core.heads import counts_sessions, sessions_of


def session_problems(book: Book[Any], event: AnyEvent, given: int | None, number: str) -> Iterator[Problem]:
    """Sessions given beside an event that gives them itself, and otherwise."""
    own = sessions_of(event)
    if given is None or given == own or not (counts_sessions(event) or own > 1):
        return
    message = f"the event itself has {own} sessions"
    if isinstance(event, KnockoutEvent | LeagueEvent):
        message = "the event itself gives its matches, and each is a session"
    yield book.problem("sessions", given, message, "leave it out, or correct the event", number)


def sessions_needed(event: AnyEvent, longest: int) -> int:
    """As many sessions as the boards of an event need, if each has so many at most."""
    boards: int = getattr(event, "boards", 0)
    return max(1, -(-boards // longest))
