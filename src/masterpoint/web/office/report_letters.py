"""Which reports go to the clubs by e-mail by themselves."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.reporting import scheduling
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, tell
from masterpoint.web.office.door import federation_of, today


@login_required
def report_letters(request: SignedInRequest, code: str) -> HttpResponse:
    """Every report with a box: what is ticked goes out when its month, quarter or year is over."""
    federation = federation_of(request, code)
    if request.method == "POST":
        try:
            ticked, seen = request.POST.getlist("report"), request.POST.getlist("seen")
            scheduling.schedule(federation, ticked, on=today(), by=request.user, seen=seen)
        except MasterpointError as error:
            tell(request, error)
        else:
            messages.success(request, "Saved.")
        return redirect("report-letters", code=code)
    chosen = set(scheduling.scheduled(federation))
    kinds = [(kind, kind.name in chosen) for kind in scheduling.kinds_of(federation)]
    return render(request, "masterpoint/report_letters.html", {"federation": federation, "kinds": kinds})
