"""`masterpoint payments`: load a bank's statement, list payments without an owner, and match them."""

from __future__ import annotations

from pathlib import Path

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.inputs import read_bytes
from masterpoint.cli.lookups import federation_named, finance_named, organisation_numbered
from masterpoint.cli.options import OFFICER
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.plurals import count_text


@click.group()
def payments() -> None:
    """Payments: load a bank's statement, list those without an owner, match one."""


@payments.command("load")
@click.argument("code")
@click.argument("bank")
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--day", default="", help="Heading of the day; give all headings once, and they are remembered.")
@click.option("--amount", default="", help="Heading of the amount.")
@click.option("--reference", default="", help="Heading of the reference.")
@click.option("--payer", default="", help="Heading of the payer.")
@click.option("--days", default="31/10/2026", show_default=True, help="How the bank writes 31 October 2026.")
@OFFICER
def load(
    code: str, bank: str, file: Path, day: str, amount: str, reference: str, payer: str, days: str, officer: str
) -> None:
    """Load a statement as CSV; payments that were loaded before are skipped."""
    set_up_django()
    from masterpoint.centre.billing import bank_files
    from masterpoint.centre.billing import payments as services
    from masterpoint.centre.billing.models import BankFormat

    federation = federation_named(code)
    by = finance_named(federation, officer)
    bank_format = BankFormat.objects.filter(federation=federation, name=bank).first()
    if bank_format is None or day:
        columns = {"day": day, "amount": amount, "reference": reference, "payer": payer}
        bank_format = bank_files.save_format(federation, bank, columns, days)
    statement = bank_files.read_statement(bank_format, read_bytes(file), file.name)
    new_payments = services.enter(federation, statement.payments, by=by)
    waiting = sum(not payment.matches.exists() for payment in new_payments)
    count = statement.other_lines
    others = f"{count} line{' is not a payment' if count == 1 else 's are not payments'}"
    click.echo(f"{count_text(len(new_payments), 'new payment')}, {waiting} without an owner; {others}.")


@payments.command("unmatched")
@click.argument("code")
def unmatched(code: str) -> None:
    """List payments without an owner."""
    set_up_django()
    from masterpoint.centre.billing import accounts, money
    from masterpoint.centre.billing.tariffs import charging_of

    federation = federation_named(code)
    currency = charging_of(federation).currency
    for payment in accounts.unmatched_payments(federation):
        amount = money.money_text(currency, payment.amount)
        click.echo(f"{payment.pk}  {payment.day}  {amount}  {payment.payer}  {payment.reference}")


@payments.command("match")
@click.argument("code")
@click.argument("payment", type=int)
@click.argument("number")
@click.option("--invoice", "invoices", multiple=True, help="An invoice it is for; give it once for each.")
@OFFICER
def match(code: str, payment: int, number: str, invoices: tuple[str, ...], officer: str) -> None:
    """Record who made a payment."""
    set_up_django()
    from masterpoint.centre.billing import payments as services
    from masterpoint.centre.billing.models import Payment

    federation = federation_named(code)
    bank_payment = Payment.objects.filter(federation=federation, pk=payment).first()
    if bank_payment is None:
        fix = "see `masterpoint payments unmatched`"
        raise NotUnderstood(Problem("payment", str(payment), "no such payment", fix))
    owner = services.Owner(organisation_numbered(federation, number), invoices)
    services.match(bank_payment, owner, by=finance_named(federation, officer))
    click.echo(f"Matched to {owner.organisation.name}.")
