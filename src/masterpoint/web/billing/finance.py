"""The pages of a federation's finance: who owes what, totals, tariffs, and the run that issues invoices."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.billing import (
    accounts,
    charging,
    deliveries,
    exports,
    invoicing,
    letters,
    questions,
    return_charges,
    tariffs,
    totals,
)
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import TariffEntry
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.plurals import count_text
from masterpoint.core.tariffs import Amount, amount_of
from masterpoint.schemes import edition_or_first
from masterpoint.web.billing.access import finance_of, page_context, requested_dates
from masterpoint.web.billing.accounts import csv_file
from masterpoint.web.common import SignedInRequest, day_of, show_problems
from masterpoint.web.templatetags.money import tariff_value

ROWS_SHOWN = 200
PROBLEMS_SHOWN, FILINGS_EXAMINED = 5, 50
"""Each filing that was not charged is judged again to find the missing amounts."""
EXPORT_TITLES = {
    "invoices": "every line of every invoice",
    "xero": "the same in the shape in which Xero imports sales invoices",
    "journal": "every movement by account code, debit and credit",
}


@login_required
def finance(request: SignedInRequest, code: str) -> HttpResponse:
    """Who owes what and for how long, and the invoiced totals by kind, organisation and month."""
    federation = finance_of(request, code)
    today = date.today()
    try:
        first, last = requested_dates(request)
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("finance", code=code)
    rows = accounts.ageing(federation, today)
    context = page_context(
        federation,
        rows=rows[:ROWS_SHOWN],
        rows_left_out=len(rows) - ROWS_SHOWN,
        owed=sum(row.not_due + row.total_overdue for row in rows),
        overdue=sum(row.total_overdue for row in rows),
        paid_ahead=sum(row.paid_ahead for row in rows),
        questions=questions.waiting_lines(federation),
        unsent=deliveries.without_recipient(federation)[:ROWS_SHOWN],
        unmatched=accounts.unmatched_payments(federation).count(),
        uncharged=list(islice(totals.uncharged_filings(federation, FILINGS_EXAMINED), PROBLEMS_SHOWN)),
        waiting_returns=list(islice(return_charges.waiting_returns(federation), PROBLEMS_SHOWN)),
        reminders=sum(bool(row.total_overdue) for row in rows),
        totals=totals.totals(federation, first, last),
        first=first,
        last=last,
        exports=EXPORT_TITLES,
    )
    return render(request, "masterpoint/billing/finance.html", context)


@login_required
def export(request: SignedInRequest, code: str, shape: str) -> HttpResponse:
    """The accounts between two days, for another program."""
    federation = finance_of(request, code)
    if shape not in exports.EXPORTS:
        raise Http404
    try:
        first, last = requested_dates(request)
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("finance", code=code)
    return csv_file(exports.EXPORTS[shape](federation, first, last), f"{shape}-{first}-{last}.csv")


@login_required
def run(request: SignedInRequest, code: str) -> HttpResponse:
    """Every invoice that is due up to a day: first a preview, then a button that issues them."""
    federation = finance_of(request, code)
    data = request.POST if request.method == "POST" else request.GET
    as_at = day_of(data.get("as_at", "")) or date.today()
    try:
        if request.method == "POST":
            invoices = list(invoicing.issue_all(federation, as_at, on=date.today(), by=request.user))
            messages.success(request, f"{count_text(len(invoices), 'document')} issued.")
            for remark in filter(None, map(deliveries.recipient_warning, invoices[:ROWS_SHOWN])):
                messages.warning(request, remark)
            return redirect("finance", code=code)
        drafts = list(invoicing.drafts(federation, as_at))
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("invoice-run", code=code)
    context = page_context(
        federation, as_at=as_at, drafts=drafts, total=sum(draft.total for draft in drafts), today=date.today()
    )
    return render(request, "masterpoint/billing/run.html", context)


@login_required
@require_POST
def charge_waiting(request: SignedInRequest, code: str) -> HttpResponse:
    """Charge filings and returns whose amounts were unknown when they were filed."""
    federation = finance_of(request, code)
    postings = charging.charge_due(federation, by=request.user)
    postings += return_charges.charge_returns_due(federation, by=request.user)
    messages.success(request, f"{count_text(postings, 'filing')} charged.")
    return redirect("finance", code=code)


class CitedClause(NamedTuple):
    """A clause, and the title of the edition to link to."""

    clause: str
    edition: str


class TariffRow(NamedTuple):
    """An item of the tariff with today's clause, and each amount with the clause of its first day."""

    history: tariffs.History
    citation: CitedClause
    amounts: list[tuple[Amount, CitedClause]]


