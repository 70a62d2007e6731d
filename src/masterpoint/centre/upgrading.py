"""Upgrade the tables of an earlier version to this one. Nothing is changed before there is a backup."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from masterpoint import __version__
from masterpoint.centre import new_tables
from masterpoint.centre.disk import raise_disk_trouble
from masterpoint.core.errors import NotReadable, NotUnderstood, Problem

LOCK_NUMBER = 7_160_017
"""Any constant number. PostgreSQL identifies the lock of an upgrade by it."""


class Schema(NamedTuple):
    """How the tables of a database differ from those that this version needs."""

    is_empty: bool
    missing: list[str]
    """Migrations of this version that were not applied yet."""
    unknown: list[str]
    """Applied migrations that this version does not know."""

    @property
    def is_current(self) -> bool:
        return not (self.is_empty or self.missing or self.unknown)


class Beginning(msgspec.Struct):
    """What an upgrade noted before it changed the tables."""

    backup: str
    missing: list[str]


def schema() -> Schema:
    if connection.vendor == "sqlite" and not Path(str(connection.settings_dict["NAME"])).parent.exists():
        return Schema(is_empty=True, missing=[], unknown=[])  # a missing folder does not mean that the disk has failed
    steps_known, applied = _steps(), set(MigrationRecorder(connection).applied_migrations())
    missing, unknown = (
        [" ".join(step) for step in sorted(steps)] for steps in (steps_known - applied, applied - steps_known)
    )
    return Schema(not applied, missing, unknown)


@cache
def _steps() -> frozenset[new_tables.Step]:
    """The migrations of the running version, not of a later one installed meanwhile."""
    return frozenset(new_tables.known_migrations())


def schema_problem(state: Schema) -> Problem | None:
    """Why this version must not use a database, and what to do; None if it may."""
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
    """Refuse tables of another version. The server and everything that adds records call this."""
    problem = schema_problem(schema())
    if problem is not None:
        raise NotUnderstood(problem)


def require_records() -> None:
    """Refuse a database without records, of whatever version, because a backup of it would be empty."""
    state = schema()
    problem = schema_problem(state)
    if state.is_empty and problem is not None:
        raise NotUnderstood(problem)


def require_upgradable(state: Schema) -> None:
    """Refuse records of a version that cannot be upgraded, before anything is changed."""
    if state.is_empty or state.unknown:
        problem = schema_problem(state)
        assert problem is not None
        raise NotUnderstood(problem)


@contextmanager
def exclusive_access() -> Iterator[None]:
    """Prevent a second upgrade of these records.

    The lock ends with the process, so a process that dies does not block others.
    """
    with _locked_file() if connection.vendor == "sqlite" else _locked_database() as is_ours:
        if not is_ours:
            message = "Another `masterpoint upgrade` is at work on these records."
            raise NotUnderstood(Problem("", "", message, "wait until it has ended"))
        yield


@contextmanager
def _locked_file() -> Iterator[bool]:
    """Lock a small database beside the records."""
    file = Path(f"{connection.settings_dict['NAME']}-upgrade")
    try:
        lock = sqlite3.connect(file, timeout=0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        raise_disk_trouble(error)
        yield False
    else:
        with closing(lock):
            yield True


@contextmanager
def _locked_database() -> Iterator[bool]:
    """Lock through a separate connection. The backup and `verify` close ours, which would release the lock."""
    lock = connection.copy()
    try:
        with lock.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK_NUMBER])
            (is_ours,) = cursor.fetchone()
        yield is_ours
    finally:
        lock.close()


def backup_path(now: datetime | None = None) -> Path:
    """The path of the backup made before an upgrade."""
    moment = now or datetime.now(UTC)
    return Path(settings.MASTERPOINT_BACKUPS) / f"before-{__version__}-{moment:%Y%m%d-%H%M%S}.backup"


def note_beginning(backup: Path, state: Schema) -> None:
    """Note that an upgrade is about to change the tables, so that it can go on if it is stopped half way."""
    note = _note()
    note.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = note.with_suffix(".unfinished")
    temporary.write_text(json.dumps({"backup": str(backup.resolve()), "missing": state.missing}), encoding="utf-8")
    temporary.replace(note)


def note_end() -> None:
    _note().unlink(missing_ok=True)


def unfinished_backup(state: Schema) -> Path | None:
    """The backup made by an upgrade that was stopped half way, or None.

    If as many migrations are missing as at its beginning, somebody may have gone back and worked with the old version.
    Then the upgrade begins anew, with a new backup.
    """
    note = _note()
    if not note.exists():
        return None
    try:
        beginning = msgspec.json.decode(note.read_bytes(), type=Beginning)
    except ValueError:
        fix = f"delete it, then upgrade again; the newest copy in {settings.MASTERPOINT_BACKUPS} is from the beginning"
        raise NotReadable(Problem(str(note), "", "the note of an upgrade that was stopped is damaged", fix)) from None
    return Path(beginning.backup) if set(state.missing) < set(beginning.missing) else None


def _note() -> Path:
    return Path(settings.HOME) / "unfinished-upgrade.json"


def migrate() -> None:
    """Apply all missing migrations, each in a transaction. In an empty database, create all tables at once."""
    new_tables.create_if_empty()
    new_tables.apply_missing()
