"""`masterpoint file-sheet`: checks an office form against the register and files it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.inputs import read_bytes
from masterpoint.cli.lookups import federation_named, officer_named, organisation_numbered
from masterpoint.core.errors import NotReadable


@click.command("file-sheet")
@click.argument("code")
@click.argument("organisation")
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--officer", required=True, help="E-mail address of the officer who files it.")
def file_sheet(code: str, organisation: str, name: str, file: Path, officer: str) -> None:
    """File the sheet NAME of an organisation, given by its number: all of it, or return the error list."""
    set_up_django()
    from masterpoint.centre.sheets import letters, services

    owner = organisation_numbered(federation_named(code), organisation)
    by = officer_named(officer)
    sheet = services.file_sheet(owner, name, read_bytes(file), source=file.name, by=by, today=date.today())
    for line in sheet.done:
        click.echo(line)
    if sheet.problems:
        click.echo(f"Nothing was filed. The error list was sent by letter; it is stored as sheet {sheet.pk}.", err=True)
        raise NotReadable(letters.problems_of(sheet))
