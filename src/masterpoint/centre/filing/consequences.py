"""What follows an act on filings, in the same transaction.

Rooms above this one, such as billing, register a function when the Centre starts. It is called once for every act, when
the act is done, with the filings it touched and the results it has at hand; if it fails, so does the act.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from django.db.models import Model

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.statements import Query
from masterpoint.core.derivation import Result


class WorkedOut(NamedTuple):
    """What a consequence has worked out of a new filing before the lock."""

    work: Any
    questions: Sequence[Query]
    """What it will ask with the lock held."""


class Outcome(NamedTuple):
    """What an act has just written for a filing, so that nobody reads or judges it again."""

    version: Version
    """The one that counts now."""
    paid: frozenset[int]
    """The people its awards go to."""
    result: Result
    ahead: Mapping[object, WorkedOut] = {}
    """What was worked out before the lock, by the consequence."""


class Consequence(Protocol):
    """Brings something into line with how some filings of one federation stand now."""

    def __call__(
        self, filings: Sequence[Filing], *, by: User | None, reason: str, outcomes: Mapping[int, Outcome], new: bool
    ) -> None: ...


class Ahead(Protocol):
    """Works out before the lock what is to be done about a filing that is about to be written."""

    def __call__(self, version: Version, result: Result) -> WorkedOut | None: ...


class _Registered(NamedTuple):
    tables: tuple[type[Model], ...]
    ahead: Ahead | None


_registered: dict[Consequence, _Registered] = {}


def register(consequence: Consequence, *tables: type[Model], ahead: Ahead | None = None) -> None:
    """To be called when the Centre starts, with the tables it writes a row of whose key it needs. Twice is once."""
    _registered[consequence] = _Registered(tables, ahead)


def tables() -> list[type[Model]]:
    """Those whose keys the consequences of a filing need."""
    return [table for registered in _registered.values() for table in registered.tables]


def worked_out(version: Version, result: Result) -> dict[object, WorkedOut]:
    """What the consequences of a new filing do before the lock."""
    works = {consequence: item.ahead(version, result) for consequence, item in _registered.items() if item.ahead}
    return {consequence: ahead for consequence, ahead in works.items() if ahead is not None}


def follow(
    filings: Sequence[Filing],
    *,
    by: User | None,
    reason: str = "",
    outcomes: Mapping[int, Outcome] | None = None,
    new: bool = False,
) -> None:
    """Everything that follows from how these filings stand now.

    `outcomes`: what the act has just written for some of them, by their key.
    `new`: they were filed just now, so that nobody has said anything about them yet.
    """
    for consequence in _registered:
        consequence(filings, by=by, reason=reason, outcomes=outcomes or {}, new=new)
