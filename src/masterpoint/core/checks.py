"""Checks and their causes: of all that a book checks, an event goes through what it gives cause for.

A cause is a field that an event gives (`entry.boards`; `event.facts` for any of its facts), the form it was played in,
the contest, or the level of its organiser. Without a cause a check finds nothing, which the tests hold every check to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from masterpoint.core.books import Book
from masterpoint.core.events import AnyEvent, Event
from masterpoint.core.given import event_fields

C = TypeVar("C", bound=Callable[..., Any])
FACTS = "event.facts"


class Check(msgspec.Struct, Generic[C], frozen=True, eq=False):
    """A check, and what gives cause for it; where nothing is named, every event does."""

    function: C
    fields: Collection[str] = ()
    forms: Collection[type[Event]] = ()
    levels: Collection[str] = ()
    contests: Collection[str] = ()

    def is_due(self, names: frozenset[str], kind: type[Event], level: str, contest: str) -> bool:
        """Whether such an event gives cause for it."""
        if not (self.fields or self.forms or self.levels or self.contests):
            return True
        return (
            not names.isdisjoint(self.fields) or kind in self.forms or level in self.levels or contest in self.contests
        )


class Checks(Generic[C]):
    """The checks of a chapter, in its order."""

    def __init__(self, *checks: Check[C]) -> None:
        self.checks = checks
        self.all = tuple(check.function for check in checks)
        self._selection = lru_cache(maxsize=1024)(self._select)

    def select_for(self, event: AnyEvent) -> tuple[C, ...]:
        """Those that an event gives cause for; events that give the same fields are alike."""
        return self._selection(event_fields(event).names, event.__class__, event.organiser.level, event.contest)

    def by_book(self, book: Book[Any], event: AnyEvent) -> tuple[C, ...]:
        """The same for an edition; all, where it replaces rules: its own may have other causes."""
        return self.all if book.rules else self.select_for(event)

    def _select(self, *of_event: Any) -> tuple[C, ...]:
        return tuple(check.function for check in self.checks if check.is_due(*of_event))
