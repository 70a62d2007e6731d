"""`masterpoint charges` and `masterpoint account`: what filings were charged, and who owes what."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from masterpoint.cli.atomic_files import write_atomically
from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.inputs import assignments
from masterpoint.cli.lookups import federation_named, finance_named, organisation_numbered
from masterpoint.cli.options import DAY, OFFICER
from masterpoint.cli.outputs import table
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.parsing import value_of
from masterpoint.core.plurals import count_text

if TYPE_CHECKING:
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.registry.models import Federation, Organisation


@click.command()
@click.argument("code")
@click.argument("receipt", required=False)
@click.option("--post", is_flag=True, help="Charge what was filed before its amount was entered.")
@click.option(
    "--fact", "facts", multiple=True, metavar="NAME=VALUE", help="A fact that the charge depends on: sessions=2."
)
@click.option("--put-right", "charge_code", default="", metavar="CODE", help="The right charge code: 30.")
@click.option("--reason", default="", help="How you know a fact, or what was wrong with the code.")
@OFFICER
def charges(
    code: str,
    receipt: str | None,
    post: bool,
    facts: tuple[str, ...],
    charge_code: str,
    reason: str,
    officer: str,
) -> None:
    """Show what a filing was charged and why; without a receipt, list the filings that could not be charged yet."""
    set_up_django()
    from masterpoint.centre.billing import charging, return_charges, totals
    from masterpoint.centre.billing.models import Charge
    from masterpoint.centre.billing.tariffs import charging_of
    from masterpoint.core.exact import exact

    federation = federation_named(code)
    by = finance_named(federation, officer)
    if post:
        click.echo(f"{count_text(charging.charge_due(federation, by=by), 'filing')} charged.")
        if count := return_charges.charge_returns_due(federation, by=by):
            click.echo(f"{count_text(count, 'return')} of points charged.")
    if receipt:
        _change(federation, receipt, facts, charge_code, reason, by)
        currency = charging_of(federation).currency
        rows = Charge.objects.filter(posting__federation=federation, subject__iexact=receipt).order_by("pk")
        if not rows:
            fix = "leave the receipt out to list the filings that are waiting"
            raise NotUnderstood(Problem("receipt", receipt, "nothing was charged for this", fix))
        for charge in rows:
            click.echo(f"{charge.day}  {charge.title}  {currency.text(exact(charge.amount))}")
            click.echo(f"    {charge.detail.get('why') or f'takes back what was charged: {charge.posting.reason}'}")
        return
    for waiting in totals.uncharged_filings(federation):
        click.echo(f"{waiting.filing.receipt}: {'; '.join(str(problem) for problem in waiting.problems)}")
    for credit_return in return_charges.waiting_returns(federation):
        click.echo(f"{return_charges.subject_of(credit_return.posting)}: {'; '.join(map(str, credit_return.problems))}")


def _change(
    federation: Federation, receipt: str, facts: tuple[str, ...], charge_code: str, reason: str, by: User | None
) -> None:
    """Set the facts and the charge code of a filing, all of them or none."""
    from django.db import transaction

    from masterpoint.centre.billing import charge_codes, charge_facts

    if not facts and not charge_code:
        return
    filing = federation.filings.filter(receipt=receipt.upper()).first()
    if filing is None:
        raise NotUnderstood(Problem("receipt", receipt, "there is no such filing", "check the receipt"))
    with transaction.atomic():
        for name, text in assignments(facts).items():
            charge_facts.enter(filing, name, value_of(text), by=by, reason=reason)
        if charge_code:
            charge_codes.correct_code(filing, charge_code, by=by, reason=reason)


@click.command()
@click.argument("code")
@click.argument("number", required=False)
@click.option("--pdf", type=click.Path(path_type=Path, dir_okay=False), help="Write the statement of account here.")
@click.option("--csv", "as_rows", is_flag=True, help="The statement of account as CSV.")
@click.option("--first", type=DAY, help="The first day of the statement; a year ago by default.")
@click.option("--last", type=DAY, help="Its last day; today by default.")
def account(
    code: str, number: str | None, pdf: Path | None, as_rows: bool, first: date | None, last: date | None
) -> None:
    """Show what an organisation owes and why; without a number, who owes what and for how long."""
    set_up_django()
    federation = federation_named(code)
    if number is None:
        if pdf or as_rows:
            fix = "give the number of an organisation, too"
            raise NotUnderstood(Problem("number", "", "a statement covers one account", fix))
        _show_ageing(federation)
    elif pdf or as_rows:
        _write_statement(organisation_numbered(federation, number), pdf, as_rows, first, last)
    else:
        _show_account(organisation_numbered(federation, number))


def _show_ageing(federation: Federation) -> None:
    from masterpoint.centre.billing import accounts, money
    from masterpoint.centre.billing.tariffs import charging_of

    currency = charging_of(federation).currency
    rows = [
        (
            row.organisation.name,
            *(money.money_text(currency, coins) for coins in (row.not_due, *row.overdue, row.balance)),
        )
        for row in accounts.ageing(federation, date.today())
    ]
    heading = ("Organisation", "Not due", "To 30", "To 60", "To 90", "Older", "Balance")
    click.echo(table(rows, heading, right_aligned=range(1, 7)) if rows else "Nobody owes anything.")


def _show_account(organisation: Organisation) -> None:
    from masterpoint.centre.billing import accounts, money
    from masterpoint.centre.billing.references import account_reference
    from masterpoint.centre.billing.tariffs import charging_of

    currency = charging_of(organisation.federation).currency
    state = accounts.account_state(organisation)
    click.echo(f"{organisation.name}, reference {account_reference(organisation.pk)}")
    for invoice in state.invoices:
        owed = money.money_text(currency, state.amount_owed(invoice))
        total = money.money_text(currency, invoice.total)
        click.echo(
            f"{invoice.number}  {invoice.get_kind_display()}  due {invoice.due_on}  {total}  still to pay {owed}"
        )
    click.echo(f"Balance {money.money_text(currency, accounts.balance(organisation))}")


def _write_statement(
    organisation: Organisation, pdf: Path | None, as_rows: bool, first: date | None, last: date | None
) -> None:
    from masterpoint.centre.billing import accounts
    from masterpoint.centre.billing.date_ranges import date_range
    from masterpoint.centre.billing.documents import statement_pdf
    from masterpoint.centre.billing.exports import statement_csv

    dates = date_range(first, last, date.today())
    statement = accounts.statement(organisation, *dates)
    if as_rows:
        click.echo(statement_csv(statement), nl=False)
    if pdf:
        write_atomically(pdf, statement_pdf(statement))
        click.echo(f"Written to {pdf}", err=as_rows)
