"""Records that may be the same person, side by side: merge them, or decide that they are two people."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.registry.duplicates import likely_duplicates, mark_as_different
from masterpoint.centre.registry.queries import person_in
from masterpoint.web.common import SignedInRequest, page_of, query_without_page
from masterpoint.web.office.access import federation_of

PAIRS_A_PAGE = 25


@login_required
def duplicates(request: SignedInRequest, code: str) -> HttpResponse:
    """Possible duplicates, the likeliest first."""
    federation = federation_of(request, code)
    context = {
        "federation": federation,
        "national": federation.organisations.filter(parent=None).order_by("pk").first(),
        "page": page_of(request, likely_duplicates(federation), PAIRS_A_PAGE),
        "query": query_without_page(request),
    }
    return render(request, "masterpoint/duplicates.html", context)


@login_required
@require_POST
def different(request: SignedInRequest, code: str) -> HttpResponse:
    """Decide that they are two people. The pair is not shown again."""
    federation = federation_of(request, code)
    first, second = (person_in(federation.pk, request.POST.get(name, "")[:40]) for name in ("one", "other"))
    if first is None or second is None:
        raise Http404
    mark_as_different(first, second, by=request.user)
    messages.success(request, f"Noted: {first.number} and {second.number} are two people.")
    return redirect("duplicates", code=code)
