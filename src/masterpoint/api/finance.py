"""A federation's finances: who owes what, invoices that are due, and payments received."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest
from ninja import Query, Router

from masterpoint.api import rendering
from masterpoint.api.billing_schemas import (
    DraftOut,
    InvoiceRunAsked,
    IssuedOut,
    OwedOut,
    PaymentOut,
    PaymentsAsked,
    PaymentsEntered,
)
from masterpoint.api.callers import account, account_of
from masterpoint.api.errors import not_found
from masterpoint.api.params import Code
from masterpoint.api.requests import require_content_type
from masterpoint.centre.billing import accounts, bank_files, deliveries, invoicing, payments
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import Payment
from masterpoint.centre.billing.money import decimal_text
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Federation
from masterpoint.core.charges import Currency
from masterpoint.core.errors import Problem

router = Router(tags=["Finance"])
RUN, PAYMENTS = "/federations/{code}/invoice-run", "/federations/{code}/payments"


@router.get("/federations/{code}/accounts", response=list[OwedOut], operation_id="accounts", auth=account("read"))
def who_owes(request: HttpRequest, code: Code) -> list[OwedOut]:
    """Who owes what and for how long, the most overdue first."""
    federation, currency = finance_of(request, code)
    return [
        OwedOut(
            organisation=rendering.organisation_out(row.organisation),
            currency=currency.code,
            not_due=decimal_text(currency, row.not_due),
            overdue=[decimal_text(currency, coins) for coins in row.overdue],
            balance=decimal_text(currency, row.balance),
        )
        for row in accounts.ageing(federation, date.today())
    ]


@router.get(RUN, response=list[DraftOut], operation_id="invoices-due", auth=account("read"))
def due(request: HttpRequest, code: Code, as_at: Query[date]) -> list[DraftOut]:
    """Every invoice that would be issued for periods that ended by a day. Nothing is written."""
    federation, currency = finance_of(request, code)
    return [
        DraftOut(
            organisation=rendering.organisation_out(draft.organisation),
            currency=currency.code,
            total=decimal_text(currency, draft.total),
        )
        for draft in invoicing.drafts(federation, as_at)
    ]


@router.post(RUN, response=list[IssuedOut], operation_id="issue-invoices", auth=account("file"))
def issue(request: HttpRequest, code: Code, run: InvoiceRunAsked) -> list[IssuedOut]:
    """Issue, number and send every invoice that is due. A second run issues nothing."""
    require_content_type(request, "application/json")
    federation, currency = finance_of(request, code)
    user, _ = account_of(request)
    return [
        IssuedOut(
            number=invoice.number,
            organisation=rendering.organisation_out(invoice.organisation),
            currency=currency.code,
            total=decimal_text(currency, invoice.total),
            letters=deliveries.letters_of(invoice) or 0,
        )
        for invoice in invoicing.issue_all(federation, run.as_at, on=date.today(), by=user)
    ]


@router.get(PAYMENTS, response=list[PaymentOut], operation_id="payments", auth=account("read"))
def unmatched(request: HttpRequest, code: Code) -> list[PaymentOut]:
    """Payments without an owner. Owners are assigned on the site."""
    federation, currency = finance_of(request, code)
    return [_payment_out(payment, currency) for payment in accounts.unmatched_payments(federation)]


@router.post(PAYMENTS, response=PaymentsEntered, operation_id="enter-payments", auth=account("file"))
def enter(request: HttpRequest, code: Code, batch: PaymentsAsked) -> PaymentsEntered:
    """Enter payments reported by a bank, all or none. Each is matched to its account by its reference.

    `key` is the bank's own number of the payment. A payment whose key was entered before is not entered again.
    """
    require_content_type(request, "application/json")
    federation, currency = finance_of(request, code)
    user, _ = account_of(request)
    new_payments = payments.enter(federation, _new_payments(federation, batch), by=user)
    return PaymentsEntered(
        entered=[_payment_out(payment, currency) for payment in new_payments],
        there_before=len({payment.key for payment in batch.payments}) - len(new_payments),
    )


def _new_payments(federation: Federation, batch: PaymentsAsked) -> list[payments.NewPayment]:
    problems, rows = [], []
    for index, payment in enumerate(batch.payments):
        coins = bank_files.coins_in(federation, payment.amount)
        if coins is None:
            place, fix = f"payments[{index}].amount", "write it as 12.50"
            problems.append(Problem(place, payment.amount, "this is not an amount", fix))
        else:
            key = f"api {payment.key}"
            rows.append(payments.NewPayment(key, payment.day, coins, payment.payer, payment.reference))
    if problems:
        raise NotBilled(problems)
    return rows


def _payment_out(payment: Payment, currency: Currency) -> PaymentOut:
    match = payment.matches.select_related("organisation").order_by("-posting__number").first()
    return PaymentOut(
        id=payment.pk,
        day=payment.day,
        amount=decimal_text(currency, payment.amount),
        currency=currency.code,
        payer=payment.payer,
        reference=payment.reference,
        organisation=rendering.organisation_out(match.organisation) if match else None,
        invoices=list(match.invoices) if match else [],
    )


def finance_of(request: HttpRequest, code: str) -> tuple[Federation, Currency]:
    """The federation whose finances this account manages. For others it does not exist."""
    user, _ = account_of(request)
    federation = rendering.federation_of(code)
    if federation not in access.federations_for(user, Action.BILLING):
        raise not_found("account", code)
    return federation, charging_of(federation).currency
