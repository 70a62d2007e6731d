"""The member schedule: who does not renew is ticked, many at once, before the deadline."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.people import renewals
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, tell
from masterpoint.web.reports.door import kind_of, now, organisation_of


@login_required
def schedule(request: SignedInRequest, code: str, organisation: str) -> HttpResponse:
    """Every home member with a box to tick; those ticked before are listed, and can be taken back."""
    chosen = organisation_of(request, code, organisation)
    kind_of(request, chosen, "renewals")
    window = renewals.renewal_window(chosen.federation, now())
    if window is None:
        raise Http404
    if request.method == "POST":
        _act(request, chosen)
        return redirect("renewals", code=code, organisation=organisation)
    context = {
        "federation": chosen.federation,
        "organisation": chosen,
        "window": window,
        "is_open": window.is_open(now()),
        "renewing": renewals.renewing(chosen),
        "cancelled": renewals.cancelled(chosen, window),
    }
    return render(request, "masterpoint/reports/renewals.html", context)


def _act(request: SignedInRequest, chosen: Organisation) -> None:
    after_all = "renew" in request.POST
    act = renewals.renew_after_all if after_all else renewals.cancel
    try:
        done = act(chosen, request.POST.getlist("number"), by=request.user, now=now())
    except MasterpointError as error:
        tell(request, error)
    else:
        what = "renewed after all" if after_all else "cancelled from the end of the year"
        messages.success(request, f"{len(done)} membership{'' if len(done) == 1 else 's'} {what}.")
