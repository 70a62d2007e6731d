"""Payments: entered by hand or loaded from a bank's file. Those without an owner wait in a list."""

from __future__ import annotations

from datetime import date
from secrets import token_hex

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.billing import accounts, bank_files, payments
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import BankFormat, Payment
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.plurals import count_text
from masterpoint.web.billing.access import finance_of, page_context
from masterpoint.web.common import SignedInRequest, day_of, page_of, query_without_page, show_problems

PAYMENTS_A_PAGE = 50
KEY = 70


@login_required
def payments_page(request: SignedInRequest, code: str) -> HttpResponse:
    """Payments without an owner first, then all payments, and forms to enter more."""
    federation = finance_of(request, code)
    if request.method == "POST":
        try:
            _perform(request, federation)
        except MasterpointError as error:
            show_problems(request, error)
        return redirect("payments", code=code)
    matches = accounts.last_matches(federation)
    rows = Payment.objects.filter(federation=federation).select_related("reversed_by").order_by("-day", "-pk")
    page = page_of(request, rows, PAYMENTS_A_PAGE)
    context = page_context(
        federation,
        page=page,
        rows=[(payment, matches.get(payment.pk)) for payment in page.object_list],
        query=query_without_page(request),
        unmatched=[
            (payment, payments.likely_owner(payment))
            for payment in accounts.unmatched_payments(federation)[:PAYMENTS_A_PAGE]
        ],
        formats=BankFormat.objects.filter(federation=federation).order_by("name"),
        day_formats={example: example for example in bank_files.DAY_FORMATS},
        today=date.today(),
        key=token_hex(12),
    )
    return render(request, "masterpoint/billing/payments.html", context)


def _perform(request: SignedInRequest, federation: Federation) -> None:
    match request.POST.get("act"):
        case "format":
            bank = _save_format(request, federation)
            messages.success(request, f"Statements of {bank.name} can be loaded now.")
        case "load":
            _load(request, federation)
        case _:
            _enter(request, federation)


def _save_format(request: SignedInRequest, federation: Federation) -> BankFormat:
    data = request.POST
    columns = {column: data.get(column, "") for column in bank_files.COLUMNS}
    return bank_files.save_format(federation, data.get("name", ""), columns, data.get("days", ""))


def _load(request: SignedInRequest, federation: Federation) -> None:
    bank = get_object_or_404(BankFormat, federation=federation, name=request.POST.get("bank", ""))
    file = request.FILES.get("file")
    if file is None:
        raise NotBilled(Problem("file", "", "no file was chosen", "choose the statement as CSV"))
    statement = bank_files.read_statement(bank, file.read(), (file.name or "file")[:80])
    new_payments = payments.enter(federation, statement.payments, by=request.user)
    waiting = sum(not payment.matches.exists() for payment in new_payments)
    loaded_before, others = len(statement.payments) - len(new_payments), statement.other_lines
    parts = [
        f"{count_text(len(new_payments), 'new payment')}",
        f"{waiting} of them without an owner" if waiting else "",
        f"{loaded_before} loaded before" if loaded_before else "",
        f"{others} line{' is not a payment' if others == 1 else 's are not payments'}" if others else "",
    ]
    messages.success(request, f"{'; '.join(filter(None, parts))}.")


def _enter(request: SignedInRequest, federation: Federation) -> None:
    data = request.POST
    day, coins = day_of(data.get("day", "")), bank_files.coins_in(federation, data.get("amount", ""))
    problems = []
    if day is None:
        problems.append(Problem("day", data.get("day", "")[:20], "this is not a date", "choose the day it came in"))
    if coins is None:
        problems.append(Problem("amount", data.get("amount", "")[:20], "this is not an amount", "write it as 12.50"))
    if problems or day is None or coins is None:
        raise NotBilled(problems)
    payment = payments.NewPayment(
        f"entered {data.get('key') or token_hex(12)}"[:KEY],
        day,
        coins,
        data.get("payer", ""),
        data.get("reference", ""),
    )
    owner = _owner(federation, data.get("number", ""), data.get("invoices", "")) if data.get("number") else None
    new_payments = payments.enter(federation, [payment], by=request.user, owner=owner)
    messages.success(request, "The payment is entered." if new_payments else "It was entered before: nothing changed.")


def _owner(federation: Federation, number: str, invoices: str) -> payments.Owner:
    organisation = Organisation.objects.filter(federation=federation, number=number.strip()).first()
    if organisation is None:
        fix = "write its number, as in the list of organisations"
        raise NotBilled(Problem("organisation", number[:40], "there is no such organisation", fix))
    return payments.Owner(organisation, tuple(invoices.replace(",", " ").split()))


@login_required
@require_POST
def payment(request: SignedInRequest, code: str, key: int) -> HttpResponse:
    """Match a payment to its owner, or take back a wrong entry."""
    federation = finance_of(request, code)
    row = get_object_or_404(Payment, federation=federation, pk=key)
    try:
        if "back" in request.POST:
            payments.take_back(row, by=request.user, reason=request.POST.get("reason", "")[:300])
            messages.success(request, "The payment is taken back.")
        else:
            owner = _owner(federation, request.POST.get("number", ""), request.POST.get("invoices", ""))
            payments.match(row, owner, by=request.user)
            messages.success(request, f"The payment is matched to {owner.organisation.name}.")
    except MasterpointError as error:
        show_problems(request, error)
    return redirect("payments", code=code)
