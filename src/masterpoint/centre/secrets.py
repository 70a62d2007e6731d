"""Backups as files: whole or not there at all, with a checksum; and a database file that takes another's place."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from django.db import connection

from masterpoint.core.errors import NotReadable, NotUnderstood, Problem


def finish(unfinished: Path, target: Path) -> None:
    """A file takes its name only when all of it is on the disk; its checksum stands beside it."""
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    _checksum(target).write_text(f"{digest}  {target.name}\n", encoding="utf-8")
    unfinished.replace(target)


def _checksum(target: Path) -> Path:
    """As `sha256sum --check` reads it."""
    return target.with_name(f"{target.name}.sha256")


def require_unchanged(source: Path) -> None:
    """A backup whose checksum stands beside it must still be what was written."""
    beside = _checksum(source)
    if not beside.exists():
        return
    with source.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if beside.read_text(encoding="utf-8").split()[:1] != [digest]:
        raise damaged(source)


def damaged(source: Path) -> NotReadable:
    return NotReadable(Problem(source.name, "", "this backup is damaged or was cut short", "use another one"))


def load_copy(source: Path) -> None:
    """A copy of the SQLite database takes the place of the one there is, once it is known to be sound and ours."""
    name = Path(str(connection.settings_dict["NAME"]))
    name.parent.mkdir(parents=True, exist_ok=True)
    new = name.with_name(f"{name.name}.restoring")
    remove(new)
    shutil.copyfile(source, new)
    try:
        with closing(sqlite3.connect(new)) as copy:
            (sound,) = copy.execute("PRAGMA integrity_check").fetchone()
            copy.execute("SELECT COUNT(*) FROM ledger_posting").fetchone()
    except sqlite3.DatabaseError:
        sound = ""
    if sound != "ok":
        remove(new)
        raise damaged(source)
    take_place(new, name)


def take_place(new: Path, name: Path) -> None:
    """A whole new file instead of the old one, in one step: whenever the power fails, one of them is there, whole.

    What the old one still has beside it is written into it first: left behind, it would be taken for part of the new.
    """
    connection.close()
    if name.exists():
        _write_out(name)
    for rest in ("-wal", "-shm"):
        Path(f"{new}{rest}").unlink(missing_ok=True)
    with new.open("rb") as file:
        os.fsync(file.fileno())
    new.replace(name)


def _write_out(name: Path) -> None:
    try:
        with closing(sqlite3.connect(name, timeout=5)) as old:
            old.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError:
        fix = "stop the server, then restore"
        raise NotUnderstood(Problem("this Centre", "", "somebody is using the records", fix)) from None
    except sqlite3.DatabaseError:  # beyond repair, which may be why there is a restore
        remove(name)


def remove_if_possible(file: Path) -> None:
    """What is left of a file that could not be finished."""
    with suppress(OSError):
        remove(file)


def remove(file: Path) -> None:
    for rest in ("", "-wal", "-shm"):
        Path(f"{file}{rest}").unlink(missing_ok=True)
