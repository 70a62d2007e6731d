"""`masterpoint rederive`: what this engine would award otherwise, shown; and posted by decision of the staff."""

from __future__ import annotations

from fractions import Fraction

import click

from masterpoint.cli.centre import federation_named, ready, staff_named
from masterpoint.core.errors import NotUnderstood, Problem


@click.command()
@click.argument("code")
@click.option("--receipt", default="", help="One filing only.")
@click.option("--post", is_flag=True, help="Post what is shown; needs --officer and --reason.")
@click.option("--officer", default="", help="E-mail address of the member of staff who decides.")
@click.option("--reason", default="", help="Why the awards are changed.")
def rederive(code: str, receipt: str, post: bool, officer: str, reason: str) -> None:
    """Filings that this engine would award otherwise than the one that did: who gains and who loses."""
    ready()
    from masterpoint.centre.engine import engine
    from masterpoint.centre.filing import rederiving
    from masterpoint.centre.registry.models import Person
    from masterpoint.core.exact import shown, tidy

    federation = federation_named(code)
    by = staff_named(federation, officer)
    if post and (by is None or not reason.strip()):
        message = "somebody on the staff has to decide this, with a reason"
        fix = "name the officer with --officer, and say why with --reason"
        raise NotUnderstood(Problem("--post", "", message, fix))
    rederived = list(rederiving.rederivations(federation, receipt))
    for version in rederived:
        click.echo(
            f"{version.filing.receipt}  {version.filing.day}  {version.filing.name}, {version.filing.organisation.name}"
        )
        edition = version.result.edition if version.result else "refused"
        click.echo(f"  {version.version.edition}, engine {version.version.engine}; now {edition}, engine {engine()}")
        if version.refusal:
            click.echo(f"  this engine refuses it: {version.refusal}")
        people = Person.objects.in_bulk({change.person for change in version.changes})
        for change in version.changes:
            before, after = (shown(tidy(Fraction(amount, 100))) for amount in (change.before, change.after))
            click.echo(f"  {people[change.person]}: {before} -> {after} {change.colour}")
    if post:
        posted = [rederiving.post(version.filing, by=by, reason=reason) for version in rederived]
        done = [receipt for receipt in posted if receipt is not None]
        waits = sum(receipt.waits for receipt in done)
        click.echo(f"{len(done) - waits} posted, {waits} wait for a second person.")
    else:
        filings = f"{len(rederived)} filing{'' if len(rederived) == 1 else 's'}"
        click.echo(f"{filings} would be awarded differently. Nothing is posted.")
