"""`masterpoint housekeeping`: for a timer, once a night."""

from __future__ import annotations

import click

from masterpoint.cli.centre import ready


@click.command()
def housekeeping() -> None:
    """Delete sessions that are over, drafts that nobody filed and old sign-ins, and refresh the statistics."""
    ready()
    from masterpoint.centre import housekeeping
    from masterpoint.centre.maintenance import refresh_statistics

    deleted = housekeeping.clean()
    refresh_statistics()
    click.echo(f"Deleted: {deleted.sessions} sessions, {deleted.drafts} drafts, {deleted.sign_ins} notes of sign-ins.")
