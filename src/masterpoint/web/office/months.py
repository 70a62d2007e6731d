"""The end of a month: a page for the federation, and one for each club. Closing is one step, and can be undone."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.closing import month_end as reading
from masterpoint.centre.closing import months as closing
from masterpoint.centre.closing.cached_reviews import current_review
from masterpoint.centre.filing import queries
from masterpoint.centre.filing.models import Filing, Month
from masterpoint.centre.filing.month_days import month_before, next_month
from masterpoint.centre.records import queries as records
from masterpoint.centre.registry import access
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, show_problems
from masterpoint.web.office.access import federation_of, month_in, today

FILINGS_SHOWN = 100


@login_required
def month_end(request: SignedInRequest, code: str, month: str) -> HttpResponse:
    """What was filed, what is missing, what needs attention, and the button to close the month."""
    federation = federation_of(request, code)
    end = reading.month_end(federation, month_in(month))
    matters = current_review(federation, end.first_day).matters if end.state == Month.State.OPEN else []
    context = {
        "federation": federation,
        "end": end,
        "organisation": None,
        "staff": True,
        "run": records.run_of(federation, end.last_day),
        "matters": matters,
        "is_over": end.last_day < today(),
        "promoted": [],
        "filings": [],
    }
    return render(request, "masterpoint/month_end.html", context | _neighbours(end.first_day))


@login_required
def club_month(request: SignedInRequest, code: str, organisation_number: str, month: str) -> HttpResponse:
    """The same page for a club and the organisations below it, for users who correct its filings."""
    organisations = access.organisations_for(request.user, access.Action.CORRECT)
    club = next(
        (
            candidate
            for candidate in organisations
            if candidate.federation_id == code and candidate.number == organisation_number
        ),
        None,
    )
    if club is None:
        raise Http404
    descendants = registry.descendants(club)
    end = reading.month_end(club.federation, month_in(month), descendants)
    run = records.run_of(club.federation, end.last_day)
    context = {
        "federation": club.federation,
        "organisation": club,
        "staff": False,
        "end": end,
        "promoted": records.promoted_within(run, descendants) if run else [],
        "run": run,
        "filings": _filings_of(club, end.first_day, end.last_day),
    }
    return render(request, "masterpoint/month_end.html", context | _neighbours(end.first_day))


def _filings_of(club: Organisation, first_day: date, last_day: date) -> QuerySet[Filing]:
    """A club's own filings of the month, by day of play."""
    filings = queries.filings_of([club]).filter(day__gte=first_day, day__lte=last_day)
    return filings.order_by("day", "pk")[:FILINGS_SHOWN]


def _neighbours(first_day: date) -> dict[str, date]:
    return {"before": month_before(first_day), "after": next_month(first_day).replace(day=1)}


@login_required
@require_POST
def close(request: SignedInRequest, code: str) -> HttpResponse:
    """Close a month, or open it again until its promotions are announced."""
    federation = federation_of(request, code)
    first = month_in(request.POST.get("month", ""))
    try:
        if "reopen" in request.POST:
            closing.reopen_month(federation.code, first, by=request.user)
            messages.success(request, f"{first:%B %Y} is open again.")
        else:
            decision = request.POST.get("decision", "")[:300]
            closing.close_month(federation.code, first, by=request.user, today=today(), decision=decision)
            messages.success(request, f"{first:%B %Y} is closed: everything in it is official.")
    except MasterpointError as error:
        show_problems(request, error)
    return redirect("month-end", code=code, month=f"{first:%Y-%m}")
