"""`masterpoint erase`: somebody's name out of everything, for who asked the office instead of the site."""

from __future__ import annotations

from datetime import date

import click

from masterpoint.cli.centre import federation_named, officer_named, ready
from masterpoint.core.errors import NotUnderstood, Problem


@click.command()
@click.argument("code")
@click.argument("number")
@click.option("--by", "email", default="", help="E-mail address of the officer who does it.")
@click.option("--yes", is_flag=True, help="Do not ask: it cannot be undone.")
def erase(code: str, number: str, email: str, yes: bool) -> None:
    """Erase somebody: name, addresses, account and questions go; points, places and proofs stay.

    It cannot be undone. Whoever comes back gets a new number.
    """
    ready()
    from masterpoint.centre.erasing import services
    from masterpoint.centre.registry.models import Person

    federation = federation_named(code)
    person = Person.objects.filter(federation=federation, number=number).first()
    if person is None:
        raise NotUnderstood(Problem("number", number, "nobody has this number", "look them up first"))
    if not yes:
        click.confirm(f"Erase {person}, for ever?", abort=True)
    erased = services.erase(person, by=officer_named(email), on=date.today())
    click.echo(
        f"Erased: number {erased.number} has no name any more. Run `masterpoint verify` to see that all is proved."
    )
