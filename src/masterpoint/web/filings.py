"""Filings: one's own and those of one's organisations, each with its state, its awards explained and its versions."""

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
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.similar import ENDED
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, page_of, query_without_page, tell

FILINGS_A_PAGE = 50
FEW = 12
"""So many organisations are listed by name; whoever answers for more goes in by the office."""


@login_required
def filings(request: SignedInRequest) -> HttpResponse:
    own = queries.filings_by(request.user)
    kept = access.organisations_for(request.user, Action.FILE)
    answers_for = access.organisations_for(request.user, Action.CORRECT)
    context = {
        "page": page_of(request, own, FILINGS_A_PAGE),
        "kept": answers_for if len(answers_for) <= FEW else [],
        "today": date.today(),
        "others": queries.filings_of(kept).exclude(filed_by=request.user)[:FILINGS_A_PAGE],
        "query": query_without_page(request),
    }
    return render(request, "masterpoint/filings.html", context)


@login_required
def filing(request: SignedInRequest, receipt: str) -> HttpResponse:
    """One filing: its state, its awards explained, its versions."""
    visible = filing_of(request, receipt)
    version = queries.current_version(visible)
    data = judging.load_result(version.result)
    context = {
        "filing": visible,
        "version": version,
        "versions": visible.versions.order_by("-number").select_related("by"),
        "judged": data,
        "awards": explaining.everything(data),
        "charges": _charges(request, visible),
        "currency": charging_of(visible.federation).currency,
        "may_correct": queries.may_correct(request.user, visible),
        "may_withdraw": access.may(request.user, Action.CORRECT, visible.organisation),
        "may_approve": access.may(request.user, Action.APPROVE, visible.organisation),
        "proposals": visible.proposals.filter(state="waiting").select_related("by").order_by("pk"),
        "twice": _twice(visible),
        "undone": Promotion.objects.filter(flagged__startswith=visible.receipt).select_related("person__home_club"),
    }
    return render(request, "masterpoint/filing.html", context)


def _charges(request: SignedInRequest, filing: Filing) -> list[Charge]:
    """What the organisation was charged for it, to those who see its charges."""
    if not access.may(request.user, Action.CHARGES, filing.organisation):
        return []
    charges = Charge.objects.standing().filter(subject=filing.receipt, organisation=filing.organisation)
    return list(charges.order_by("pk"))


def _twice(filing: Filing) -> list[dict[str, object]]:
    """What may be the same evening; what was withdrawn or rejected credits nobody."""
    if filing.state in ENDED:
        return []
    return [{"other": pair.other(filing), "why": pair.why} for pair in two_events.undecided(filing)]


@login_required
@require_POST
def two_different(request: SignedInRequest, receipt: str) -> HttpResponse:
    """The office decides that two filings which look alike are two events."""
    visible = filing_of(request, receipt)
    other = filing_of(request, request.POST.get("other", "")[:24])
    access.require(request.user, Action.APPROVE, visible.organisation)
    try:
        reason = request.POST.get("reason", "")
        two_events.decide_two_events(visible, other, by=request.user, reason=reason)
    except MasterpointError as error:
        tell(request, error)
    else:
        messages.success(request, f"Noted: {visible.receipt} and {other.receipt} are two events.")
    return redirect("filing", receipt=receipt)


@login_required
@require_POST
def end(request: SignedInRequest, receipt: str) -> HttpResponse:
    """Withdraw or reject, with a reason."""
    visible = filing_of(request, receipt)
    reject = "reject" in request.POST
    access.require(request.user, Action.APPROVE if reject else Action.CORRECT, visible.organisation)
    act = ending.reject if reject else ending.withdraw
    try:
        visible = act(visible, by=request.user, reason=request.POST.get("reason", "")[:300])
    except MasterpointError as error:
        tell(request, error)
    else:
        messages.success(request, _ended(visible))
    return redirect("filing", receipt=receipt)


def _ended(filing: Filing) -> str:
    if filing.state == Filing.State.REJECTED:
        return "Rejected: the points have been taken back."
    if filing.state == Filing.State.WITHDRAWN:
        return "Withdrawn: the points have been taken back."
    return "The points are official, so the federation's office decides. Until then nothing changes."


@login_required
def original(request: SignedInRequest, receipt: str, number: int) -> HttpResponse:
    """The file as it came, to be saved, never shown."""
    version = get_object_or_404(filing_of(request, receipt).versions, number=number)
    response = HttpResponse(bytes(version.original), content_type="application/octet-stream")
    safe = "".join(char for char in version.original_name if char.isalnum() or char in "._- ")[:100] or "file"
    response["Content-Disposition"] = f'attachment; filename="{safe}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


def filing_of(request: SignedInRequest, receipt: str) -> Filing:
    visible = queries.visible(request.user, receipt)
    if visible is None:
        raise Http404
    return visible
