"""Copies of everything in one file, made in the way that is fastest for the database."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path

from django.db import connection

from masterpoint.centre import backup_files, backups, dumps
from masterpoint.centre.disk import DiskTrouble, write_problem
from masterpoint.centre.erasing import after_restore
from masterpoint.centre.statements import select
from masterpoint.core.errors import NotReadable, Problem

Progress = Callable[[int], None]
MARKS = {"postgresql": dumps.MARK, "sqlite": b"SQLite format 3\0"}
"""The first bytes of a copy, by the database that made it."""
OTHER_PROGRAMS = """
    SELECT COUNT(*) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
"""
"""Connections of other programs of the Centre to this database."""
SECONDS_TO_DISCONNECT = 5
NAMES = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}


def save(target: Path, *, portable: bool = False, progress: Progress = lambda _: None) -> None:
    """Write a copy, also while the Centre runs. The file gets its name only when it is complete.

    SQLite copies itself, and pg_dump dumps PostgreSQL. If that program is missing or older than the server, a portable
    backup is written.
    """
    temporary = target.with_name(f"{target.name}.unfinished")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if portable or not _save_natively(temporary):
            backups.save(target, progress)
        else:
            backup_files.complete(temporary, target)
    except BaseException as error:
        backup_files.remove_if_possible(temporary)
        problem = write_problem(error) if isinstance(error, Exception) else None
        if problem is None:
            raise
        raise DiskTrouble(Problem(str(target), "", f"no backup was made: {problem.message}", problem.fix)) from None


def _save_natively(temporary: Path) -> bool:
    """Let the database copy itself; returns whether it could."""
    if connection.vendor == "sqlite":
        name = str(connection.settings_dict["NAME"])
        with closing(sqlite3.connect(name)) as source, closing(sqlite3.connect(temporary)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        return True
    if not dumps.can_save():
        return False
    dumps.save(temporary)
    return True


def restore(source: Path, progress: Progress = lambda _: None) -> None:
    """Replace everything in this Centre by a copy of any kind. People erased since then stay erased."""
    _require_unused()
    after_restore.update_list()
    _load(source, progress)
    after_restore.repeat_erasures(date.today())


def _require_unused() -> None:
    """Refuse to replace records that a server works on: it would go on with what it read before.

    SQLite finds that out itself. On PostgreSQL, programs that have just ended get some seconds to disconnect.
    """
    if connection.vendor != "postgresql":
        return
    end = time.monotonic() + SECONDS_TO_DISCONNECT
    while select(OTHER_PROGRAMS) != [(0,)]:
        if time.monotonic() > end:
            raise backup_files.in_use_error()
        time.sleep(0.1)


def _load(source: Path, progress: Progress) -> None:
    if backups.is_portable(source):
        backups.load(source, progress)
        return
    _require_kind(source)
    if connection.vendor == "postgresql":
        dumps.load(source)
    else:
        backup_files.load_copy(source)


def _require_kind(source: Path) -> None:
    """Refuse a copy that another kind of database made, and any other file."""
    with source.open("rb") as file:
        beginning = file.read(max(map(len, MARKS.values())))
    vendor = next((vendor for vendor, mark in MARKS.items() if beginning.startswith(mark)), None)
    if vendor is None:
        raise backup_files.damage_error(source)
    if vendor != connection.vendor:
        message = f"this is a copy of {NAMES[vendor]}, and these records are in {NAMES[connection.vendor]}"
        fix = f"restore it with {NAMES[vendor]}; a copy made there by `masterpoint backup --portable` fits here"
        raise NotReadable(Problem(source.name, "", message, fix))