@login_required
def tariff(request: SignedInRequest, code: str) -> HttpResponse:
    """Every amount with its history. A new one is entered with its first day; none is edited."""
    federation = finance_of(request, code)
    if request.method == "POST":
        try:
            entry = _enter_amount(request, federation)
        except MasterpointError as error:
            show_problems(request, error)
        else:
            messages.success(request, f"Entered: {entry_text(entry)}.")
            for warning in _warnings(entry):
                messages.warning(request, warning)
        return redirect("tariff", code=code)
    today = date.today()
    rows = [_tariff_row(federation.scheme, history, today) for history in tariffs.histories(federation, today)]
    context = page_context(federation, rows=rows, setters=_setters(federation), today=today)
    return render(request, "masterpoint/billing/tariff.html", context)


def _tariff_row(scheme: str, history: tariffs.History, today: date) -> TariffRow:
    amounts = [(amount, _cited_clause(scheme, amount.clause, amount.first_day)) for amount in history.amounts]
    return TariffRow(history, _cited_clause(scheme, history.item.clause, today), amounts)


def _cited_clause(scheme: str, number: str, on: date) -> CitedClause:
    """A clause in the edition of a day."""
    book = edition_or_first(scheme, on).book
    return CitedClause(str(book.clause(number)), book.title)


def entry_text(entry: TariffEntry) -> str:
    """An entered amount, such as `standard charge for a player and session, £0.43 from 1 October 2026`."""
    charging = tariffs.charging_of(entry.federation)
    item = charging.items[entry.name]
    value = tariff_value(amount_of(entry.name, item, entry.value, entry.first_day), charging.currency)
    return f"{item.text}, {value} from {entry.first_day:%-d %B %Y}"


def _warnings(entry: TariffEntry) -> Iterator[str]:
    """The book's remarks on an amount, and what to do if it begins in the past."""
    yield from (f"{remark.clause}: {remark.message}" for remark in tariffs.remarks_on(entry))
    if entry.first_day > date.today():
        return
    if entry.name == tariffs.charging_of(entry.federation).tax:
        yield "Invoices that were issued keep the tax they have; credit what was wrong."
    else:
        yield "What was played since that day may cost something else now: press “Charge by the tariff as it is now”."


def _setters(federation: Federation) -> list[Organisation]:
    """The organisations of the federation that set their own amounts."""
    levels = {item.scope for item in tariffs.charging_of(federation).items.values() if item.scope}
    return list(Organisation.objects.filter(federation=federation, level__in=levels, active=True).order_by("name"))


def _enter_amount(request: SignedInRequest, federation: Federation) -> TariffEntry:
    data = request.POST
    first_day = day_of(data.get("first_day", ""))
    if first_day is None:
        raise NotBilled(Problem("first day", data.get("first_day", "")[:20], "this is not a date", "choose a day"))
    setter = next(
        (organisation for organisation in _setters(federation) if organisation.number == data.get("setter", "")), None
    )
    return tariffs.enter(
        federation, data.get("name", ""), data.get("value", ""), first_day, by=request.user, setter=setter
    )


@login_required
@require_POST
def remind(request: SignedInRequest, code: str) -> HttpResponse:
    """Write a letter with the statement to everybody whose invoices are overdue."""
    federation = finance_of(request, code)
    today = date.today()
    count = sum(letters.send_reminder(reminder, today) for reminder in letters.reminders(federation, today))
    if count:
        messages.success(request, f"{count_text(count, 'letter')} in the outbox.")
    else:
        messages.success(request, "No letter to write: everybody was reminded today.")
    return redirect("finance", code=code)
