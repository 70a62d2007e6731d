"""Exports of the accounts: invoices as CSV and for Xero, and the journal by account."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime

from django.db.models import Min

from masterpoint.centre.billing.accounts import Statement
from masterpoint.centre.billing.models import AccountLine, Invoice, InvoiceLine
from masterpoint.centre.billing.money import decimal_text
from masterpoint.centre.billing.references import invoice_reference
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.registry.organisation_history import NamesSince
from masterpoint.core.charges import Currency
from masterpoint.core.exact import exact, figure_text, rational, tidy

INVOICES = (
    *("invoice", "kind", "reference", "organisation", "organisation_number", "issued", "due", "period"),
    *("line", "title", "charges", "exact", "net", "tax", "currency", "account_code"),
)
XERO = (
    *("*ContactName", "*InvoiceNumber", "Reference", "*InvoiceDate", "*DueDate", "*Description", "*Quantity"),
    *("*UnitAmount", "*AccountCode", "*TaxType", "TaxAmount", "Currency"),
)
JOURNAL = ("posting", "day", "account_code", "account", "organisation", "invoice", "debit", "credit", "currency")
STATEMENT = ("day", "what", "invoice", "amount", "owed", "currency")
FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def invoices_csv(federation: Federation, first: date, last: date) -> str:
    """Every line of every invoice issued between two days."""
    currency, names = charging_of(federation).currency, _names(federation, first)
    return rows_to_csv(INVOICES, (_invoice_row(currency, names, line) for line in _lines(federation, first, last)))


def invoice_csv(invoice: Invoice) -> str:
    """The lines of one invoice or credit note."""
    currency = charging_of(invoice.federation).currency
    names = NamesSince(invoice.federation, invoice.posting.at)
    lines = invoice.lines.select_related("invoice__organisation", "invoice__posting").order_by("number")
    return rows_to_csv(INVOICES, (_invoice_row(currency, names, line) for line in lines))


def _names(federation: Federation, first: date) -> NamesSince:
    """The names of organisations since the first posting of these days."""
    lines = AccountLine.objects.filter(posting__federation=federation, day__gte=first)
    first_written = lines.aggregate(at=Min("posting__at"))["at"]
    return NamesSince(federation, first_written or datetime.now(UTC))


def _invoice_row(currency: Currency, names: NamesSince, line: InvoiceLine) -> list[object]:
    return [
        line.invoice.number,
        line.invoice.kind,
        invoice_reference(line.invoice.number),
        without_formula(names.at(line.invoice.organisation, line.invoice.posting.at)),
        line.invoice.organisation.number,
        line.invoice.issued_on.isoformat(),
        (line.due_on or line.invoice.due_on).isoformat(),
        line.invoice.period,
        line.number,
        without_formula(line.title),
        line.count,
        line.exact,
        decimal_text(currency, line.net),
        decimal_text(currency, line.tax),
        line.invoice.currency,
        line.account_code,
    ]


def statement_csv(statement: Statement) -> str:
    """An account between two days: the opening balance and all movements."""
    currency = charging_of(statement.organisation.federation).currency
    opening_row = [statement.first.isoformat(), "Owed before", "", "", decimal_text(currency, statement.opening)]
    rows = (
        [
            row.day.isoformat(),
            row.text,
            row.invoice.number if row.invoice else "",
            decimal_text(currency, row.amount),
            decimal_text(currency, row.balance),
        ]
        for row in statement.rows
    )
    return rows_to_csv(STATEMENT, ([*row, currency.code] for row in (opening_row, *rows)))


def xero_csv(federation: Federation, first: date, last: date) -> str:
    """The invoices in Xero's format for sales invoices, one row per line. The TaxType is named by the rate."""
    charging, names = charging_of(federation), _names(federation, first)
    currency = charging.currency
    return rows_to_csv(
        XERO,
        (
            [
                without_formula(names.at(line.invoice.organisation, line.invoice.posting.at)),
                line.invoice.number,
                invoice_reference(line.invoice.number),
                f"{line.invoice.issued_on:%d/%m/%Y}",
                f"{line.invoice.due_on:%d/%m/%Y}",
                without_formula(f"{line.title}, {line.invoice.period}"),
                "1",
                decimal_text(currency, line.net),
                line.account_code,
                tax_type(charging.tax_name, line),
                decimal_text(currency, line.tax),
                line.invoice.currency,
            ]
            for line in _lines(federation, first, last)
        ),
    )


def tax_type(name: str, line: InvoiceLine) -> str:
    """The name of a tax type, such as `20% (VAT on Income)` or `No VAT`."""
    rate = rational(exact(line.tax_rate)) * 100
    if line.tax_rule == "none" or not rate:
        return f"No {name}" if name else "Tax Exempt"
    return f"{figure_text(tidy(rate)).removesuffix('.00')}% ({name} on Income)"


def journal_csv(federation: Federation, first: date, last: date) -> str:
    """Every movement between two days, with both sides, by account code."""
    currency, names = charging_of(federation).currency, _names(federation, first)
    lines = AccountLine.objects.filter(posting__federation=federation, day__gte=first, day__lte=last)
    lines = lines.select_related("posting__invoice", "organisation").order_by("posting__number", "pk")
    return rows_to_csv(
        JOURNAL,
        (
            [
                line.posting.number,
                line.day.isoformat(),
                line.code,
                line.get_account_display(),
                without_formula(names.at(line.organisation, line.posting.at)) if line.organisation else "",
                getattr(getattr(line.posting, "invoice", None), "number", ""),
                decimal_text(currency, line.amount) if line.amount > 0 else "",
                decimal_text(currency, -line.amount) if line.amount < 0 else "",
                currency.code,
            ]
            for line in lines.iterator(chunk_size=1000)
        ),
    )


def _lines(federation: Federation, first: date, last: date) -> Iterable[InvoiceLine]:
    lines = InvoiceLine.objects.filter(
        invoice__federation=federation, invoice__issued_on__gte=first, invoice__issued_on__lte=last
    )
    sorted_lines = lines.select_related("invoice__organisation", "invoice__posting").order_by(
        "invoice__posting__number", "number"
    )
    return sorted_lines.iterator(chunk_size=1000)


def without_formula(text: str) -> str:
    """Text that a spreadsheet does not interpret as a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def rows_to_csv(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV with a heading."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(heading)
    writer.writerows(rows)
    return text.getvalue()


EXPORTS = {"invoices": invoices_csv, "xero": xero_csv, "journal": journal_csv}
