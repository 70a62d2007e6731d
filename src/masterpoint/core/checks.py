"""Checks and what triggers them: an event runs only the checks that something in it calls for.

A trigger is a field that the event gives (`entry.boards`; `event.facts` for any of its facts), its form, its contest,
or the level of its organiser. Without its trigger a check finds nothing; the tests hold every check to that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from masterpoint.core.books import Book
from masterpoint.core.event_fields import event_fields
from masterpoint.core.events import AnyEvent, Event

C = TypeVar("C", bound=Callable[..., Any])
FACTS = "event.facts"


class Check(msgspec.Struct, Generic[C], frozen=True, eq=False):
    """A check and what triggers it; if nothing is named, every event does."""

    function: C
    fields: Collection[str] = ()
    forms: Collection[type[Event]] = ()
    levels: Collection[str] = ()
    contests: Collection[str] = ()

    def is_due(self, names: frozenset[str], kind: type[Event], level: str, contest: str) -> bool:
        """Whether an event with these properties triggers the check."""
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
        """The checks that an event triggers. The choice is cached by the fields that the event gives."""
        return self._selection(event_fields(event).names, event.__class__, event.organiser.level, event.contest)

    def by_book(self, book: Book[Any], event: AnyEvent) -> tuple[C, ...]:
        """The same for an edition; all checks if it replaces rules, since its rules may look at other fields."""
        return self.all if book.rules else self.select_for(event)

    def _select(self, *event_properties: Any) -> tuple[C, ...]:
        return tuple(check.function for check in self.checks if check.is_due(*event_properties))
