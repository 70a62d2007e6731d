"""`masterpoint periodic`: charges of a year or a quarter, and charges with facts that somebody enters."""

from __future__ import annotations

from datetime import date

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.inputs import assignments
from masterpoint.cli.lookups import federation_named, finance_named, organisation_numbered
from masterpoint.cli.options import DAY, OFFICER
from masterpoint.cli.outputs import table
from masterpoint.core.parsing import value_of
from masterpoint.core.serialisation import exact_text


@click.command()
@click.argument("code")
@click.argument("name", required=False)
@click.option("--day", type=DAY, help="The day on which members are counted, as the book names it.")
@click.option("--post", is_flag=True, help="Charge them; without it they are only shown.")
@click.option("--club", default="", help="For one organisation, with the facts given by --fact.")
@click.option("--fact", "facts", multiple=True, metavar="NAME=VALUE", help="A fact of an order: books=2.")
@OFFICER
def periodic(
    code: str, name: str | None, day: date | None, post: bool, club: str, facts: tuple[str, ...], officer: str
) -> None:
    """Show capitation, additions of a quarter and fines; with --post, charge them. Each is charged once.

    Without NAME, list the periodic charges of the book.
    """
    set_up_django()
    from masterpoint.centre.billing import periodic as periodic_runs
    from masterpoint.centre.billing.tariffs import charging_of

    federation = federation_named(code)
    if name is None:
        charges = charging_of(federation).periodic
        rows = [(word, charge.title, charge.period, charge.clause) for word, charge in charges.items()]
        click.echo(table(rows, ("Name", "What", "Every", "Clause")) if rows else "This book has none.")
        return
    if day is None:
        raise click.UsageError("Missing option '--day'.")
    by = finance_named(federation, officer)
    if club:
        entered_facts = {"day": day.isoformat(), **{key: value_of(text) for key, text in assignments(facts).items()}}
        is_new = periodic_runs.charge_by_hand(organisation_numbered(federation, club), name, day, entered_facts, by=by)
        click.echo("Charged." if is_new else "It was charged before: nothing changed.")
        return
    run = periodic_runs.post(federation, name, day, by=by) if post else periodic_runs.preview(federation, name, day)
    for difference in run.differences:
        click.echo(f"{difference.subject}  {exact_text(difference.amount)}")
    for refusal in run.refusals:
        click.echo(f"{refusal.organisation.name}: {'; '.join(str(problem) for problem in refusal.problems)}", err=True)
    click.echo(f"{len(run.differences)} {'posted' if post else 'to post'}, together {exact_text(run.amount)}")
