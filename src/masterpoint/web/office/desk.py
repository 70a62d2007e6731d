"""The home page of the office: waiting tasks, months, promotions undone by corrections, and settings."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.closing.year_end import has_year_end
from masterpoint.centre.enquiries import queries as enquiries
from masterpoint.centre.enquiries.models import Enquiry
from masterpoint.centre.filing import queries
from masterpoint.centre.proposals import rules
from masterpoint.centre.proposals import services as proposals
from masterpoint.centre.records import queries as record_queries
from masterpoint.centre.records import revoking
from masterpoint.centre.records import services as records
from masterpoint.centre.records.models import PromotionRun
from masterpoint.core.errors import MasterpointError
from masterpoint.schemes import FEDERATIONS
from masterpoint.web.common import SignedInRequest, show_problems
from masterpoint.web.office.access import federation_of

ROWS_WAITING = 10
RUNS_SHOWN = 12


@login_required
def office(request: SignedInRequest, code: str) -> HttpResponse:
    """Waiting tasks, months, announced promotions, and those that a correction has undone."""
    federation = federation_of(request, code)
    waiting = queries.waiting(federation)
    context = {
        "federation": federation,
        "waiting": waiting[:ROWS_WAITING],
        "waiting_count": waiting.count(),
        "proposals": proposals.waiting(federation).count(),
        "months": queries.months(federation),
        "runs": PromotionRun.in_force.filter(federation=federation).order_by("-as_at")[:RUNS_SHOWN],
        "flagged": record_queries.flags_to_settle(federation)[:100],
        "questions": enquiries.to_answer(request.user)
        .filter(person__federation=federation, state=Enquiry.State.OPEN)
        .count(),
        "last_year": FEDERATIONS[federation.scheme].season.year_of(date.today()) - 1
        if has_year_end(federation)
        else None,
        "national": federation.organisations.filter(parent=None).order_by("pk").first(),
    }
    return render(request, "masterpoint/office.html", context)


@login_required
@require_POST
def settle(request: SignedInRequest, code: str) -> HttpResponse:
    """Settle a flagged promotion: keep it or revoke it, with a note."""
    federation = federation_of(request, code)
    flag = request.POST.get("promotion", "")
    promotion = get_object_or_404(record_queries.flags_to_settle(federation), pk=flag if flag.isdecimal() else 0)
    try:
        note = request.POST.get("note", "")[:300]
        if "revoke" in request.POST:
            revoking.revoke(promotion, by=request.user, reason=note)
        else:
            records.settle(promotion, by=request.user, note=note)
    except MasterpointError as error:
        show_problems(request, error)
    else:
        verb = "Taken back" if promotion.revoked_at else "Noted"
        messages.success(request, f"{verb}: {promotion.person.name}, {promotion.rank}.")
    return redirect("office", code=code)


@login_required
@require_POST
def two_people(request: SignedInRequest, code: str) -> HttpResponse:
    """Turn the rule of two people for official points on or off.

    One member of the staff proposes it, another confirms.
    """
    federation = federation_of(request, code)
    try:
        rules.propose_two_people(federation, "wanted" in request.POST, by=request.user, today=date.today())
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("queue", code=code)
    messages.success(request, "Proposed. A colleague in the office has to confirm it.")
    return redirect("proposals", code=code)
