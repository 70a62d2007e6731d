"""`masterpoint rederive`: show what this engine would award differently, and post it if the staff decide to."""

from __future__ import annotations

from fractions import Fraction

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import federation_named, staff_named
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.plurals import count_text


@click.command()
@click.argument("code")
@click.option("--receipt", default="", help="One filing only.")
@click.option("--post", is_flag=True, help="Post what is shown; needs --officer and --reason.")
@click.option("--officer", default="", help="E-mail address of the member of staff who decides.")
@click.option("--reason", default="", help="Why the awards are changed.")
def rederive(code: str, receipt: str, post: bool, officer: str, reason: str) -> None:
    """List filings that this engine would award differently: who gains and who loses."""
    set_up_django()
    from masterpoint.centre.engine import engine
    from masterpoint.centre.filing import rederiving
    from masterpoint.centre.registry.models import Person
    from masterpoint.core.exact import figure_text, tidy

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
            before, after = (figure_text(tidy(Fraction(amount, 100))) for amount in (change.before, change.after))
            click.echo(f"  {people[change.person]}: {before} -> {after} {change.colour}")
    if post:
        results = [rederiving.post(version.filing, by=by, reason=reason) for version in rederived]
        receipts = [receipt for receipt in results if receipt is not None]
        waiting = sum(receipt.waits for receipt in receipts)
        click.echo(f"{len(receipts) - waiting} posted, {waiting} wait for a second person.")
    else:
        filings = f"{count_text(len(rederived), 'filing')}"
        click.echo(f"{filings} would be awarded differently. Nothing is posted.")
