"""The pages of an invoice: its lines, the sessions of a line, and the heads, tariff and clause of a session."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.billing import (
    accounts,
    charge_codes,
    charge_facts,
    crediting,
    deliveries,
    letters,
    questions,
)
from masterpoint.centre.billing.bank_files import coins_in
from masterpoint.centre.billing.documents import invoice_pdf, name_when_issued
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.exports import invoice_csv
from masterpoint.centre.billing.invoice_lines import carried_rounding
from masterpoint.centre.billing.models import Charge, InvoiceLine
from masterpoint.centre.billing.money import from_coins
from masterpoint.centre.billing.references import invoice_reference
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.filing import judging, queries
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import records_by_numbers
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.events import Player
from masterpoint.core.plurals import count_text
from masterpoint.schemes import edition_or_first
from masterpoint.web.billing.access import charge_of, finance_of, invoice_of, keeps_finance, page_context
from masterpoint.web.billing.accounts import csv_file, pdf
from masterpoint.web.common import SignedInRequest, page_of, query_without_page, show_problems
from masterpoint.web.field_words import label

CHARGES_A_PAGE = 100


@login_required
def invoice(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """An invoice or a credit note as it was issued, and what has been paid of it."""
    invoice = invoice_of(request, code, number)
    state = accounts.account_state(invoice.organisation)
    finance = keeps_finance(request, invoice.federation)
    context = page_context(
        invoice.federation,
        invoice=invoice,
        issued_to=name_when_issued(invoice),
        delivery=deliveries.delivery_of(invoice),
        lines=invoice.lines.order_by("number"),
        reference=invoice_reference(invoice.number),
        owed=state.amount_owed(invoice),
        shares=[share for share in state.settlement.shares if share.invoice == invoice.number],
        credit_notes=invoice.credit_notes.order_by("number"),
        finance=finance,
        left=crediting.creditable(invoice) if finance and invoice.kind == "invoice" else {},
    )
    return render(request, "masterpoint/billing/invoice.html", context)


@login_required
def as_pdf(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    invoice = invoice_of(request, code, number)
    return pdf(invoice_pdf(invoice), f"{invoice.kind.replace(' ', '-')}-{invoice.number}.pdf")


@login_required
def as_csv(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    invoice = invoice_of(request, code, number)
    return csv_file(invoice_csv(invoice), f"{invoice.kind.replace(' ', '-')}-{invoice.number}.csv")


@login_required
def line(request: SignedInRequest, code: str, number: str, line: int) -> HttpResponse:
    """A line with all its sessions, and how it was rounded."""
    invoice = invoice_of(request, code, number)
    row = InvoiceLine.objects.filter(invoice=invoice, number=line).first()
    if row is None:
        raise Http404
    charges = (
        Charge.objects.filter(billed__line=row).select_related("version__filing", "reverses").order_by("day", "pk")
    )
    context = page_context(
        invoice.federation,
        invoice=invoice,
        line=row,
        issued_to=name_when_issued(invoice),
        page=page_of(request, charges, CHARGES_A_PAGE),
        carried=carried_rounding(row),
        is_rounded=from_coins(charging_of(invoice.federation).currency, row.amount) != Fraction(row.exact),
        notes=row.notes.select_related("posting__by").order_by("pk"),
        query=query_without_page(request),
    )
    return render(request, "masterpoint/billing/line.html", context)


@login_required
@require_POST
def ask(request: SignedInRequest, code: str, number: str, line: int) -> HttpResponse:
    """Ask a question about a line, or answer it."""
    row = InvoiceLine.objects.filter(invoice=invoice_of(request, code, number), number=line).first()
    if row is None:
        raise Http404
    try:
        questions.write_note(row, request.POST.get("text", ""), by=request.user)
    except MasterpointError as error:
        show_problems(request, error)
    else:
        messages.success(request, "Sent. The messages about this line stay here.")
    return redirect("invoice-line", code=code, number=number, line=line)


@login_required
def charge(request: SignedInRequest, code: str, key: int) -> HttpResponse:
    """A charge: the heads by name, every step with its clause, the tariff, and a form to correct the code."""
    charge = charge_of(request, code, key)
    explained = charge.reverses or charge
    filing = charge.version.filing if charge.version else None
    invoice_entry = getattr(charge, "billed", None)
    context = page_context(
        charge.organisation.federation,
        charge=charge,
        explained=explained,
        judged={"edition": edition_or_first(charge.organisation.federation.scheme, explained.day).title},
        heads=_heads(request, explained),
        filing=filing,
        opens_filing=bool(filing and queries.visible(request.user, filing.receipt)),
        line=invoice_entry.line if invoice_entry else None,
        taken_back=Charge.objects.filter(reverses=charge).first(),
        codes=charge_codes.codes_for(filing) if filing else {},
        code_history=charge_codes.code_history(filing) if filing else [],
        facts={name: label(name) for name in charge_facts.facts_for(filing)} if filing else {},
        fact_history=[(label(row.name), row) for row in charge_facts.fact_history(filing)] if filing else [],
    )
    return render(request, "masterpoint/billing/charge.html", context)


class VisibleHead(NamedTuple):
    """A player counted in a charge, as this reader may see them."""

    name: str
    number: str
    sessions: int
    membership: str


def _heads(request: SignedInRequest, charge: Charge) -> list[VisibleHead]:
    """Everybody counted in a charge. Anonymous players are only named to those who manage the club's members."""
    heads = [VisibleHead(*head) for head in charge.detail.get("heads", ())]
    if charge.version is None:
        members = records_by_numbers(charge.organisation.federation, [head.number for head in heads])
        return [_visible_head(request, head, members.get(head.number)) for head in heads]
    people_by_key = charge.version.people
    people = Person.objects.select_related("federation", "home_club", "merged_into").in_bulk(
        list(people_by_key.values())
    )
    keys = [judging.key_of(Player(name=head.name, id=head.number)) for head in heads]
    return [
        _visible_head(request, head, people.get(people_by_key.get(key, 0)))
        for head, key in zip(heads, keys, strict=True)
    ]


