"""Invoices, credit notes and statements as A4 pages. All their contents come from the accounts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from importlib.resources import files
from typing import Any, NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.billing.accounts import Statement
from masterpoint.centre.billing.deliveries import address_of
from masterpoint.centre.billing.models import Charge, Invoice, InvoiceLine
from masterpoint.centre.billing.money import from_coins, money_text
from masterpoint.centre.billing.references import account_reference, invoice_reference
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.registry import papers
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.registry.organisation_history import name_at
from masterpoint.core.charges import Charging
from masterpoint.core.exact import exact, rational, tidy
from masterpoint.core.exact import figure_text as shown_exactly
from masterpoint.core.plurals import count_text

PAGES = files("masterpoint.centre.billing") / "pages"
CHARGES_PER_QUERY = 500


class PaperDetails(NamedTuple):
    """What the page of an invoice shows besides the invoice itself."""

    lines: Sequence[InvoiceLine]
    address: Sequence[str]
    """The postal address, line by line."""
    invented: bool
    """Whether any of its charges uses an amount invented for a demo."""


def invoice_pdf(invoice: Invoice) -> bytes:
    """An invoice or a credit note as PDF; the bytes are always the same."""
    lines = invoice.lines.order_by("number")
    charges = Charge.objects.filter(billed__line__invoice=invoice)
    return page_of(invoice, PaperDetails(list(lines), address_of(invoice), has_invented_amounts(charges)))


def page_of(invoice: Invoice, details: PaperDetails) -> bytes:
    """The page of an invoice that may not be saved yet."""
    charging = charging_of(invoice.federation)
    data = {
        "kind": invoice.get_kind_display(),
        "federation": invoice.federation.name,
        "organisation": name_when_issued(invoice),
        "organisation_number": invoice.organisation.number,
        "post": list(details.address),
        "number": invoice.number,
        "credits": invoice.credits.number if invoice.credits else "",
        "reference": invoice_reference(invoice.number),
        "issued": f"{invoice.issued_on:%-d %B %Y}",
        "due": f"{invoice.due_on:%-d %B %Y}" if invoice.total > 0 else "",
        "period": invoice.period,
        "reason": invoice.posting.reason,
        "lines": [_line(charging, line) for line in details.lines],
        "tax_name": charging.tax_name or "Tax",
        "net": money_text(charging.currency, invoice.net),
        "tax": money_text(charging.currency, invoice.tax) if invoice.tax else "",
        "total": money_text(charging.currency, invoice.total),
        "day": _day(invoice.issued_on),
        "invented": details.invented,
    }
    return _compile("invoice.typ", data, f"{data['kind']} {invoice.number}", invoice.federation)


def name_when_issued(invoice: Invoice) -> str:
    """The organisation's name when the invoice was issued."""
    return name_at(invoice.organisation, invoice.posting.at)


def _line(charging: Charging, line: InvoiceLine) -> dict[str, Any]:
    return {
        "number": line.number,
        "title": line.title,
        "detail": line_detail(charging, line),
        "net": money_text(charging.currency, line.net),
    }


def line_detail(charging: Charging, line: InvoiceLine) -> str:
    """How a line is made up, in a few words, such as `14 charges, £40.205 before rounding`."""
    parts = [count_text(line.count, "charge")] if line.count else []
    if line.due_on is not None and line.due_on != line.invoice.due_on:
        parts.append(f"to be paid by {line.due_on:%-d %B %Y}")
    if line.tax:
        parts.append(f"{charging.tax_name or 'tax'} at {shown_exactly(tidy(rational(exact(line.tax_rate)) * 100))}%")
    if rational(exact(line.exact)) != from_coins(charging.currency, line.amount):
        parts.append(f"{charging.currency.text(exact(line.exact))} before rounding")
    return ", ".join(parts)


def has_invented_amounts(charges: QuerySet[Charge]) -> bool:
    """Whether any of these charges uses an amount invented for a demo."""
    tariffs = charges.values_list("detail__tariff", flat=True)
    return any(amount.get("invented") for tariff in tariffs.iterator(CHARGES_PER_QUERY) for amount in tariff or ())


def statement_pdf(statement: Statement) -> bytes:
    """A statement of account between two days, for the organisation that owes."""
    organisation = statement.organisation
    currency = charging_of(organisation.federation).currency
    data = {
        "federation": organisation.federation.name,
        "organisation": organisation.name,
        "organisation_number": organisation.number,
        "reference": account_reference(organisation.pk),
        "first": f"{statement.first:%-d %B %Y}",
        "last": f"{statement.last:%-d %B %Y}",
        "day": _day(statement.last),
        "opening": money_text(currency, statement.opening),
        "closing": money_text(currency, statement.closing),
        "opened": f"{statement.first:%-d %b %Y}",
        "closed": f"{statement.last:%-d %b %Y}",
        "rows": [
            [f"{row.day:%-d %b %Y}", row.text, money_text(currency, row.amount), money_text(currency, row.balance)]
            for row in statement.rows
        ],
    }
    return _compile("statement.typ", data, f"Statement of {organisation.name}", organisation.federation)


def _day(day: date) -> list[int]:
    """The date in a document's metadata. It makes the file reproducible."""
    return [day.year, day.month, day.day]


def _compile(page: str, data: dict[str, Any], title: str, by: Federation) -> bytes:
    return papers.compile_pdf((PAGES / page).read_bytes(), data, title=title, federation=by)
