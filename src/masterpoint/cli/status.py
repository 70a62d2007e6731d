"""`masterpoint status`: what the page for the staff shows, on the server."""

from __future__ import annotations

import click

from masterpoint.cli.django_setup import set_up_django


@click.command()
@click.pass_context
def status(ctx: click.Context, /) -> None:
    """Print what is in order and what is not. Ends with code 2 if something is out of order."""
    set_up_django(any_version=True)
    from masterpoint.centre.operations import health

    checks = health.all_checks()
    for check in checks:
        click.echo(f"{check.name}: {check.state}. {check.message}")
    if any(check.state is health.State.FAILING for check in checks):
        ctx.exit(2)
