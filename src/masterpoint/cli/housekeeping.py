"""`masterpoint housekeeping`: to run once a night, from a timer."""

from __future__ import annotations

import click

from masterpoint.cli.django_setup import set_up_django


@click.command()
def housekeeping() -> None:
    """Delete what has ended or was never finished and old notes of sign-ins, and refresh the statistics."""
    set_up_django()
    from masterpoint.centre import housekeeping
    from masterpoint.centre.maintenance import refresh_statistics

    deleted = housekeeping.clean()
    refresh_statistics()
    click.echo(f"Deleted: {deleted}.")
