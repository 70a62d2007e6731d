"""Promotions: a preview, the announcement, and the list for the noticeboard."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.closing import announcing
from masterpoint.centre.closing import months as closing
from masterpoint.centre.filing import months
from masterpoint.centre.filing.month_days import last_day_of
from masterpoint.centre.records import promoting
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.models import PromotionRun
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import MasterpointError
from masterpoint.core.plurals import count_text
from masterpoint.web.common import SignedInRequest, show_problems
from masterpoint.web.office.access import day_in, federation_of, month_in, today


@login_required
def preview(request: SignedInRequest, code: str, month: str) -> HttpResponse:
    """Who would be promoted at the end of a month. Nothing is written."""
    federation = federation_of(request, code)
    first = month_in(month)
    last = last_day_of(first)
    run = records.run_of(federation, last)
    if run is not None and run.finished_at is not None:
        return redirect("promotions", code=code, day=last.isoformat())
    context = {
        "federation": federation,
        "first_day": first,
        "last_day": last,
        "state": months.state_of(federation, first),
        "rows": promoting.due_list(federation, last),
    }
    return render(request, "masterpoint/promotions_due.html", context)


@login_required
@require_POST
def promote(request: SignedInRequest, code: str) -> HttpResponse:
    """Announce the promotions of a month after it is closed."""
    federation = federation_of(request, code)
    first = month_in(request.POST.get("month", ""))
    last = last_day_of(first)
    try:
        closing.require_announceable(federation, last, today=today())
        run = announcing.promote(federation, last, by=request.user)
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("month-end", code=code, month=f"{first:%Y-%m}")
    count = run.promotions.count()
    messages.success(request, f"{count_text(count, 'promotion')} as at {last:%-d %B %Y}.")
    return redirect("promotions", code=code, day=last.isoformat())


@login_required
def promotions(request: SignedInRequest, code: str, day: str) -> HttpResponse:
    """The list of promotions for the noticeboard."""
    federation = federation_of(request, code)
    run = _run(federation, day)
    context = {"federation": federation, "run": run, "rows": records.promoted_within(run)}
    return render(request, "masterpoint/promotions.html", context)


def _run(federation: Federation, day: str) -> PromotionRun:
    """The announcement in force for a day; if there is none, the last one revoked."""
    runs = PromotionRun.objects.filter(federation=federation, as_at=day_in(day)).select_related("revoked_by")
    run = runs.order_by(F("revoked_at").desc(nulls_first=True)).first()
    if run is None:
        raise Http404
    return run


@login_required
@require_POST
def revoke(request: SignedInRequest, code: str, day: str) -> HttpResponse:
    """Revoke a whole announcement, with a reason."""
    federation = federation_of(request, code)
    run = _run(federation, day)
    try:
        announcing.revoke_run(run, by=request.user, reason=request.POST.get("reason", "")[:300])
    except MasterpointError as error:
        show_problems(request, error)
    else:
        messages.success(request, f"The promotions as at {run.as_at:%-d %B %Y} are taken back.")
    return redirect("promotions", code=code, day=day)
