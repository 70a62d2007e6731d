"""`masterpoint open-data` and `load-open-data`: write everything public to one zip, and load it again."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import federation_named, staff_named
from masterpoint.core.plurals import count_text


@click.command("open-data")
@click.argument("code")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder to write to.")
def open_data(code: str, out: Path | None) -> None:
    """Write everything public about a federation as CSV and Parquet in one zip, which the site offers for download."""
    set_up_django()
    from django.conf import settings

    from masterpoint.centre.open_data.writing import write_open_data

    archive = write_open_data(federation_named(code), out or settings.MASTERPOINT_OPEN_DATA, date.today())
    click.echo(f"{archive}: {count_text(archive.stat().st_size, 'byte')}")


@click.command("load-open-data")
@click.argument("code")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--officer", required=True, help="E-mail address of the officer responsible.")
def load_open_data(code: str, file: Path, officer: str) -> None:
    """Load the open data of another Centre into a federation that has no people yet: all of it, or nothing."""
    set_up_django()
    from masterpoint.centre.open_data.reloading import reload, row_count

    federation = federation_named(code)
    by = staff_named(federation, officer)
    with click.progressbar(length=row_count(file, federation), label="Loading", file=sys.stderr) as bar:
        totals = reload(federation, file, by=by, today=date.today(), progress=bar.update)
    click.echo(
        f"Loaded. Organisations: {totals.organisations}; people: {totals.people}; results: {totals.results}; "
        f"lines of the ledger: {totals.lines}; ranks: {totals.ranks}."
    )
    if totals.reported:
        click.echo(f"Reported, not derived: {totals.reported}. Their facts give other awards here.")
