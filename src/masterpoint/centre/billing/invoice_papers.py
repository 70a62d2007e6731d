"""Prepare an invoice with its lines, page and letters before the lock is taken, and write it under the lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import letters
from masterpoint.centre.billing.chain import Sealed, post_rows, sealed_billing, sealed_values
from masterpoint.centre.billing.chart import CODES
from masterpoint.centre.billing.deliveries import postal_address
from masterpoint.centre.billing.documents import PaperDetails, has_invented_amounts, page_of
from masterpoint.centre.billing.models import (
    AccountLine,
    Charge,
    Invoice,
    InvoiceCounter,
    InvoiceDelivery,
    InvoiceLine,
    Posting,
)
from masterpoint.centre.billing.tariffs import charging_of, tariff_of
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.statements import insert, write_rows

PAYMENT_DAYS = 30
"""The days for paying an invoice, unless the book or the board says otherwise."""
CHARGES_PER_QUERY = 500
BILLED_CHARGES = "INSERT INTO billing_billedcharge (line_id, charge_id) {rows}"


class Draft(NamedTuple):
    """An invoice that is due but not issued, for a preview. Invoice and lines are not saved."""

    organisation: Organisation
    lines: Sequence[InvoiceLine]
    charges: Sequence[Sequence[Charge]]
    """The charges of each line."""

    @property
    def net(self) -> int:
        return sum(line.net for line in self.lines)

    @property
    def tax(self) -> int:
        return sum(line.tax for line in self.lines)

    @property
    def total(self) -> int:
        return self.net + self.tax


class Paper(NamedTuple):
    """A prepared invoice. It can be written if its number is still the next one."""

    draft: Draft
    invoice: Invoice
    address: str
    """The postal address."""
    letters: Sequence[Letter] | None
    """None if it is not to be sent."""


class Heading(NamedTuple):
    """The heading of an invoice."""

    kind: str
    period: str
    as_at: date
    on: date
    reason: str = ""
    credits: Invoice | None = None


def paper_for(draft: Draft, heading: Heading, *, send: bool = True) -> Paper:
    """Prepare a new invoice. Nothing is written."""
    federation = draft.organisation.federation
    invoice = Invoice(
        posting=Posting(federation=federation, reason=heading.reason, at=datetime.now(UTC)),
        federation=federation,
        organisation=draft.organisation,
        kind=heading.kind,
        number=_number(heading.on.year, _last_number(federation, heading.on.year) + 1),
        credits=heading.credits,
        period=heading.period,
        period_last_day=heading.as_at,
        issued_on=heading.on,
        due_on=_due_on(draft, heading.on),
        currency=charging_of(federation).currency.code,
        net=draft.net,
        tax=draft.tax,
    )
    for number, line in enumerate(draft.lines, 1):
        line.invoice, line.number = invoice, number
    address = postal_address(draft.organisation)
    if not send:
        return Paper(draft, invoice, address, None)
    return Paper(
        draft, invoice, address, letters.letters_with(invoice, draft.lines, lambda: _page(draft, invoice, address))
    )


def _page(draft: Draft, invoice: Invoice, address: str) -> bytes:
    keys = [charge.pk for line_charges in draft.charges for charge in line_charges]
    pages = (keys[start : start + CHARGES_PER_QUERY] for start in range(0, len(keys), CHARGES_PER_QUERY))
    has_invented = any(has_invented_amounts(Charge.objects.filter(pk__in=page)) for page in pages)
    return page_of(invoice, PaperDetails(draft.lines, address.splitlines(), has_invented))


def write_paper(paper: Paper, *, by: User | None) -> Invoice | None:
    """Write a prepared invoice with its account lines and letters, under the lock. None if its number is taken."""
    invoice = paper.invoice
    if not _take_number(invoice):
        return None

    def write(posting: Posting) -> list[Sealed]:
        return _write_rows(paper, posting)

    post_rows(invoice.federation, invoice.kind, write, by=by, reason=invoice.posting.reason)
    count = None if paper.letters is None else len(paper.letters)
    InvoiceDelivery.objects.create(invoice=invoice, post=paper.address, letters=count)
    mail.write_all(paper.letters or ())
    return invoice


def _write_rows(paper: Paper, posting: Posting) -> list[Sealed]:
    invoice, lines = paper.invoice, paper.draft.lines
    invoice.posting = posting
    insert(invoice)
    for line in lines:
        line.invoice = invoice
    InvoiceLine.objects.bulk_create(lines)
    billed_charges = [
        (line, charge.pk)
        for line, line_charges in zip(lines, paper.draft.charges, strict=True)
        for charge in line_charges
    ]
    write_rows(BILLED_CHARGES, [(line.pk, charge) for line, charge in billed_charges])
    sides = AccountLine.objects.bulk_create(_account_lines(invoice, lines))
    return [
        *(sealed_values(row) for row in (invoice, *lines)),
        *(sealed_billing(line.number, charge) for line, charge in billed_charges),
        *(sealed_values(side) for side in sides),
    ]


def _account_lines(invoice: Invoice, lines: Sequence[InvoiceLine]) -> list[AccountLine]:
    """The account lines of an invoice: the organisation owes the total; income and tax are on the other side."""
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


def _number(year: int, count: int) -> str:
    return f"{year % 100:02}-{count:05}"


def _last_number(federation: Federation, year: int) -> int:
    counters = InvoiceCounter.objects.filter(federation=federation, year=year)
    return counters.values_list("last", flat=True).first() or 0


def _take_number(invoice: Invoice) -> bool:
    """Take the invoice's number if it is still the next of the year. It is rolled back together with the invoice."""
    federation, year = invoice.federation, invoice.issued_on.year
    last_number = _last_number(federation, year)
    if invoice.number != _number(year, last_number + 1):
        return False
    InvoiceCounter.objects.update_or_create(federation=federation, year=year, defaults={"last": last_number + 1})
    return True


def _due_on(draft: Draft, on: date) -> date:
    """The due day of lines without their own; if every line has its own, the first of these."""
    days = [line.due_on for line in draft.lines if line.amount > 0]
    due_days = [day for day in days if day is not None]
    if due_days and len(due_days) == len(days):
        return min(due_days)
    return on + timedelta(days=payment_days(draft.organisation, on))


def payment_days(organisation: Organisation, on: date) -> int:
    """The number of days for paying an invoice of this day."""
    item = charging_of(organisation.federation).payment_days
    amount = tariff_of(organisation.federation, organisation).in_force(item, on) if item else None
    return int(amount.value) if amount else PAYMENT_DAYS
