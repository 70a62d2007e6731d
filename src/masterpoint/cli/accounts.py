"""Account commands for the operator of the server."""

from __future__ import annotations

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import account_named


@click.command("reset-second-factor")
@click.argument("email")
@click.option("--reason", required=True, help="How you know who it is; kept in the journal.")
def reset_second_factor(email: str, reason: str) -> None:
    """Let somebody who lost both telephone and recovery codes sign in with the password alone."""
    set_up_django()
    from masterpoint.centre.registry import second_factors

    user = account_named(email, "EMAIL")
    second_factors.reset(user, by=None, reason=reason)
    click.echo(f"Reset. {user.email} signs in with the password alone, and can turn it on again.")
