"""Proposals that wait for the office: changes of official results, and what needs two people."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.deciding import services as deciding
from masterpoint.centre.filing import queries
from masterpoint.centre.proposals import services
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.registry.models import Person
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, page_of, query_without_page, row_number, show_problems
from masterpoint.web.office.access import federation_of

PROPOSALS_A_PAGE = 25
DECIDED_SHOWN = 20


@login_required
def proposals(request: SignedInRequest, code: str) -> HttpResponse:
    """All waiting proposals with their effects, and the latest decisions."""
    federation = federation_of(request, code)
    page = page_of(request, services.waiting(federation), PROPOSALS_A_PAGE)
    decided = Proposal.objects.filter(federation=federation).exclude(state=Proposal.State.WAITING)
    context = {
        "federation": federation,
        "page": page,
        "rows": [(proposal, _changes(proposal)) for proposal in page.object_list],
        "decided": decided.select_related("by", "decided_by", "filing").order_by("-decided_at")[:DECIDED_SHOWN],
        "query": query_without_page(request),
    }
    return render(request, "masterpoint/proposals.html", context)


def _changes(proposal: Proposal) -> list[tuple[Person, str, int]]:
    """Who gains and who loses by a correction or withdrawal of official results."""
    return [(change.person, change.colour, change.gain) for change in queries.proposed_gains(proposal)]


@login_required
@require_POST
def decide(request: SignedInRequest, code: str) -> HttpResponse:
    """Accept a proposal, which takes effect at once, or refuse it with a reason."""
    federation = federation_of(request, code)
    pk = row_number(request.POST.get("proposal", ""))
    proposal = get_object_or_404(Proposal.objects.select_related("filing"), federation=federation, pk=pk)
    note = request.POST.get("note", "")[:300]
    try:
        if "refuse" in request.POST:
            deciding.refuse(proposal, by=request.user, note=note)
            messages.success(request, f"Refused: {proposal.summary}.")
        else:
            deciding.accept(proposal, by=request.user, note=note)
            messages.success(request, f"Done: {proposal.summary}.")
    except MasterpointError as error:
        show_problems(request, error)
    return redirect("proposals", code=code)
