"""The queue: waiting filings, oldest first, with the results of their checks. Clean ones are approved together."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.filing import ending, queries
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.proposals import services as proposals
from masterpoint.centre.registry import access
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, page_of, query_without_page, show_problems
from masterpoint.web.office.access import federation_of

FILINGS_A_PAGE = 100


@login_required
def queue(request: SignedInRequest, code: str) -> HttpResponse:
    """All waiting filings, each with the findings of its checks."""
    federation = federation_of(request, code)
    waiting = queries.waiting(federation)
    page = page_of(request, waiting, FILINGS_A_PAGE)
    rows = queries.with_checks(page.object_list)
    own_receipts = (
        queries.filed_or_corrected_by(request.user, [row.filing for row in rows]) if federation.two_people else set()
    )
    may = [row for row in rows if row.clean and row.filing.pk not in own_receipts]
    context = {
        "federation": federation,
        "page": page,
        "query": query_without_page(request),
        "rows": rows,
        "proposals": proposals.waiting(federation).count(),
        "clean": {row.filing.pk for row in may},
        "total": page.paginator.count,
    }
    return render(request, "masterpoint/queue.html", context)


@login_required
@require_POST
def approve_clean(request: SignedInRequest, code: str) -> HttpResponse:
    """Approve the ticked filings in one step. Those that are no longer clean stay in the queue."""
    federation = federation_of(request, code)
    receipts = request.POST.getlist("receipt")
    try:
        count = ending.approve_clean(federation, receipts, by=request.user)
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("queue", code=code)
    messages.success(request, f"{count} filing{' is' if count == 1 else 's are'} official.")
    if count < len(receipts):
        remaining = len(receipts) - count
        messages.warning(
            request, f"{remaining} of the ticked ones had changed in the meantime: look at the queue again."
        )
    return redirect("queue", code=code)


@login_required
@require_POST
def approve(request: SignedInRequest, receipt: str) -> HttpResponse:
    """Approve one filing."""
    filing = get_object_or_404(Filing.objects.select_related("organisation", "federation"), receipt=receipt)
    access.require(request.user, access.Action.APPROVE, filing.organisation)
    try:
        ending.approve(filing, by=request.user)
    except MasterpointError as error:
        show_problems(request, error)
    else:
        messages.success(request, f"{filing.receipt} is official.")
    return redirect("filing", receipt=receipt)
