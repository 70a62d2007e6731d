"""`masterpoint backup`, `restore` and `export`: a whole Centre in one file, and a federation as plain data."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from masterpoint.cli.atomic_files import open_atomically
from masterpoint.cli.centre import federation_named, set_up_django


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--portable", is_flag=True, help="JSON lines that any database can take back, however it was made.")
def backup(target: Path, portable: bool) -> None:
    """A copy of everything, safe while the Centre runs.

    SQLite is copied, PostgreSQL dumped with pg_dump; where that program is missing or older than the server, the
    portable kind is written, which `restore` reads just as well.
    """
    set_up_django(any_version=True)
    from masterpoint.centre import backups, copies, upgrading

    upgrading.require_records()
    with click.progressbar(length=backups.row_count(), label="Backing up", file=sys.stderr) as bar:
        copies.save(target, portable=portable, progress=bar.update)
    click.echo(f"Backed up to {target}. Check it: restore it elsewhere and run `masterpoint verify` there.")


@click.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True))
@click.option("--replace", is_flag=True, help="Replace everything that is in this Centre now.")
def restore(source: Path, replace: bool) -> None:
    """Everything back from a backup, whatever kind it is; then run `masterpoint verify`.

    A portable backup of an earlier version is brought up to date on the way.
    """
    set_up_django(any_version=True)
    from masterpoint.centre import backups, copies, secrets

    secrets.require_unchanged(source)
    if not replace:
        backups.require_empty()
    rows = backups.check(source) if backups.is_portable(source) else 1
    with click.progressbar(length=rows, label="Restoring", file=sys.stderr) as bar:
        copies.restore(source, bar.update)
    click.echo("Restored.")


@click.command()
@click.argument("code")
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
def export(code: str, target: Path) -> None:
    """Everything of a federation as JSON lines: people (anonymous ones without names), filings, postings."""
    set_up_django()
    from masterpoint.centre import exporting

    federation = federation_named(code)
    lines, count = exporting.lines(federation), exporting.row_count(federation)
    with (
        open_atomically(target) as file,
        click.progressbar(lines, label="Exporting", file=sys.stderr, length=count) as bar,
    ):
        for line in bar:
            file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
