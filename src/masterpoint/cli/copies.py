"""`masterpoint backup`, `restore` and `export`: a whole Centre in one file, or a federation as plain data."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from masterpoint.cli.atomic_files import open_atomically
from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import federation_named


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--portable", is_flag=True, help="JSON lines that any database can restore.")
def backup(target: Path, portable: bool) -> None:
    """Back up everything, safely while the Centre runs.

    SQLite is copied, and PostgreSQL is dumped with pg_dump. If pg_dump is missing or older than the server, a portable
    backup is written instead, which `restore` reads just as well.
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
    """Restore everything from a backup of any kind; then run `masterpoint verify`.

    A portable backup of an earlier version is upgraded on the way.
    """
    set_up_django(any_version=True)
    from masterpoint.centre import backup_files, backups, copies

    backup_files.require_unchanged(source)
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
    """Write everything of a federation as JSON lines: people (anonymous ones without names), filings, postings."""
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
