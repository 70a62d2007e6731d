"""Invoices and statements as files: A4 pages as PDF, and CSV for other programs."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from masterpoint.api.billing import Issued, invoice_of, organisation_of
from masterpoint.api.callers import account
from masterpoint.api.files import CSV, PDF, answers, file
from masterpoint.api.finance import finance_of
from masterpoint.api.params import Code, Number
from masterpoint.centre.billing import accounts, exports
from masterpoint.centre.billing.accounts import Statement
from masterpoint.centre.billing.date_ranges import DateRange, date_range
from masterpoint.centre.billing.documents import invoice_pdf, statement_pdf

router = Router(tags=["Accounts"])
STATEMENT = "/federations/{code}/accounts/{number}/statement"
INVOICE = "/federations/{code}/invoices/{issued}"


class Days(Schema):
    """A period with both days included. By default it is the year that ends today."""

    first: date | None = None
    last: date | None = None

    def range(self) -> DateRange:
        return date_range(self.first, self.last, date.today())


Shape = Annotated[Literal["invoices", "xero", "journal"], Field(description="for which program")]


@router.get(f"{INVOICE}/pdf", operation_id="invoice-pdf", auth=account("read"), openapi_extra=answers(PDF))
def as_pdf(request: HttpRequest, code: Code, issued: Issued) -> HttpResponse:
    """An invoice or a credit note as an A4 page, as it was sent."""
    invoice = invoice_of(request, code, issued)
    return file(invoice_pdf(invoice), PDF, f"{invoice.kind.replace(' ', '-')}-{invoice.number}.pdf")


@router.get(f"{INVOICE}/csv", operation_id="invoice-csv", auth=account("read"), openapi_extra=answers(CSV))
def as_csv(request: HttpRequest, code: Code, issued: Issued) -> HttpResponse:
    """The lines of an invoice or a credit note as CSV."""
    invoice = invoice_of(request, code, issued)
    return file(exports.invoice_csv(invoice), CSV, f"{invoice.kind.replace(' ', '-')}-{invoice.number}.csv")


@router.get(f"{STATEMENT}/pdf", operation_id="account-pdf", auth=account("read"), openapi_extra=answers(PDF))
def account_as_pdf(request: HttpRequest, code: Code, number: Number, days: Query[Days]) -> HttpResponse:
    """The statement of an account between two days as an A4 page."""
    return file(statement_pdf(_statement(request, code, number, days)), PDF, f"statement-{number}.pdf")


@router.get(f"{STATEMENT}/csv", operation_id="account-csv", auth=account("read"), openapi_extra=answers(CSV))
def account_as_csv(request: HttpRequest, code: Code, number: Number, days: Query[Days]) -> HttpResponse:
    """The statement of an account between two days as CSV."""
    return file(exports.statement_csv(_statement(request, code, number, days)), CSV, f"statement-{number}.csv")


@router.get(
    "/federations/{code}/exports/{shape}",
    operation_id="billing-export",
    auth=account("read"),
    openapi_extra=answers(CSV),
)
def export(request: HttpRequest, code: Code, shape: Shape, days: Query[Days]) -> HttpResponse:
    """Every invoice issued between two days, as CSV, in Xero's import format, or as the journal by account code."""
    federation, _ = finance_of(request, code)
    first, last = days.range()
    return file(exports.EXPORTS[shape](federation, first, last), CSV, f"{shape}-{first}-{last}.csv")


def _statement(request: HttpRequest, code: str, number: str, days: Days) -> Statement:
    return accounts.statement(organisation_of(request, code, number), *days.range())
