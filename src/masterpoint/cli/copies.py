"""`masterpoint backup`, `restore` and `export`: a whole Centre in one file, and a federation as plain data."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from masterpoint.cli.centre import federation_named, ready
from masterpoint.core.errors import NotUnderstood, Problem


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--portable", is_flag=True, help="JSON lines that any database can take back, however it was made.")
def backup(target: Path, portable: bool) -> None:
    """A copy of everything, safe while the Centre runs.

    SQLite is copied, PostgreSQL dumped with pg_dump; where that program is missing or older than the server, the
    portable kind is written, which `restore` reads just as well.
    """
    ready()
    from django.db import connection

    from masterpoint.centre import backups, secrets

    unfinished = target.with_name(f"{target.name}.unfinished")
    if not portable and connection.vendor == "sqlite":
        with closing(sqlite3.connect(_database())) as source, closing(sqlite3.connect(unfinished)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        secrets.finish(unfinished, target)
    elif not portable and _has_program("pg_dump"):
        _postgres(["pg_dump", "--format=custom", "--file", str(unfinished)])
        secrets.finish(unfinished, target)
    else:
        with click.progressbar(length=backups.work(), label="Backing up", file=sys.stderr) as bar:
            backups.save(target, bar.update)
    click.echo(f"Backed up to {target}. Check it: restore it elsewhere and run `masterpoint verify` there.")


@click.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True))
@click.option("--replace", is_flag=True, help="Replace everything that is in this Centre now.")
def restore(source: Path, replace: bool) -> None:
    """Everything back from a backup, whatever kind it is; then run `masterpoint verify`."""
    ready()
    from django.db import connection

    from masterpoint.centre import backups, secrets

    secrets.require_unchanged(source)
    if not replace:
        backups.require_empty()
    if backups.is_portable(source):
        rows = backups.check(source)
        with click.progressbar(length=rows, label="Restoring", file=sys.stderr) as bar:
            backups.load(source, bar.update)
    elif connection.vendor == "postgresql":
        _postgres(
            ["pg_restore", "--clean", "--if-exists", "--single-transaction", "--dbname", _database(), str(source)]
        )
    else:
        secrets.load_copy(source)
    click.echo("Restored.")


def _database() -> str:
    from django.db import connection

    return str(connection.settings_dict["NAME"])


def _has_program(name: str) -> bool:
    """Whether PostgreSQL's own program is here, and not older than the server it would read."""
    from django.db import connection

    program = shutil.which(name)
    if program is None:
        return False
    output = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    version = next((word.split(".")[0] for word in output.split() if word[:1].isdigit()), "0")
    connection.ensure_connection()
    return version.isdigit() and int(version) >= int(getattr(connection, "pg_version", 0)) // 10_000


def _postgres(words: list[str]) -> None:
    from django.db import connection

    data = connection.settings_dict
    connection.close()
    environment = os.environ | {
        "PGHOST": data["HOST"], "PGUSER": data["USER"], "PGPASSWORD": data["PASSWORD"],
        "PGPORT": str(data["PORT"] or "5432"), "PGDATABASE": str(data["NAME"]),
    }  # fmt: skip
    done = subprocess.run(words, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        raise NotUnderstood(Problem(words[0], done.stderr.strip()[-300:], "the program failed", "try --portable"))


@click.command()
@click.argument("code")
@click.argument("target", type=click.File("w", encoding="utf-8"))
def export(code: str, target: Any) -> None:
    """Everything of a federation as JSON lines: people (anonymous ones without names), filings, postings."""
    ready()
    from masterpoint.centre import exporting

    federation = federation_named(code)
    with click.progressbar(
        exporting.lines(federation), label="Exporting", file=sys.stderr, length=exporting.work(federation)
    ) as bar:
        for line in bar:
            target.write(json.dumps(line, ensure_ascii=False) + "\n")
