"""The member schedule: tick the members who do not renew, many at once, before the deadline."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.people import renewals
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.errors import MasterpointError
from masterpoint.core.plurals import count_text
from masterpoint.web.common import SignedInRequest, show_problems
from masterpoint.web.reports.access import kind_of, now, organisation_of


@login_required
def schedule(request: SignedInRequest, code: str, organisation_number: str) -> HttpResponse:
    """Every home member with a checkbox. Those ticked earlier are listed and can be restored."""
    organisation = organisation_of(request, code, organisation_number)
    kind_of(request, organisation, "renewals")
    window = renewals.renewal_window(organisation.federation, now())
    if window is None:
        raise Http404
    if request.method == "POST":
        _act(request, organisation)
        return redirect("renewals", code=code, organisation_number=organisation_number)
    context = {
        "federation": organisation.federation,
        "organisation": organisation,
        "window": window,
        "is_open": window.is_open(now()),
        "renewing": renewals.members_to_renew(organisation),
        "cancelled": renewals.cancelled_members(organisation, window),
    }
    return render(request, "masterpoint/reports/renewals.html", context)


def _act(request: SignedInRequest, organisation: Organisation) -> None:
    after_all = "renew" in request.POST
    act = renewals.renew_after_all if after_all else renewals.cancel
    try:
        changed_members = act(organisation, request.POST.getlist("number"), by=request.user, now=now())
    except MasterpointError as error:
        show_problems(request, error)
    else:
        change = "renewed after all" if after_all else "cancelled from the end of the year"
        messages.success(request, f"{count_text(len(changed_members), 'membership')} {change}.")
