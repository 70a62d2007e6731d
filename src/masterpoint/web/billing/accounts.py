"""What a club owes: its account, its invoices, and charges that are not invoiced yet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.billing import accounts, date_ranges
from masterpoint.centre.billing.accounts import AccountState, Ageing
from masterpoint.centre.billing.documents import statement_pdf
from masterpoint.centre.billing.exports import statement_csv
from masterpoint.centre.billing.invoicing import total_of
from masterpoint.centre.billing.models import Invoice
from masterpoint.centre.billing.references import account_reference
from masterpoint.centre.billing.tariffs import charges_anything, charging_of
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.charges import Currency
from masterpoint.core.errors import MasterpointError
from masterpoint.web.billing.access import account_of, keeps_finance, page_context, requested_dates
from masterpoint.web.common import SignedInRequest, show_problems

ACCOUNTS_SHOWN = 30
CHARGES_SHOWN = 100
FREE_SHOWN = 20


class OwnAccount(NamedTuple):
    """One of the organisations whose accounts a user manages."""

    ageing: Ageing
    currency: Currency


class InvoiceRow(NamedTuple):
    """An invoice in a list, with its unpaid amount."""

    invoice: Invoice
    owed: int
    overdue: bool
    due_on: date
    """The due day of the first unpaid amount."""


@login_required
def billing(request: SignedInRequest) -> HttpResponse:
    """The accounts that the user manages: what is due, the most overdue first."""
    today = date.today()
    visible = access.organisations_for(request.user, Action.CHARGES)
    organisations = [organisation for organisation in visible if charges_anything(organisation.federation)]
    finance = [row for row in access.federations_for(request.user, Action.BILLING) if charges_anything(row)]
    rows = [
        OwnAccount(accounts.ageing_of(organisation, state, today), charging_of(organisation.federation).currency)
        for organisation, state in _account_states(organisations[:ACCOUNTS_SHOWN], today)
    ]
    rows.sort(key=lambda row: (-row.ageing.total_overdue, -row.ageing.not_due, row.ageing.organisation.name))
    context = {"rows": rows, "finance": finance, "has_more": len(organisations) > ACCOUNTS_SHOWN}
    return render(request, "masterpoint/billing/billing.html", context)


def _account_states(organisations: list[Organisation], today: date) -> Iterator[tuple[Organisation, AccountState]]:
    """The accounts of some organisations, with the same queries for all those of a federation."""
    for _, group in groupby(organisations, key=lambda organisation: organisation.federation_id):
        own_organisations = list(group)
        states = accounts.account_states(own_organisations[0].federation, today, own_organisations)
        yield from ((organisation, states[organisation.pk]) for organisation in own_organisations)


@login_required
def club_account(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """One account: what is owed, all invoices and payments, and the charges for the next invoice."""
    organisation = account_of(request, code, number)
    today = date.today()
    state = accounts.account_state(organisation)
    waiting = accounts.unbilled_charges(organisation)
    context = page_context(
        organisation.federation,
        organisation=organisation,
        ageing=accounts.ageing_of(organisation, state, today),
        balance=accounts.balance(organisation),
        reference=account_reference(organisation.pk),
        invoices=invoice_rows(state, today),
        payments=state.payments[::-1],
        waiting=waiting.select_related("version__filing")[:CHARGES_SHOWN],
        waiting_total=total_of(waiting.values_list("amount", flat=True)),
        free=accounts.free_charges(organisation).select_related("version__filing")[:FREE_SHOWN],
        finance=keeps_finance(request, organisation.federation),
        first=today - date_ranges.YEAR,
        last=today,
    )
    return render(request, "masterpoint/billing/account.html", context)


def invoice_rows(state: AccountState, today: date) -> list[InvoiceRow]:
    """The invoices of an account, newest first."""
    rows = [(invoice, state.amount_owed(invoice), state.due_day(invoice)) for invoice in state.invoices]
    return [InvoiceRow(invoice, owed, owed > 0 and due < today, due) for invoice, owed, due in rows][::-1]


@login_required
def statement(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """The account between two days as a page, a PDF or CSV."""
    organisation = account_of(request, code, number)
    try:
        account_statement = accounts.statement(organisation, *requested_dates(request))
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("club-account", code=code, number=number)
    if "pdf" in request.GET:
        return pdf(statement_pdf(account_statement), f"statement-{organisation.number}.pdf")
    if "csv" in request.GET:
        return csv_file(statement_csv(account_statement), f"statement-{organisation.number}.csv")
    context = page_context(organisation.federation, organisation=organisation, statement=account_statement)
    return render(request, "masterpoint/billing/statement.html", context)


def pdf(data: bytes, name: str) -> HttpResponse:
    """A PDF to open or save."""
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def csv_file(text: str, name: str) -> HttpResponse:
    """A CSV file to save."""
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
