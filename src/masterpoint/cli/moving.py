"""`masterpoint move-in` and `move-out`: load a whole federation from a folder of CSV files, or write one."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from masterpoint.cli.atomic_files import write_atomically
from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.inputs import read_bytes
from masterpoint.cli.lookups import federation_named, staff_named
from masterpoint.core.plurals import count_text


@click.command("move-in")
@click.argument("code")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--officer", required=True, help="E-mail address of the officer responsible.")
def move_in(code: str, folder: Path, officer: str) -> None:
    """Load the CSV files of FOLDER into a federation that has no people yet: all of it, or nothing."""
    set_up_django()
    from masterpoint.centre.moving import inward

    federation = federation_named(code)
    files = {path.name: read_bytes(path) for path in sorted(folder.glob("*.csv"))}
    counts = inward.move_in(federation, files, by=staff_named(federation, officer), today=date.today())
    for name, count in counts.items():
        click.echo(f"{name}: {count_text(count, 'row')}")


@click.command("move-out")
@click.argument("code")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def move_out(code: str, folder: Path) -> None:
    """Write organisations, members, offices, contact details, balances and ratings as CSV files into FOLDER."""
    set_up_django()
    from masterpoint.centre.moving import outward

    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name, data in outward.move_out(federation_named(code), today=date.today()).items():
        write_atomically(folder / name, data)
        click.echo(f"{folder / name}: {count_text(len(data), 'byte')}")
