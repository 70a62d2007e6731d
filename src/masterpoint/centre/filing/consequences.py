"""Consequences of a change of filings, in the same transaction.

Other packages, such as billing, register a function when the Centre starts. It is called once at the end of every
change, with the filings and their results. If it fails, the change is rolled back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from django.db.models import Model

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.statements import Query
from masterpoint.core.derivation import Result


class PreparedWork(NamedTuple):
    """What a consequence prepared for a new filing before the lock was taken."""

    work: Any
    queries: Sequence[Query]
    """The queries it will make while holding the lock."""


class Outcome(NamedTuple):
    """What was just written for a filing, so that it need not be read or judged again."""

    version: Version
    """The current version."""
    recipients: frozenset[int]
    """The people who receive its awards."""
    result: Result
    works: Mapping[object, PreparedWork] = {}
    """What each consequence prepared before the lock was taken."""


class Consequence(Protocol):
    """Updates something after a change of some filings of one federation."""

    def __call__(
        self, filings: Sequence[Filing], *, by: User | None, reason: str, outcomes: Mapping[int, Outcome], new: bool
    ) -> None: ...


class Preparation(Protocol):
    """Prepares something for a new filing before the lock."""

    def __call__(self, version: Version, result: Result) -> PreparedWork | None: ...


class _Registration(NamedTuple):
    tables: tuple[type[Model], ...]
    prepare: Preparation | None


_registrations: dict[Consequence, _Registration] = {}


def register(consequence: Consequence, *tables: type[Model], prepare: Preparation | None = None) -> None:
    """Register a consequence when the Centre starts, with the tables for which it needs keys.

    Registering twice is harmless.
    """
    _registrations[consequence] = _Registration(tables, prepare)


def tables() -> list[type[Model]]:
    """The tables for which the consequences of a filing need keys."""
    return [table for entry in _registrations.values() for table in entry.tables]


def prepare_works(version: Version, result: Result) -> dict[object, PreparedWork]:
    """Prepare the consequences of a new filing before the lock is taken."""
    works = {consequence: item.prepare(version, result) for consequence, item in _registrations.items() if item.prepare}
    return {consequence: work for consequence, work in works.items() if work is not None}


def follow(
    filings: Sequence[Filing],
    *,
    by: User | None,
    reason: str = "",
    outcomes: Mapping[int, Outcome] | None = None,
    new: bool = False,
) -> None:
    """Run every consequence of a change of these filings.

    `outcomes`: what was just written for some of them, by key. `new`: they were filed just now, so nobody has entered
    facts about them.
    """
    for consequence in _registrations:
        consequence(filings, by=by, reason=reason, outcomes=outcomes or {}, new=new)
