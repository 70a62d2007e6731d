"""Copies of everything in one file, made in the way that is fastest for the database."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from django.db import connection

from masterpoint.centre import backup_files, backups
from masterpoint.centre.disk import DiskTrouble, raise_disk_trouble, write_problem
from masterpoint.centre.erasing import after_restore
from masterpoint.core.errors import NotUnderstood, Problem

Progress = Callable[[int], None]


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
    except Exception as error:
        backup_files.remove_if_possible(temporary)
        problem = write_problem(error)
        if problem is None:
            raise
        raise DiskTrouble(Problem(str(target), "", f"no backup was made: {problem.message}", problem.fix)) from None


def _save_natively(temporary: Path) -> bool:
    """Let the database copy itself; returns whether it could."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(database_name())) as source, closing(sqlite3.connect(temporary)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        return True
    if not _has_program("pg_dump"):
        return False
    run_postgres(["pg_dump", "--format=custom", "--file", str(temporary)])
    return True


def restore(source: Path, progress: Progress = lambda _: None) -> None:
    """Replace everything in this Centre by a copy of any kind. People erased since then stay erased."""
    after_restore.update_list()
    _load(source, progress)
    after_restore.repeat_erasures(date.today())


def _load(source: Path, progress: Progress) -> None:
    if backups.is_portable(source):
        backups.load(source, progress)
    elif connection.vendor == "postgresql":
        run_postgres(["pg_restore", "--clean", "--if-exists", "--single-transaction", str(source)])
    else:
        backup_files.load_copy(source)


def database_name() -> str:
    return str(connection.settings_dict["NAME"])


def _has_program(name: str) -> bool:
    """Whether a program of PostgreSQL is installed and not older than the server."""
    program = shutil.which(name)
    if program is None:
        return False
    output = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    version = next((part.split(".")[0] for part in output.split() if part[:1].isdigit()), "0")
    connection.ensure_connection()
    return version.isdigit() and int(version) >= int(getattr(connection, "pg_version", 0)) // 10_000


def run_postgres(command: list[str]) -> None:
    """Run a program of PostgreSQL on this database, over a connection that is encrypted and checked like ours."""
    data = connection.settings_dict
    connection.close()
    arguments = [command[0], "--dbname", connection_string(data), *command[1:]]
    environment = os.environ | {"PGPASSWORD": data["PASSWORD"]}  # every user of this machine can read the arguments
    process = subprocess.run(arguments, env=environment, check=False, capture_output=True, text=True)
    if process.returncode:
        raise_disk_trouble(OSError(process.stderr))
        output = process.stderr.strip().partition("\nCommand was:")[0][-300:]
        raise NotUnderstood(Problem(command[0], output, "the program failed", "try --portable"))


def connection_string(data: dict[str, Any]) -> str:
    """The connection string of a database for PostgreSQL's programs, without the password."""
    from psycopg.conninfo import make_conninfo

    parameters = {"host": data["HOST"], "port": data["PORT"], "user": data["USER"], "dbname": data["NAME"]}
    return make_conninfo(**{name: value for name, value in parameters.items() if value}, **data["OPTIONS"])
