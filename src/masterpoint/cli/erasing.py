"""`masterpoint erase`: erase a person who asked the office instead of using the site."""

from __future__ import annotations

from datetime import date

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import federation_named, officer_named, person_numbered


@click.command()
@click.argument("code")
@click.argument("number")
@click.option("--by", "email", default="", help="E-mail address of the officer who does it.")
@click.option("--yes", is_flag=True, help="Do not ask first. It cannot be undone.")
def erase(code: str, number: str, email: str, yes: bool) -> None:
    """Erase somebody: name, addresses, account and questions are deleted; points, places and proofs stay.

    It cannot be undone. Somebody who comes back gets a new number.
    """
    set_up_django()
    from masterpoint.centre.erasing import services

    person = person_numbered(federation_named(code), number)
    if not yes:
        click.confirm(f"Erase {person}, for ever?", abort=True)
    erasure = services.erase(person, by=officer_named(email), on=date.today())
    click.echo(f"Erased: number {erasure.number} has no name any more. Run `masterpoint verify` to check the proofs.")
