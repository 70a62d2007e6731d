"""Files of backups: written completely or not at all, with a checksum. Also replaces one database file with another."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from django.db import connection

from masterpoint.centre.disk import raise_disk_trouble
from masterpoint.core.errors import NotReadable, NotUnderstood, Problem

SUFFIXES = ("-wal", "-shm", "-journal", "-turn")
"""The suffixes of files that belong to a database: its logs, its shared memory, and the queue of its writers."""


def complete(temporary: Path, target: Path) -> None:
    """Give a backup its name once it is completely on the disk, readable only by its owner, and write its checksum.

    It may replace an earlier backup of this name. A backup never has the checksum of the other one.
    """
    temporary.chmod(0o600)
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    checksum = _checksum(target)
    new_checksum = _checksum(temporary)
    try:
        new_checksum.write_text(f"{digest}  {target.name}\n", encoding="utf-8")
        checksum.unlink(missing_ok=True)
        temporary.replace(target)
        new_checksum.replace(checksum)
    finally:
        new_checksum.unlink(missing_ok=True)


def _checksum(target: Path) -> Path:
    """The file with the checksum, in the format of `sha256sum --check`."""
    return target.with_name(f"{target.name}.sha256")


def require_unchanged(source: Path) -> None:
    """Refuse a backup that does not match its checksum."""
    checksum_file = _checksum(source)
    if not checksum_file.exists():
        return
    with source.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if checksum_file.read_bytes().split()[:1] != [digest.encode()]:
        raise damage_error(source)


def damage_error(source: Path) -> NotReadable:
    return NotReadable(Problem(source.name, "", "this backup is damaged or was cut short", "use another one"))


def in_use_error() -> NotUnderstood:
    fix = "stop the server, and whatever else is connected to the records, then restore"
    return NotUnderstood(Problem("this Centre", "", "somebody is using the records", fix))


def load_copy(source: Path) -> None:
    """Replace the SQLite database with a copy, after checking that the copy is intact and ours."""
    name = Path(str(connection.settings_dict["NAME"]))
    name.parent.mkdir(parents=True, exist_ok=True)
    new = name.with_name(f"{name.name}.restoring")
    remove(new)
    try:
        shutil.copyfile(source, new)
        if not _is_intact(new):
            raise damage_error(source)
        replace_file(new, name)
    finally:
        remove_if_possible(new)


def _is_intact(copy: Path) -> bool:
    try:
        with closing(sqlite3.connect(copy)) as database:
            (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
            database.execute("SELECT COUNT(*) FROM ledger_posting").fetchone()
    except sqlite3.DatabaseError as error:
        raise_disk_trouble(error)  # the error may come from this disk, not from the copy
        return False
    return bool(verdict == "ok")


def replace_file(new: Path, name: Path) -> None:
    """Replace the old file with a new one in one step. After a power failure, one of them is there and complete.

    The old file's log is written into it first. If it stayed, SQLite would take it for part of the new file.
    """
    connection.close()
    if name.exists():
        _write_log_back(name)
    for suffix in SUFFIXES:
        Path(f"{new}{suffix}").unlink(missing_ok=True)
    with new.open("rb") as file:
        os.fsync(file.fileno())
    new.replace(name)


def _write_log_back(name: Path) -> None:
    try:
        with closing(sqlite3.connect(name, timeout=5)) as old:
            old.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        raise_disk_trouble(error)
        raise in_use_error() from None
    except sqlite3.DatabaseError:  # the database is damaged, which may be the reason for the restore
        remove(name)


def remove_if_possible(file: Path) -> None:
    """Remove what is left of an incomplete file."""
    with suppress(OSError):
        remove(file)


def remove(file: Path) -> None:
    for suffix in ("", *SUFFIXES):
        Path(f"{file}{suffix}").unlink(missing_ok=True)
