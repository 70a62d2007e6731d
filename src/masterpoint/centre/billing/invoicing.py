"""Invoices and credit notes: issued once, numbered without gaps, never edited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from django.db.models import F

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import deliveries, letters
from masterpoint.centre.billing.chain import new_posting
from masterpoint.centre.billing.chart import CODES
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.invoice_lines import charge_lines
from masterpoint.centre.billing.models import (
    AccountLine,
    BilledCharge,
    Charge,
    Invoice,
    InvoiceCounter,
    InvoiceLine,
    Posting,
)
from masterpoint.centre.billing.tariffs import charging_of, tariff_of
from masterpoint.centre.locking import lock
from masterpoint.centre.mail import services as mail
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.charges import period_end

PAYMENT_DAYS = 30
"""Where neither book nor board says in how many days an invoice is paid."""
AT_ONCE = 500


class Draft(NamedTuple):
    """An invoice that is due but not issued: what a preview shows. Lines and invoice are unsaved."""

    organisation: Organisation
    lines: Sequence[InvoiceLine]
    charges: Sequence[Sequence[Charge]]
    """Those of each line."""

    @property
    def net(self) -> int:
        return sum(line.net for line in self.lines)

    @property
    def tax(self) -> int:
        return sum(line.tax for line in self.lines)

    @property
    def total(self) -> int:
        return self.net + self.tax


def unbilled(federation: Federation, as_at: date, organisation: Organisation | None = None) -> dict[int, list[Charge]]:
    """The charges of each organisation whose period is over, and that no invoice holds; none of nothing."""
    charging = charging_of(federation)
    charges = Charge.objects.of_something().filter(billed=None, day__lte=as_at).defer("detail")
    if organisation is None:
        charges = charges.filter(posting__federation=federation)
    else:  # by its index alone: through the postings, all charges of the federation would be read for each invoice
        charges = charges.filter(organisation=organisation)
    due: dict[int, list[Charge]] = {}
    for charge in charges.order_by("organisation", "day", "pk").iterator(chunk_size=AT_ONCE):
        kind = charging.kinds.get(charge.kind)
        if kind is None or period_end(kind.period, charge.day) <= as_at:
            due.setdefault(charge.organisation_id, []).append(charge)
    return due


def drafts(federation: Federation, as_at: date, organisation: Organisation | None = None) -> Iterator[Draft]:
    """Every invoice that would be issued; nothing is written. A period that is not over has none."""
    if problems := future_problems(federation, as_at, "as at"):
        raise NotBilled(problems)
    due = unbilled(federation, as_at, organisation)
    owners = Organisation.objects.in_bulk(list(due))
    for key in sorted(due, key=lambda pk: (owners[pk].name, pk)):
        draft = _draft(owners[key], due[key])
        if any(line.amount for line in draft.lines):
            yield draft


def _draft(organisation: Organisation, charges: Iterable[Charge]) -> Draft:
    lines = charge_lines(organisation, charges)
    return Draft(organisation, [line for line, _ in lines], [own for _, own in lines])


def issue_all(
    federation: Federation, as_at: date, *, on: date, by: User | None, send: bool = True
) -> Iterator[Invoice]:
    """An invoice for everybody who owes something, each in its own transaction: what stops goes on where it was."""
    mail.load_addresses()
    for organisation in [draft.organisation for draft in drafts(federation, as_at)]:
        invoice = issue(organisation, as_at, on=on, by=by, send=send)
        if invoice is not None:
            yield invoice


@mail.transaction_with_letters
def issue(organisation: Organisation, as_at: date, *, on: date, by: User | None, send: bool = True) -> Invoice | None:
    """The invoice of one organisation, or the credit note if more is owed to it; nothing where nothing is due."""
    federation = organisation.federation
    lock(federation)
    draft = next(drafts(federation, as_at, organisation), None)
    if draft is None:
        return None
    kind = Invoice.Kind.INVOICE if draft.total >= 0 else Invoice.Kind.CREDIT_NOTE
    period = _period([charge.day for own in draft.charges for charge in own], as_at)
    return write_invoice(draft, kind, period=period, as_at=as_at, on=on, by=by, send=send)


def write_invoice(
    draft: Draft,
    kind: str,
    *,
    period: str,
    as_at: date,
    on: date,
    by: User | None,
    reason: str = "",
    credits: Invoice | None = None,
    send: bool = True,
) -> Invoice:
    """Number, lines, both sides of the accounts and the letter, all in one transaction."""
    organisation = draft.organisation
    federation = organisation.federation
    with new_posting(federation, Posting.Kind(kind), by=by, reason=reason) as posting:
        invoice = Invoice.objects.create(
            posting=posting,
            federation=federation,
            organisation=organisation,
            kind=kind,
            number=_next_number(federation, on),
            credits=credits,
            period=period,
            period_last_day=as_at,
            issued_on=on,
            due_on=_due_on(draft, on),
            currency=charging_of(federation).currency.code,
            net=draft.net,
            tax=draft.tax,
        )
        _write_lines(invoice, draft)
        AccountLine.objects.bulk_create(_account_lines(invoice, draft.lines))
    deliveries.keep_address(invoice)
    if send:
        letters.send_invoice(invoice)
    return invoice


def _write_lines(invoice: Invoice, draft: Draft) -> None:
    for number, line in enumerate(draft.lines, 1):
        line.invoice, line.number = invoice, number
    InvoiceLine.objects.bulk_create(draft.lines)
    rows = [
        BilledCharge(line=line, charge=charge)
        for line, own in zip(draft.lines, draft.charges, strict=True)
        for charge in own
    ]
    BilledCharge.objects.bulk_create(rows, batch_size=AT_ONCE)


def _account_lines(invoice: Invoice, lines: Sequence[InvoiceLine]) -> list[AccountLine]:
    """The organisation owes the total; income and tax are the other side."""
    sides = [(AccountLine.Account.RECEIVABLE, CODES[AccountLine.Account.RECEIVABLE], invoice.total)]
    sides += [(AccountLine.Account.INCOME, line.account_code, -line.net) for line in lines]
    sides.append((AccountLine.Account.TAX, CODES[AccountLine.Account.TAX], -invoice.tax))
    return [
        AccountLine(
            posting=invoice.posting,
            account=account,
            code=code,
            organisation=invoice.organisation if account == AccountLine.Account.RECEIVABLE else None,
            day=invoice.issued_on,
            amount=amount,
        )
        for account, code, amount in sides
        if amount
    ]


def _next_number(federation: Federation, on: date) -> str:
    """The next of the year. The row is locked with the federation, and rolled back with the invoice: no gaps."""
    counter, _ = InvoiceCounter.objects.get_or_create(federation=federation, year=on.year)
    InvoiceCounter.objects.filter(pk=counter.pk).update(last=F("last") + 1)
    counter.refresh_from_db()
    return f"{on.year % 100:02}-{counter.last:05}"


def _due_on(draft: Draft, on: date) -> date:
    """When what no clause gives a day of its own is to be paid; where every line has one, the first of them."""
    days = [line.due_on for line in draft.lines if line.amount > 0]
    own = [day for day in days if day is not None]
    if own and len(own) == len(days):
        return min(own)
    return on + timedelta(days=payment_days(draft.organisation, on))


def payment_days(organisation: Organisation, on: date) -> int:
    """In how many days an invoice of this day is paid."""
    item = charging_of(organisation.federation).payment_days
    amount = tariff_of(organisation.federation, organisation).in_force(item, on) if item else None
    return int(amount.value) if amount else PAYMENT_DAYS


def _period(days: Sequence[date], as_at: date) -> str:
    first, last = min(days), max(days)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first:%B %Y}"
    return f"{first:%-d %B %Y} to {last:%-d %B %Y}"


def total_of(amounts: Iterable[str]) -> Fraction:
    """Exact amounts added up."""
    return sum(map(Fraction, amounts), Fraction(0))
