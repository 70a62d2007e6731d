"""`masterpoint invoice`: issues invoices, shows one, and writes them as PDF or CSV."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from masterpoint.cli.atomic_files import write_atomically
from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import federation_named, finance_named
from masterpoint.cli.options import DAY, OFFICER
from masterpoint.cli.outputs import table
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.plurals import count_text

if TYPE_CHECKING:
    from masterpoint.centre.billing.models import Invoice
    from masterpoint.centre.registry.models import Federation


def invoice_numbered(federation: Federation, number: str) -> Invoice:
    from masterpoint.centre.billing.models import Invoice

    invoice = Invoice.objects.filter(federation=federation, number=number).select_related("organisation").first()
    if invoice is None:
        raise NotUnderstood(Problem("invoice", number, "no such invoice", "write its number, as in 26-00041"))
    return invoice


@click.group()
def invoice() -> None:
    """Invoices and credit notes: issue all that are due, show one, write one as PDF, or write all as CSV."""


@invoice.command("run")
@click.argument("code")
@click.option("--as-at", type=DAY, default=date.today, help="For periods that ended by this day; today by default.")
@click.option("--issue", is_flag=True, help="Issue and send them; without it they are only shown.")
@OFFICER
def run(code: str, as_at: date, issue: bool, officer: str) -> None:
    """Show every invoice that is due; with --issue, issue them."""
    set_up_django()
    from masterpoint.centre.billing import deliveries, invoicing, money
    from masterpoint.centre.billing.tariffs import charging_of

    federation = federation_named(code)
    by = finance_named(federation, officer)
    currency = charging_of(federation).currency
    if issue:
        nothing_due = True
        for invoice in invoicing.issue_all(federation, as_at, on=date.today(), by=by):
            nothing_due = False
            click.echo(f"{invoice.number}  {invoice.organisation.name}  {money.money_text(currency, invoice.total)}")
            if remark := deliveries.recipient_warning(invoice):
                click.echo(remark, err=True)
        if nothing_due:
            click.echo("Nothing is due.")
        return
    rows = [
        (draft.organisation.name, money.money_text(currency, draft.total))
        for draft in invoicing.drafts(federation, as_at)
    ]
    click.echo(table(rows, ("Organisation", "Total"), right_aligned=(1,)) if rows else "Nothing is due.")


@invoice.command("show")
@click.argument("code")
@click.argument("number")
def show(code: str, number: str) -> None:
    """Show an invoice line by line, with every charge in it."""
    set_up_django()
    from masterpoint.centre.billing import deliveries, money
    from masterpoint.centre.billing.documents import name_when_issued
    from masterpoint.centre.billing.models import Charge
    from masterpoint.centre.billing.tariffs import charging_of
    from masterpoint.core.exact import exact

    invoice = invoice_numbered(federation_named(code), number)
    currency = charging_of(invoice.federation).currency
    click.echo(f"{invoice.get_kind_display()} {invoice.number}, {name_when_issued(invoice)}, {invoice.period}")
    for address_line in deliveries.address_of(invoice):
        click.echo(address_line)
    if remark := deliveries.recipient_warning(invoice):
        click.echo(remark, err=True)
    for line in invoice.lines.order_by("number"):
        click.echo(f"{line.number}. {line.title}: {money.money_text(currency, line.net)}")
        for charge in Charge.objects.filter(billed__line=line).order_by("day", "pk"):
            amount = currency.text(exact(charge.amount))
            click.echo(
                f"     {charge.day}  {charge.subject}  {count_text(charge.player_sessions, 'player session')}  {amount}"
            )
    click.echo(f"Net {money.money_text(currency, invoice.net)}, tax {money.money_text(currency, invoice.tax)}")
    click.echo(f"Total {money.money_text(currency, invoice.total)}")


@invoice.command("pdf")
@click.argument("code")
@click.argument("number")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Where to write it.")
def as_pdf(code: str, number: str, out: Path | None) -> None:
    """Write an invoice as an A4 page."""
    set_up_django()
    from masterpoint.centre.billing.documents import invoice_pdf

    invoice = invoice_numbered(federation_named(code), number)
    target = out or Path(f"{invoice.kind.replace(' ', '-')}-{invoice.number}.pdf")
    write_atomically(target, invoice_pdf(invoice))
    click.echo(f"Written to {target}")


@invoice.command("csv")
@click.argument("code")
@click.option("--shape", type=click.Choice(["invoices", "xero", "journal"]), default="invoices", show_default=True)
@click.option("--first", type=DAY, required=True, help="The first day of issue.")
@click.option("--last", type=DAY, required=True, help="The last day of issue.")
def as_csv(code: str, shape: str, first: date, last: date) -> None:
    """Write the invoices between two days for another program, or the journal by account code."""
    set_up_django()
    from masterpoint.centre.billing.exports import EXPORTS

    click.echo(EXPORTS[shape](federation_named(code), first, last), nl=False)
