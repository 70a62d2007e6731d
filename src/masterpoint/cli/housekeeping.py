"""`masterpoint housekeeping`: for a timer, once a night."""

from __future__ import annotations

import click

from masterpoint.cli.centre import ready


@click.command()
def housekeeping() -> None:
    """Delete what is over or was never finished and old notes of sign-ins, and refresh the statistics."""
    ready()
    from masterpoint.centre import housekeeping
    from masterpoint.centre.maintenance import refresh_statistics

    deleted = housekeeping.clean()
    refresh_statistics()
    click.echo(f"Deleted: {deleted}.")
