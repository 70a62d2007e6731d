"""Filings of the user and their organisations: state, explained awards and versions."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.filing import ending, explaining, judging, queries, two_events
from masterpoint.centre.filing.models import ENDED_STATES, Filing
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, page_of, query_without_page, show_problems

FILINGS_A_PAGE = 50
ORGANISATIONS_LISTED = 12
"""The number of organisations listed by name. Users with more of them use the office's pages."""


@login_required
def filings(request: SignedInRequest) -> HttpResponse:
    own_filings = queries.filings_by(request.user)
    organisations = access.organisations_for(request.user, Action.FILE)
    responsible_for = access.organisations_for(request.user, Action.CORRECT)
    context = {
        "page": page_of(request, own_filings, FILINGS_A_PAGE),
        "organisations": responsible_for if len(responsible_for) <= ORGANISATIONS_LISTED else [],
        "today": date.today(),
        "others": queries.filings_of(organisations).exclude(filed_by=request.user)[:FILINGS_A_PAGE],
        "query": query_without_page(request),
    }
    return render(request, "masterpoint/filings.html", context)


@login_required
def filing(request: SignedInRequest, receipt: str) -> HttpResponse:
    """A filing: its state, its awards with explanations, and its versions."""
    row = filing_of(request, receipt)
    version = queries.current_version(row)
    data = judging.load_result(version.result)
    context = {
        "filing": row,
        "version": version,
        "versions": row.versions.order_by("-number").select_related("by"),
        "judged": data,
        "awards": explaining.awards_for_page(data),
        "charges": _charges(request, row),
        "currency": charging_of(row.federation).currency,
        "may_correct": queries.may_correct(request.user, row),
        "may_withdraw": access.may(request.user, Action.CORRECT, row.organisation),
        "may_approve": access.may(request.user, Action.APPROVE, row.organisation),
        "proposals": row.proposals.filter(state="waiting").select_related("by").order_by("pk"),
        "duplicates": _possible_duplicates(row),
        "undone": Promotion.objects.filter(flagged__startswith=row.receipt).select_related("person__home_club"),
    }
    return render(request, "masterpoint/filing.html", context)


def _charges(request: SignedInRequest, filing: Filing) -> list[Charge]:
    """What the organisation was charged for it, if the reader may see its charges."""
    if not access.may(request.user, Action.CHARGES, filing.organisation):
        return []
    charges = Charge.objects.in_force().filter(subject=filing.receipt, organisation=filing.organisation)
    return list(charges.order_by("pk"))


def _possible_duplicates(filing: Filing) -> list[dict[str, object]]:
    """Filings that may be the same evening. Those withdrawn or rejected give nobody points, so they do not count."""
    if filing.state in ENDED_STATES:
        return []
    return [{"other": pair.other(filing), "why": pair.why} for pair in two_events.undecided_pairs(filing)]


@login_required
@require_POST
def confirm_two_events(request: SignedInRequest, receipt: str) -> HttpResponse:
    """Let the office decide that two similar filings are two events."""
    row = filing_of(request, receipt)
    other = filing_of(request, request.POST.get("other", "")[:24])
    access.require(request.user, Action.APPROVE, row.organisation)
    try:
        reason = request.POST.get("reason", "")
        two_events.decide_two_events(row, other, by=request.user, reason=reason)
    except MasterpointError as error:
        show_problems(request, error)
    else:
        messages.success(request, f"Noted: {row.receipt} and {other.receipt} are two events.")
    return redirect("filing", receipt=receipt)


@login_required
@require_POST
def end(request: SignedInRequest, receipt: str) -> HttpResponse:
    """Withdraw or reject a filing, with a reason."""
    row = filing_of(request, receipt)
    reject = "reject" in request.POST
    access.require(request.user, Action.APPROVE if reject else Action.CORRECT, row.organisation)
    act = ending.reject if reject else ending.withdraw
    try:
        row = act(row, by=request.user, reason=request.POST.get("reason", "")[:300])
    except MasterpointError as error:
        show_problems(request, error)
    else:
        messages.success(request, _end_message(row))
    return redirect("filing", receipt=receipt)


def _end_message(filing: Filing) -> str:
    if filing.state == Filing.State.REJECTED:
        return "Rejected: the points have been taken back."
    if filing.state == Filing.State.WITHDRAWN:
        return "Withdrawn: the points have been taken back."
    return "The points are official, so the federation's office decides. Until then nothing changes."


@login_required
def original(request: SignedInRequest, receipt: str, number: int) -> HttpResponse:
    """The original file to save. It is never shown in the browser."""
    version = get_object_or_404(filing_of(request, receipt).versions, number=number)
    response = HttpResponse(bytes(version.original), content_type="application/octet-stream")
    safe = "".join(char for char in version.original_name if char.isalnum() or char in "._- ")[:100] or "file"
    response["Content-Disposition"] = f'attachment; filename="{safe}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


def filing_of(request: SignedInRequest, receipt: str) -> Filing:
    row = queries.visible(request.user, receipt)
    if row is None:
        raise Http404
    return row
