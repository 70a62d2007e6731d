"""Promotions: who would be promoted, announced in one step, listed for the noticeboard."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.filing import months
from masterpoint.centre.filing.models import Month
from masterpoint.centre.records import promoting, services
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.models import PromotionRun
from masterpoint.web.office.door import day_in, federation_of, month_in


@login_required
def preview(request: HttpRequest, code: str, month: str) -> HttpResponse:
    """Who would be promoted at the end of a month; nothing is written."""
    found = federation_of(request, code)
    first = month_in(month)
    last = months.next_month(first) - timedelta(days=1)
    run = records.run_of(found, last)
    if run is not None:
        return redirect("promotions", code=code, day=last.isoformat())
    context = {
        "federation": found,
        "first_day": first,
        "last_day": last,
        "state": months.state_of(found, first),
        "rows": promoting.listed(found, last),
    }
    return render(request, "masterpoint/promotions_due.html", context)


@login_required
@require_POST
def promote(request: HttpRequest, code: str) -> HttpResponse:
    """Announce the promotions of a month, once it is closed."""
    found = federation_of(request, code)
    first = month_in(request.POST.get("month", ""))
    if months.state_of(found, first) == Month.State.OPEN:
        messages.error(request, f"{first:%B %Y} is still open. Close it first, then announce its promotions.")
        return redirect("month-end", code=code, month=f"{first:%Y-%m}")
    last = months.next_month(first) - timedelta(days=1)
    run = services.promote(found, last, by=request.user)
    count = run.promotions.count()
    messages.success(request, f"{count} promotion{'' if count == 1 else 's'} as at {last:%-d %B %Y}.")
    return redirect("promotions", code=code, day=last.isoformat())


@login_required
def promotions(request: HttpRequest, code: str, day: str) -> HttpResponse:
    """The list of promotions, for the noticeboard."""
    found = federation_of(request, code)
    run = get_object_or_404(PromotionRun, federation=found, as_at=day_in(day))
    return render(
        request,
        "masterpoint/promotions.html",
        {"federation": found, "run": run, "rows": records.promoted_within(run)},
    )
