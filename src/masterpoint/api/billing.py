"""Accounts and invoices for callers who may see them, and quotes for events."""

from __future__ import annotations

from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from masterpoint.api import rendering
from masterpoint.api.billing_schemas import AccountStateOut, ChargeOut, InvoiceInFull, InvoiceOut, QuoteOut
from masterpoint.api.callers import account, anyone, user_of
from masterpoint.api.errors import not_found
from masterpoint.api.openapi import EVENT_OR_FILE
from masterpoint.api.params import Code, Number
from masterpoint.api.requests import read_submission
from masterpoint.centre.billing import accounts, deliveries, quoting
from masterpoint.centre.billing.documents import name_when_issued
from masterpoint.centre.billing.models import Charge, Invoice
from masterpoint.centre.billing.money import decimal_text
from masterpoint.centre.billing.references import account_reference, invoice_reference
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.filing import judging
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.charge_data import assessment_as_data
from masterpoint.core.charges import Currency
from masterpoint.core.serialisation import exact_text

router = Router(tags=["Accounts"])
Issued = Annotated[str, Field(max_length=8, pattern=r"^[0-9]{2}-[0-9]{5}$", description="such as 26-00041")]


@router.get(
    "/federations/{code}/accounts/{number}",
    response=AccountStateOut,
    operation_id="organisation-account",
    auth=account("read"),
)
def organisation_account(request: HttpRequest, code: Code, number: Number) -> AccountStateOut:
    """What an organisation owes, and each of its invoices with the unpaid amount."""
    organisation = organisation_of(request, code, number)
    currency = charging_of(organisation.federation).currency
    state = accounts.account_state(organisation)
    return AccountStateOut(
        organisation=rendering.organisation_out(organisation),
        reference=account_reference(organisation.pk),
        currency=currency.code,
        balance=decimal_text(currency, accounts.balance(organisation)),
        invoices=[_invoice_out(invoice, currency, state.amount_owed(invoice)) for invoice in state.invoices],
    )


@router.get(
    "/federations/{code}/invoices/{issued}", response=InvoiceInFull, operation_id="invoice", auth=account("read")
)
def invoice(request: HttpRequest, code: Code, issued: Issued) -> dict[str, Any]:
    """An invoice or a credit note with its lines, and the charges in each line."""
    row = invoice_of(request, code, issued)
    currency = charging_of(row.federation).currency
    owed = accounts.account_state(row.organisation).amount_owed(row)
    lines = [
        {
            "number": line.number,
            "title": line.title,
            "due_on": line.due_on or row.due_on,
            "exact": line.exact,
            "net": decimal_text(currency, line.net),
            "tax": decimal_text(currency, line.tax),
            "account_code": line.account_code,
            "charges": [
                charge_out(charge) for charge in Charge.objects.filter(billed__line=line).order_by("day", "pk")
            ],
        }
        for line in row.lines.order_by("number")
    ]
    delivery = deliveries.delivery_of(row)
    issued_as = {
        "issued_to": name_when_issued(row),
        "address": deliveries.address_of(row),
        "address_deleted_on": delivery.post_deleted_on if delivery else None,
        "letters": deliveries.letters_of(row),
    }
    return _invoice_out(row, currency, owed).model_dump() | issued_as | {"lines": lines}


@router.post(
    "/federations/{code}/organisations/{number}/quote",
    response=QuoteOut,
    operation_id="quote",
    openapi_extra=EVENT_OR_FILE,
    auth=anyone("check"),
    by_alias=True,
)
def quote(request: HttpRequest, code: Code, number: Number) -> dict[str, Any]:
    """What an event would cost this organisation by the federation's tariff. Nothing is stored."""
    organisation = rendering.organisation_of(rendering.federation_of(code), number)
    scheme = organisation.federation.scheme
    imported = read_submission(request).read_event(scheme, organisation.level)
    assessment = quoting.quote(organisation.federation, judging.judge(imported.event), organisation)
    tax = quoting.added_tax(organisation.federation, assessment, organisation)
    data = assessment_as_data(assessment, charging_of(organisation.federation).currency)
    return data | {"added_tax": exact_text(tax)}


def organisation_of(request: HttpRequest, code: str, number: str) -> Organisation:
    """An organisation whose account this caller may see. For others it does not exist."""
    organisation = rendering.organisation_of(rendering.federation_of(code), number)
    if not access.may(user_of(request), Action.CHARGES, organisation):
        raise not_found("account", organisation.number)
    return organisation


def invoice_of(request: HttpRequest, code: str, number: str) -> Invoice:
    """An invoice or a credit note that this caller may see."""
    invoice = next(iter(_invoices(rendering.federation_of(code).pk, number)), None)
    if invoice is None or not access.may(user_of(request), Action.CHARGES, invoice.organisation):
        raise not_found("invoice", number)
    return invoice


@cached_query
def _invoices(federation: Any, number: Any) -> QuerySet[Invoice]:
    invoices = Invoice.objects.filter(federation=federation, number=number)
    return invoices.select_related("organisation", "federation", "credits", "posting")


def _invoice_out(invoice: Invoice, currency: Currency, owed: int) -> InvoiceOut:
    return InvoiceOut(
        number=invoice.number,
        kind="invoice" if invoice.kind == Invoice.Kind.INVOICE else "credit note",
        reference=invoice_reference(invoice.number),
        period=invoice.period,
        issued_on=invoice.issued_on,
        due_on=invoice.due_on,
        currency=invoice.currency,
        net=decimal_text(currency, invoice.net),
        tax=decimal_text(currency, invoice.tax),
        total=decimal_text(currency, invoice.total),
        owed=decimal_text(currency, owed),
    )


def charge_out(charge: Charge) -> ChargeOut:
    """A charge with its explanation. Players' names are only on the site, for readers who may see them."""
    return ChargeOut(
        subject=charge.subject,
        day=charge.day,
        title=charge.title,
        amount=charge.amount,
        player_sessions=charge.player_sessions,
        why=charge.detail.get("why", ""),
        clause=charge.detail.get("clause", ""),
        takes_back=charge.reverses_id is not None,
    )
