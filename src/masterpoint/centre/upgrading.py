"""Upgrade the tables of an earlier version to those of this one: nothing is touched before there is a copy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from masterpoint import __version__
from masterpoint.centre import new_tables
from masterpoint.centre.disk import require_disk
from masterpoint.core.errors import NotUnderstood, Problem

LOCK_NUMBER = 7_160_017
"""Any constant number: an upgrade of a PostgreSQL database holds the lock with it."""


class Schema(NamedTuple):
    """How the tables of a database differ from those that this version works with."""

    is_empty: bool
    missing: list[str]
    """Steps of this version that the database has not had yet."""
    unknown: list[str]
    """Steps the database has had and this version does not know."""

    @property
    def is_current(self) -> bool:
        return not (self.is_empty or self.missing or self.unknown)


def schema() -> Schema:
    if connection.vendor == "sqlite" and not Path(str(connection.settings_dict["NAME"])).parent.exists():
        return Schema(is_empty=True, missing=[], unknown=[])  # a folder that is not there is no fault of the disk
    steps_known, applied = _steps(), set(MigrationRecorder(connection).applied_migrations())
    missing, unknown = (
        [" ".join(step) for step in sorted(steps)] for steps in (steps_known - applied, applied - steps_known)
    )
    return Schema(not applied, missing, unknown)


@cache
def _steps() -> frozenset[new_tables.Step]:
    """All steps of the running version, not of a later one installed meanwhile."""
    return frozenset(new_tables.known_migrations())


def schema_problem(state: Schema) -> Problem | None:
    """Why this version must not work on a database, and what to do; None if it may."""
    if state.is_empty:
        message = "There are no records in this database yet."
        return Problem("", "", message, "set up a federation with `masterpoint init`, or restore a backup")
    if state.unknown:
        message = (
            f"A later version than {__version__} has worked on this database: it has taken"
            f" steps that this version does not know ({len(state.unknown)}), such as “{state.unknown[-1]}”."
        )
        return Problem("", "", message, "install that version, or restore the backup made before its upgrade")
    if state.missing:
        missing = len(state.missing)
        message = f"An earlier version than {__version__} has made this database; steps that are missing: {missing}."
        return Problem("", "", message, "stop the server, then run `masterpoint upgrade`")
    return None


def require_current() -> None:
    """For the server and everything that adds records: never on tables of another version."""
    problem = schema_problem(schema())
    if problem is not None:
        raise NotUnderstood(problem)


def require_records() -> None:
    """For a copy, of records of any version: a copy of nothing is no backup."""
    state = schema()
    problem = schema_problem(state)
    if state.is_empty and problem is not None:
        raise NotUnderstood(problem)


def require_upgradable(state: Schema) -> None:
    """Refuse, before anything is touched, records of a version that cannot be upgraded."""
    if state.is_empty or state.unknown:
        problem = schema_problem(state)
        assert problem is not None
        raise NotUnderstood(problem)


@contextmanager
def exclusive_access() -> Iterator[None]:
    """Nobody else upgrades these records meanwhile. The lock ends with the process: one that dies blocks nobody."""
    with _locked_file() if connection.vendor == "sqlite" else _locked_database() as is_ours:
        if not is_ours:
            message = "Another `masterpoint upgrade` is at work on these records."
            raise NotUnderstood(Problem("", "", message, "wait until it has ended"))
        yield


@contextmanager
def _locked_file() -> Iterator[bool]:
    """A small database beside the records, locked against others."""
    file = Path(f"{connection.settings_dict['NAME']}-upgrade")
    try:
        lock = sqlite3.connect(file, timeout=0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        require_disk(error)
        yield False
    else:
        with closing(lock):
            yield True


@contextmanager
def _locked_database() -> Iterator[bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK_NUMBER])
        (is_ours,) = cursor.fetchone()
    try:
        yield is_ours
    finally:
        if is_ours:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK_NUMBER])


def copy_before(now: datetime | None = None) -> Path:
    """The path of the copy before an upgrade."""
    moment = now or datetime.now(UTC)
    return Path(settings.MASTERPOINT_BACKUPS) / f"before-{__version__}-{moment:%Y%m%d-%H%M%S}.backup"


def migrate() -> None:
    """Apply all missing steps, each in a transaction; in an empty database, create all tables at once."""
    new_tables.create_if_empty()
    new_tables.apply_missing()
