"""Points missing? See what happened to that day's results, and ask the officer who can fix it."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.enquiries import queries, services
from masterpoint.centre.enquiries.models import Enquiry
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, day_of, organisation_in, page_of, query_without_page, show_problems
from masterpoint.web.public import shown_person

ENQUIRIES_A_PAGE = 50


@login_required
def missing(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """Choose the club and the day, see what was filed, and ask a question if that does not answer it."""
    person = shown_person(request, code, number)
    if not access.sees_in_full(request.user, person):
        raise Http404
    clubs = list(
        Organisation.objects.filter(federation=person.federation, active=True)
        .exclude(level="national")
        .order_by("name")[:2000]
    )
    data = request.POST if request.method == "POST" else request.GET
    organisation, day = organisation_in(clubs, data, "organisation"), day_of(data.get("day", ""))
    if request.method == "POST" and organisation is not None and day is not None:
        try:
            enquiry = _ask(request, person, organisation, day)
        except MasterpointError as error:
            show_problems(request, error)
        else:
            messages.success(request, "Your question is with the club. You will see the answer here.")
            return redirect("enquiry", key=enquiry.key)
    context = {
        "federation": person.federation,
        "person": person,
        "clubs": clubs,
        "organisation": organisation or person.home_club,
        "day": day,
        "today": date.today(),
        "has_searched": organisation is not None and day is not None,
    }
    if organisation is not None and day is not None:
        context["received"] = queries.received_results(person, organisation, day)
    return render(request, "masterpoint/missing.html", context)


def _ask(request: SignedInRequest, person: Person, organisation: Organisation, day: date) -> Enquiry:
    filing = Filing.objects.filter(organisation=organisation, day=day, receipt=request.POST.get("filing", "")).first()
    return services.ask(person, organisation, day, request.POST.get("text", ""), by=request.user, filing=filing)


@login_required
def enquiries(request: SignedInRequest) -> HttpResponse:
    """Questions asked, and questions to answer."""
    to_answer = queries.to_answer(request.user).exclude(asked_by=request.user)
    context = {
        "questions": queries.asked_by(request.user)[:ENQUIRIES_A_PAGE],
        "page": page_of(request, to_answer, ENQUIRIES_A_PAGE),
        "answers": bool(access.organisations_for(request.user, access.Action.CORRECT)),
        "query": query_without_page(request),
    }
    return render(request, "masterpoint/enquiries.html", context)


@login_required
def enquiry(request: SignedInRequest, key: str) -> HttpResponse:
    """A question with all messages about it, and a form for the next one."""
    row = queries.visible(request.user, key)
    if row is None:
        raise Http404
    if request.method == "POST":
        try:
            services.add_note(row, request.POST.get("text", ""), by=request.user)
        except MasterpointError as error:
            show_problems(request, error)
        else:
            messages.success(request, "Sent.")
        return redirect("enquiry", key=key)
    context = {
        "enquiry": row,
        "federation": row.person.federation,
        "notes": row.notes.select_related("by").order_by("at", "pk"),
        "received": queries.received_results(row.person, row.organisation, row.day),
        "officer": access.may(request.user, access.Action.CORRECT, row.organisation),
        "may_open": access.may(request.user, access.Action.FILE, row.organisation),
    }
    return render(request, "masterpoint/enquiry.html", context)
