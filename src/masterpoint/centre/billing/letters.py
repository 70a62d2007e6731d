"""Invoices, statements and reminders by e-mail, with the PDF attached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.accounts import AccountState, account_states, statement
from masterpoint.centre.billing.documents import invoice_pdf, name_when_issued, statement_pdf
from masterpoint.centre.billing.models import Invoice, InvoiceDelivery, InvoiceLine
from masterpoint.centre.billing.money import money_text
from masterpoint.centre.billing.references import account_reference, invoice_reference
from masterpoint.centre.billing.settling import Debt
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.locking import lock
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Appointment, Federation, Organisation
from masterpoint.core.charges import Currency

INVOICE_LETTER = """{kind} {invoice.number} of {federation} for {organisation}: {period}, {total}.
{payable}
It is attached. Every line opens to its sessions, the players counted, the tariff and the clause:
{address}"""
PAYABLE = "Please pay by {due:%-d %B %Y}, with the reference {reference}.\n"
REMINDER = """{organisation} owes {federation} {overdue}, now overdue:

{invoices}

Please pay with the reference {reference}. If you paid in the last few days, thank you: there is nothing more to do.
If something is wrong, ask on the page of the line it is about.

The statement is attached. The account:
{address}"""
STATEMENT_DAYS = 365


def treasurers(organisation: Organisation) -> list[User]:
    """The organisation's treasurers; if it has none, the nearest officers who may see its charges."""
    appointments = Appointment.objects.filter(
        organisation=organisation, role=Appointment.Role.TREASURER, last_day=None, user__is_active=True
    )
    users = [appointment.user for appointment in appointments.select_related("user").order_by("pk")]
    return users or access.nearest_officers(access.Action.CHARGES, organisation)


def send_invoice(invoice: Invoice) -> int:
    """Send an invoice with its PDF to the treasurers, and record the number of letters."""
    mail.load_addresses()
    letters_written = letters_with(invoice, list(invoice.lines.order_by("number")), lambda: invoice_pdf(invoice))
    with transaction.atomic():
        mail.write_all(letters_written)
        InvoiceDelivery.objects.filter(invoice=invoice).update(letters=len(letters_written))
    return len(letters_written)


def letters_with(invoice: Invoice, lines: Sequence[InvoiceLine], page: Callable[[], bytes]) -> list[Letter]:
    """The letters for an invoice that may not be saved yet. Its page is made only if there is a recipient."""
    readers = [reader for reader in treasurers(invoice.organisation) if reader.wants_letters]
    if not readers:
        return []
    currency = charging_of(invoice.federation).currency
    kind = invoice.get_kind_display()
    text = INVOICE_LETTER.format(
        kind=kind,
        invoice=invoice,
        federation=invoice.federation.name,
        organisation=name_when_issued(invoice),
        period=invoice.period,
        total=money_text(currency, invoice.total),
        payable=_payable(invoice, lines, currency) if invoice.total > 0 else "",
        address=mail.address_of("invoice", invoice.federation_id, invoice.number),
    )
    attachment = mail.Attachment(f"{kind.lower().replace(' ', '-')}-{invoice.number}.pdf", page())
    subject = f"{kind} {invoice.number}, {invoice.federation.name}"
    letters = (mail.letter_to(reader, subject, text, attachment) for reader in readers)
    return [letter for letter in letters if letter is not None]


def _payable(invoice: Invoice, lines: Sequence[InvoiceLine], currency: Currency) -> str:
    """The due day, and the parts that have their own due day."""
    text = PAYABLE.format(due=invoice.due_on, reference=invoice_reference(invoice.number))
    for line in lines:
        if line.due_on not in (None, invoice.due_on) and line.total > 0:
            text += f"Line {line.number}, {money_text(currency, line.total)}, is due on {line.due_on:%-d %B %Y}.\n"
    return text


class Reminder(NamedTuple):
    """A reminder: what is overdue, and who would get the letter."""

    organisation: Organisation
    debts: Sequence[Debt]
    """The overdue parts of invoices, each with its due day."""
    readers: Sequence[User]

    @property
    def overdue(self) -> int:
        return sum(debt.amount for debt in self.debts)


def reminders(federation: Federation, as_at: date) -> list[Reminder]:
    """A reminder for every organisation with overdue invoices. Nothing is written."""
    states = account_states(federation, as_at)
    owners = Organisation.objects.select_related("federation").in_bulk(list(states))
    rows = [(owners[owner], _overdue(state, as_at)) for owner, state in states.items()]
    return [Reminder(owner, overdue, treasurers(owner)) for owner, overdue in rows if overdue]


def _overdue(state: AccountState, as_at: date) -> list[Debt]:
    return [debt for debt in state.settlement.open if debt.due_on < as_at]


def send_reminder(reminder: Reminder, as_at: date) -> int:
    """Write to each treasurer, with the statement of a year.

    Returns the number of letters; at most one a day is sent.
    """
    mail.load_addresses()
    organisation = reminder.organisation
    currency = charging_of(organisation.federation).currency
    rows = [
        f"{debt.number}  due {debt.due_on:%-d %B %Y}  {money_text(currency, debt.amount)}" for debt in reminder.debts
    ]
    text = REMINDER.format(
        organisation=organisation.name,
        federation=organisation.federation.name,
        overdue=money_text(currency, reminder.overdue),
        invoices="\n".join(rows),
        reference=account_reference(organisation.pk),
        address=mail.address_of("club-account", organisation.federation_id, organisation.number),
    )
    subject = f"Reminder: {money_text(currency, reminder.overdue)} overdue, {organisation.name}"
    page = statement_pdf(statement(organisation, as_at - timedelta(days=STATEMENT_DAYS), as_at))
    attachment = mail.Attachment(f"statement-{organisation.number}.pdf", page)
    with transaction.atomic():
        lock(organisation.federation)
        readers = [reader for reader in reminder.readers if not mail.written_today(reader, subject)]
        letters = [mail.write_to(reader, subject, text, attachment) for reader in readers]
    return sum(letter is not None for letter in letters)
