"""`masterpoint upgrade`: makes a backup, changes the tables, checks everything, and reports the result."""

from __future__ import annotations

import os
import sys
from datetime import date
from pathlib import Path

import click

from masterpoint import __version__
from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.proving import show_findings
from masterpoint.core.plurals import count_text


@click.command()
@click.option(
    "--backup", "target", type=click.Path(path_type=Path), help="Where the copy goes (default: the backup folder)."
)
@click.option("--jobs", type=click.IntRange(1, 64), default=os.cpu_count() or 1, show_default="all cores")
@click.pass_context
def upgrade(ctx: click.Context, /, target: Path | None, jobs: int) -> None:
    """Bring the records up to this version: back up, change the tables, verify. Stop the server first.

    Nothing is changed if there is nothing to do, if a later version has worked on the records, or if the copy fails.
    """
    set_up_django(any_version=True)
    from masterpoint.centre import upgrading

    with upgrading.exclusive_access():
        differences = _upgrade(target, jobs)
    if differences:
        ctx.exit(2)


def _upgrade(target: Path | None, jobs: int) -> int:
    """Do the whole upgrade and print the result. Return the number of differences."""
    from masterpoint.centre import copies, upgrading
    from masterpoint.centre.erasing import after_restore
    from masterpoint.centre.maintenance import refresh_statistics

    state = upgrading.schema()
    upgrading.require_upgradable(state)
    copy = upgrading.unfinished_backup(state)
    if copy:
        click.echo(f"An upgrade was stopped half way, and continues now. Its backup is {copy}.")
    elif state.is_current:
        click.echo(f"The records are up to date with version {__version__}. There was nothing to do.")
        return 0
    else:
        copy = target or upgrading.backup_path()
        copies.save(copy)
        click.echo(f"Backed up to {copy}.")
        upgrading.note_beginning(copy, state)
    upgrading.migrate()
    refresh_statistics()
    after_restore.repeat_erasures(date.today())
    click.echo(f"{count_text(len(state.missing), 'step')} done: the tables are those of version {__version__}.")
    differences = _verify(jobs)
    upgrading.note_end()
    if differences:
        click.echo("Look at these before you serve.")
        click.echo(f"To go back: `masterpoint restore --replace {copy}`, then install the version you had.")
    else:
        click.echo("Upgraded. You can serve again.")
    return differences


def _verify(jobs: int) -> int:
    """Check everything, and return the number of differences."""
    from masterpoint.centre import verifying
    from masterpoint.centre.registry.models import Federation

    federations = list(Federation.objects.order_by("code"))
    with click.progressbar(length=verifying.row_count(federations), label="Verifying", file=sys.stderr) as bar:
        return show_findings(list(verifying.findings(federations, bar.update, jobs)))
