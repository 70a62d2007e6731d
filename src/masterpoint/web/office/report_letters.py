"""Choose the reports that clubs get by e-mail automatically."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.reporting import scheduling
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, show_problems
from masterpoint.web.office.access import federation_of, today


@login_required
def report_letters(request: SignedInRequest, code: str) -> HttpResponse:
    """Every report with a checkbox. The ticked ones are sent when their month, quarter or year is over."""
    federation = federation_of(request, code)
    if request.method == "POST":
        try:
            ticked, seen = request.POST.getlist("report"), request.POST.getlist("seen")
            scheduling.schedule(federation, ticked, on=today(), by=request.user, shown_names=seen)
        except MasterpointError as error:
            show_problems(request, error)
        else:
            messages.success(request, "Saved.")
        return redirect("report-letters", code=code)
    scheduled = set(scheduling.scheduled_names(federation))
    kinds = [(kind, kind.name in scheduled) for kind in scheduling.kinds_of(federation)]
    return render(request, "masterpoint/report_letters.html", {"federation": federation, "kinds": kinds})
