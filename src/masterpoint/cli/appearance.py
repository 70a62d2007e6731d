"""The name, mark and colour of a federation, from the command line."""

from __future__ import annotations

from pathlib import Path

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.inputs import read_bytes
from masterpoint.cli.lookups import federation_named, officer_named
from masterpoint.core.errors import NotUnderstood, Problem


@click.command()
@click.argument("code")
@click.option("--name", help="The name that pages, papers and letters show.")
@click.option("--colour", help="Six digits, such as #0b4f6c; empty for the default.")
@click.option("--mark", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A PNG picture.")
@click.option("--no-mark", is_flag=True, help="Remove the mark.")
@click.option("--by", default="", help="E-mail address of the officer; kept in the change log.")
def appearance(code: str, name: str | None, colour: str | None, mark: Path | None, no_mark: bool, by: str) -> None:
    """Show or set the name, mark and colour of a federation."""
    set_up_django()
    from masterpoint.centre.registry import appearance as appearances

    federation = federation_named(code)
    current = appearances.appearance_of(federation)
    picture = b"" if no_mark else _picture(mark) if mark is not None else current.mark
    new_appearance = appearances.Appearance(
        current.name if name is None else name, current.colour if colour is None else colour, picture
    )
    if new_appearance != current:
        appearances.set_appearance(federation, new_appearance, by=officer_named(by))
        current = appearances.appearance_of(federation)
    click.echo(
        f"Name:   {current.name}\nColour: {current.colour or 'the usual'}\nMark:   {federation.mark[:12] or 'none'}"
    )


def _picture(mark: Path) -> bytes:
    picture = read_bytes(mark)
    if not picture:
        fix = "choose another one, or remove the mark with --no-mark"
        raise NotUnderstood(Problem("--mark", str(mark), "this file is empty", fix))
    return picture
