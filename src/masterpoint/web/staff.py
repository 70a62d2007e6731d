"""The federation's office: the queue, closing the month, promotions."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.enquiries import queries as enquiries
from masterpoint.centre.enquiries.models import Enquiry
from masterpoint.centre.filing import months, queries
from masterpoint.centre.filing.models import Month
from masterpoint.centre.records import services as records
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import day_of, tell

WAITING_SHOWN = 200


@login_required
def office(request: HttpRequest, code: str) -> HttpResponse:
    """What waits, the months, the promotions announced and those a correction has undone."""
    found = _federation(request, code)
    flagged = Promotion.objects.filter(run__federation=found).exclude(flagged="")
    context = {
        "federation": found,
        "waiting": queries.waiting(found)[:WAITING_SHOWN],
        "months": queries.months(found),
        "runs": PromotionRun.objects.filter(federation=found).order_by("-as_at")[:12],
        "flagged": flagged.select_related("person__home_club", "run").order_by("-run__as_at", "person__sort_key")[:100],
        "questions": enquiries.to_answer(request.user)
        .filter(person__federation=found, state=Enquiry.State.OPEN)
        .count(),
        "national": found.organisations.filter(parent=None).order_by("pk").first(),
    }
    return render(request, "masterpoint/office.html", context)


@login_required
@require_POST
def month(request: HttpRequest, code: str) -> HttpResponse:
    """Close a month, or open it again until its promotions are announced."""
    found = _federation(request, code)
    first = _month(request.POST.get("month", ""))
    try:
        if "reopen" in request.POST:
            months.reopen_month(found.code, first)
            messages.success(request, f"{first:%B %Y} is open again.")
        else:
            months.close_month(found.code, first, by=request.user)
            messages.success(request, f"{first:%B %Y} is closed: everything in it is official.")
    except MasterpointError as error:
        tell(request, error)
    return redirect("office", code=code)


@login_required
@require_POST
def promote(request: HttpRequest, code: str) -> HttpResponse:
    """Announce the promotions of a month, once it is closed."""
    found = _federation(request, code)
    first = _month(request.POST.get("month", ""))
    if not Month.objects.filter(federation=found, first_day=first).exclude(state=Month.State.OPEN).exists():
        messages.error(request, f"{first:%B %Y} is still open. Close it first, then announce its promotions.")
        return redirect("office", code=code)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    run = records.promote(found, last, by=request.user)
    count = run.promotions.count()
    messages.success(request, f"{count} promotion{'' if count == 1 else 's'} as at {last:%-d %B %Y}.")
    return redirect("promotions", code=code, day=last.isoformat())


@login_required
def promotions(request: HttpRequest, code: str, day: str) -> HttpResponse:
    """The list of promotions, for the noticeboard."""
    found = _federation(request, code)
    run = get_object_or_404(PromotionRun, federation=found, as_at=_day(day))
    rows = run.promotions.select_related("person__home_club").order_by("rank", "person__sort_key")
    return render(request, "masterpoint/promotions.html", {"federation": found, "run": run, "rows": rows})


def _federation(request: HttpRequest, code: str) -> Federation:
    found = next((one for one in access.federations_for(request.user) if one.code == code), None)
    if found is None:
        raise Http404
    return found


def _month(text: str) -> date:
    return _day(f"{text[:7]}-01")


def _day(text: str) -> date:
    found = day_of(text)
    if found is None:
        raise Http404
    return found