def _visible_head(request: SignedInRequest, head: VisibleHead, person: Person | None) -> VisibleHead:
    if person is None or not access.is_hidden(request.user, person):
        return head
    return head._replace(name=access.ANONYMOUS, number="")


def _charged_filing(request: SignedInRequest, code: str, key: int) -> Filing:
    """The filing of a charge that this account may correct."""
    charge = charge_of(request, code, key)
    if charge.version is None:
        raise Http404
    access.require(request.user, Action.CHARGES, charge.version.filing.organisation)
    return charge.version.filing


@login_required
@require_POST
def enter_fact(request: SignedInRequest, code: str, key: int) -> HttpResponse:
    """Enter a fact that a charge depends on and that no results file has. The difference is charged or credited."""
    filing, text = _charged_filing(request, code, key), request.POST.get("value", "").strip()[:200]
    value = {"yes": True, "no": False}.get(text.lower(), int(text) if text.isascii() and text.isdecimal() else text)
    return _change_charges(
        request,
        filing,
        partial(charge_facts.enter, filing, request.POST.get("fact", ""), value),
        "Entered. The difference will be on the next invoice.",
        "It says so already: nothing changed.",
    )


@login_required
@require_POST
def put_code_right(request: SignedInRequest, code: str, key: int) -> HttpResponse:
    """Let the club correct the charge code of a session. The difference is charged or credited."""
    filing = _charged_filing(request, code, key)
    return _change_charges(
        request,
        filing,
        partial(charge_codes.correct_code, filing, request.POST.get("code", "")),
        "The charge code is corrected. The difference will be on the next invoice.",
        "It has this code already: nothing changed.",
    )


def _change_charges(
    request: SignedInRequest, filing: Filing, act: Callable[..., object], message: str, message_if_same: str
) -> HttpResponse:
    """Do an act that changes the charges of a filing, say what came of it, and go back to the account."""
    try:
        is_changed = act(by=request.user, reason=request.POST.get("reason", "")[:300])
    except MasterpointError as error:
        show_problems(request, error)
    else:
        messages.success(request, message if is_changed else message_if_same)
    return redirect("club-account", code=filing.federation_id, number=filing.organisation.number)


@login_required
@require_POST
def credit(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """Issue a credit note for some lines, with a reason."""
    federation = finance_of(request, code)
    invoice = invoice_of(request, code, number)
    texts = {number: request.POST.get(f"line-{number}", "") for number in crediting.creditable(invoice)}
    try:
        amounts = {row: _coins(federation, text) for row, text in texts.items() if text.strip()}
        reason = request.POST.get("reason", "")[:300]
        note = crediting.credit(invoice, amounts, on=date.today(), by=request.user, reason=reason)
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("invoice", code=code, number=number)
    messages.success(request, f"Credit note {note.number} was issued.")
    return redirect("invoice", code=code, number=note.number)


@login_required
@require_POST
def send(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """Send it again, to the organisation's current recipients."""
    finance_of(request, code)
    invoice = invoice_of(request, code, number)
    letters_written = letters.send_invoice(invoice)
    if letters_written:
        messages.success(request, f"{count_text(letters_written, 'letter')} in the outbox.")
    else:
        messages.warning(request, deliveries.recipient_warning(invoice) or "Nobody gets letters for this organisation.")
    return redirect("invoice", code=code, number=number)


@login_required
@require_POST
def delete_address(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """Delete the postal address from an invoice, or from all invoices of an organisation."""
    finance_of(request, code)
    invoice = invoice_of(request, code, number)
    single = None if "all" in request.POST else invoice
    count = deliveries.delete_addresses(invoice.organisation, by=request.user, on=date.today(), invoice=single)
    messages.success(request, f"The address is deleted from {count_text(count, 'document')}.")
    return redirect("invoice", code=code, number=number)


def _coins(federation: Federation, text: str) -> int:
    coins = coins_in(federation, text)
    if coins is None:
        raise NotBilled(Problem("amount", text[:40], "this is not an amount", "write it as 12.50"))
    return coins
