"""A copy of everything in one file, made in the quickest way that the database has."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path

from django.db import connection

from masterpoint.centre import backups, secrets
from masterpoint.centre.disk import DiskTrouble, refusal, trouble
from masterpoint.centre.erasing import again
from masterpoint.core.errors import NotUnderstood, Problem

Progress = Callable[[int], None]


def save(target: Path, *, portable: bool = False, progress: Progress = lambda _: None) -> None:
    """Write a copy, safe while the Centre runs. It appears under its name only when it is whole.

    SQLite is copied, PostgreSQL dumped with pg_dump; where that program is missing or older than the server, the
    portable kind is written.
    """
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if portable or not _save_natively(unfinished):
            backups.save(target, progress)
        else:
            secrets.finish(unfinished, target)
    except Exception as error:
        secrets.remove_if_possible(unfinished)
        problem = refusal(error)
        if problem is None:
            raise
        raise DiskTrouble(Problem(str(target), "", f"no backup was made: {problem.message}", problem.fix)) from None


def _save_natively(unfinished: Path) -> bool:
    """Whether the database could copy itself."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(database_name())) as source, closing(sqlite3.connect(unfinished)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        return True
    if not _has_program("pg_dump"):
        return False
    run_postgres(["pg_dump", "--format=custom", "--file", str(unfinished)])
    return True


def restore(source: Path, progress: Progress = lambda _: None) -> None:
    """Everything in this Centre replaced by a copy, whatever kind it is. Who was erased since stays erased."""
    again.note_erased()
    _load(source, progress)
    again.erase_again(date.today())


def _load(source: Path, progress: Progress) -> None:
    if backups.is_portable(source):
        backups.load(source, progress)
    elif connection.vendor == "postgresql":
        words = ["pg_restore", "--clean", "--if-exists", "--single-transaction"]
        run_postgres([*words, "--dbname", database_name(), str(source)])
    else:
        secrets.load_copy(source)


def database_name() -> str:
    return str(connection.settings_dict["NAME"])


def _has_program(name: str) -> bool:
    """Whether PostgreSQL's own program is here, and not older than the server it would read."""
    program = shutil.which(name)
    if program is None:
        return False
    output = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    version = next((word.split(".")[0] for word in output.split() if word[:1].isdigit()), "0")
    connection.ensure_connection()
    return version.isdigit() and int(version) >= int(getattr(connection, "pg_version", 0)) // 10_000


def run_postgres(words: list[str]) -> None:
    """One of PostgreSQL's own programs, on this database."""
    data = connection.settings_dict
    connection.close()
    environment = os.environ | {
        "PGHOST": data["HOST"], "PGUSER": data["USER"], "PGPASSWORD": data["PASSWORD"],
        "PGPORT": str(data["PORT"] or "5432"), "PGDATABASE": str(data["NAME"]),
    }  # fmt: skip
    done = subprocess.run(words, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        output = done.stderr.strip()[-300:]
        full = trouble(OSError(output))
        if full is not None:
            raise DiskTrouble(full)
        raise NotUnderstood(Problem(words[0], output, "the program failed", "try --portable"))
