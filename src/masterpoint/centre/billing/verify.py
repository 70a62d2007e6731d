"""The accounts' part of `masterpoint verify`: seals, both sides of every posting, invoices, numbers and charges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet, Sum

from masterpoint.centre.billing.chain import digests
from masterpoint.centre.billing.invoice_lines import CarriedSums, LineKind, new_line
from masterpoint.centre.billing.models import (
    AccountLine,
    Charge,
    Invoice,
    InvoiceCounter,
    InvoiceLine,
    Posting,
)
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.hash_chain import BEGINNING
from masterpoint.centre.journal.redactions import is_redacted
from masterpoint.centre.registry.models import Federation

PAGE = 200
TABLES = (
    *("billing_posting", "billing_seal", "billing_tariffentry", "billing_chargecode", "billing_charge"),
    *("billing_invoice", "billing_invoiceline", "billing_billedcharge", "billing_payment", "billing_paymentmatch"),
    *("billing_accountline", "billing_linenote", "billing_chargefact"),
)
"""Append-only tables: see the triggers of the migrations."""


def account_differences(federation: Federation) -> Iterator[str]:
    """Everything in a federation's accounts that was altered or does not add up."""
    checks: tuple[Callable[[Federation], Iterator[str]], ...] = (
        _chain_differences,
        _balance_differences,
        _number_differences,
        _invoice_differences,
        _reversal_differences,
    )
    for check in checks:
        yield from check(federation)


def _chain_differences(federation: Federation) -> Iterator[str]:
    if not _any_posting(federation.pk):
        return
    name, link, expected = f"{federation.code} account posting", BEGINNING, 1
    postings = Posting.objects.filter(federation=federation).select_related("seal").order_by("number")
    while page := list(postings.filter(number__gte=expected)[:PAGE]):
        links: dict[int, str] = {}
        for posting in page:
            seal = getattr(posting, "seal", None)
            links[posting.pk] = link = seal.previous_hash if seal else link
        expected_hashes = digests(page, links)
        previous_hash = "" if expected == 1 else _hash_of(federation, expected - 1)
        link = previous_hash or BEGINNING
        for posting in page:
            while expected < posting.number:
                yield f"{name} {expected} is missing"
                expected, link = expected + 1, links[posting.pk]
            seal = getattr(posting, "seal", None)
            if seal is None:
                yield f"{name} {posting.number} has no seal: it was added by hand"
            elif seal.previous_hash != link:
                yield f"{name} {posting.number} does not follow the one before it"
            elif seal.hash != expected_hashes[posting.pk] and not is_redacted(
                federation.code, f"account posting {posting.number}", expected_hashes[posting.pk]
            ):
                yield f"{name} {posting.number} ({posting.get_kind_display()}) was changed after it was written"
            expected, link = posting.number + 1, seal.hash if seal else link
        if len(page) < PAGE:
            return


@cached_query
def _any_posting(federation: Any) -> QuerySet[Posting, int]:
    return Posting.objects.filter(federation=federation).values_list("pk", flat=True)[:1]


def _hash_of(federation: Federation, number: int) -> str:
    posting = Posting.objects.filter(federation=federation, number=number).select_related("seal").first()
    seal = getattr(posting, "seal", None)
    return seal.hash if seal else ""


def _balance_differences(federation: Federation) -> Iterator[str]:
    for number, difference in _nonzero_sums(federation.pk):
        yield f"{federation.code} account posting {number}: debit and credit differ by {difference}"


@cached_query
def _nonzero_sums(federation: Any) -> QuerySet[AccountLine, tuple[int, int]]:
    """The sum of each posting that does not balance, by number."""
    lines = AccountLine.objects.filter(posting__federation=federation).order_by().values("posting__number")
    sums = lines.annotate(sum=Sum("amount")).exclude(sum=0).order_by("posting__number")
    return sums.values_list("posting__number", "sum")


def _number_differences(federation: Federation) -> Iterator[str]:
    """Invoice numbers must run from 1 to the counter of the year."""
    counters = dict(_counters(federation.pk))
    expected = {f"{year % 100:02}-{count:05}" for year, highest in counters.items() for count in range(1, highest + 1)}
    numbers = set(_numbers(federation.pk))
    yield from (f"{federation.code} invoice {number} is missing" for number in sorted(expected - numbers))
    yield from (f"{federation.code} invoice {number} was never issued" for number in sorted(numbers - expected))


@cached_query
def _counters(federation: Any) -> QuerySet[InvoiceCounter, tuple[int, int]]:
    return InvoiceCounter.objects.filter(federation=federation).values_list("year", "last")


@cached_query
def _numbers(federation: Any) -> QuerySet[Invoice, str]:
    return Invoice.objects.filter(federation=federation).values_list("number", flat=True)


def _invoice_differences(federation: Federation) -> Iterator[str]:
    """Each line must be the rounded sum of its charges, each invoice the sum of its lines; the account must agree."""
    if not _any_invoice(federation.pk):
        return
    charging = charging_of(federation)
    earlier: dict[tuple[int, LineKind], CarriedSums] = {}
    posted_totals = dict(
        AccountLine.objects.filter(posting__federation=federation, account=AccountLine.Account.RECEIVABLE)
        .exclude(posting__invoice=None)
        .order_by()
        .values_list("posting")
        .annotate(sum=Sum("amount"))
    )
    invoices = Invoice.objects.filter(federation=federation).order_by("posting__number")
    for invoice in invoices.iterator(chunk_size=PAGE):
        name = f"{federation.code} invoice {invoice.number}"
        lines = list(invoice.lines.order_by("number"))
        if (invoice.net, invoice.tax) != (sum(line.net for line in lines), sum(line.tax for line in lines)):
            yield f"{name}: it is not the sum of its lines"
        if posted_totals.get(invoice.posting_id, 0) != invoice.total:
            yield f"{name}: the account was charged a different amount"
        for line in lines:
            line_kind = LineKind(line.kind, line.title, line.tax_rule, line.tax_rate)
            carried = earlier.get((invoice.organisation_id, line_kind), CarriedSums())
            charges = list(Charge.objects.filter(billed__line=line))
            expected = new_line(charging, line_kind, charges, carried) if charges else None
            if expected and _figures(expected) != _figures(line):
                yield f"{name}, line {line.number}: it is not what its charges come to"
            if any(charge.due_on != line.due_on for charge in charges):
                yield f"{name}, line {line.number}: its charges are due on another day"
            if invoice.credits_id is None:
                earlier[invoice.organisation_id, line_kind] = carried.plus(line)


@cached_query
def _any_invoice(federation: Any) -> QuerySet[Invoice, int]:
    return Invoice.objects.filter(federation=federation).values_list("pk", flat=True)[:1]


def _figures(line: InvoiceLine) -> tuple[str, int, int, int, int]:
    return line.exact, line.amount, line.net, line.tax, line.count


def _reversal_differences(federation: Federation) -> Iterator[str]:
    """A reversal must be the negative of its charge."""
    if not _any_reversal(federation.pk):
        return
    reversals = Charge.objects.filter(posting__federation=federation).exclude(reverses=None)
    for charge in reversals.select_related("reverses").iterator(chunk_size=PAGE):
        if charge.reverses and Fraction(charge.amount) != -Fraction(charge.reverses.amount):
            yield f"{federation.code} {charge.subject}: charge {charge.pk} is not the opposite of {charge.reverses_id}"


@cached_query
def _any_reversal(federation: Any) -> QuerySet[Charge, int]:
    reversals = Charge.objects.filter(posting__federation=federation).exclude(reverses=None)
    return reversals.values_list("pk", flat=True)[:1]
