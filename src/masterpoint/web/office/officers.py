"""Who may do what: the offices of a federation. Its staff appoint officers and end their offices."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.billing.tariffs import charges_anything
from masterpoint.centre.ledger import reasons
from masterpoint.centre.proposals import rules
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.registry import offices, second_factors
from masterpoint.centre.registry.models import Appointment, Federation
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, organisation_in, page_of, query_without_page, show_problems
from masterpoint.web.office.access import federation_of

OFFICES_A_PAGE = 100


@login_required
def officers(request: SignedInRequest, code: str) -> HttpResponse:
    """Everybody who holds an office today, and a form to appoint somebody."""
    federation = federation_of(request, code)
    organisations = list(federation.organisations.filter(active=True).order_by("name"))
    if request.method == "POST":
        data = request.POST
        organisation = organisation_in(organisations, data, "organisation")
        if organisation is None:
            messages.error(request, "Choose the organisation.")
            return redirect("officers", code=code)
        email, name, role = data.get("email", "").strip()[:200], data.get("name", ""), data.get("role", "")
        try:
            result = rules.appoint(email, name, organisation, role, on=date.today(), by=request.user)
        except MasterpointError as error:
            show_problems(request, error)
        else:
            messages.success(request, _appointment_message(result))
        return redirect("officers", code=code)
    context = {
        "federation": federation,
        "organisations": organisations,
        "roles": _roles(federation),
        "page": page_of(request, offices.appointments_on(federation, date.today()), OFFICES_A_PAGE),
        "query": query_without_page(request),
    }
    return render(request, "masterpoint/officers.html", context)


def _roles(federation: Federation) -> list[tuple[str, str]]:
    """The offices to choose from, without the treasurer's if the federation charges nothing."""
    money = () if charges_anything(federation) else (Appointment.Role.TREASURER, Appointment.Role.FINANCE)
    return [(value, label) for value, label in Appointment.Role.choices if value not in money]


def _appointment_message(result: Appointment | Proposal) -> str:
    if isinstance(result, Proposal):
        return "Proposed. A colleague in the office has to confirm who is on the staff."
    return f"{result.user} is appointed: {result.get_role_display()}, {result.organisation.name}."


@login_required
@require_POST
def dismiss(request: SignedInRequest, code: str) -> HttpResponse:
    """End an office today. The account and what it did stay."""
    federation = federation_of(request, code)
    key = request.POST.get("office", "")
    office = get_object_or_404(offices.appointments_on(federation, date.today()), pk=key if key.isdecimal() else 0)
    try:
        offices.dismiss(office, on=date.today(), by=request.user)
    except MasterpointError as error:
        show_problems(request, error)
    else:
        messages.success(request, f"{office.user} no longer holds this office.")
    return redirect("officers", code=code)


@login_required
@require_POST
def require_second_factor(request: SignedInRequest, code: str) -> HttpResponse:
    """Turn the rule on or off that staff, secretaries, treasurers and finance need a second factor."""
    federation = federation_of(request, code)
    required = request.POST.get("wanted") == "yes"
    if required and not second_factors.has_any(request.user):
        messages.error(request, "Turn on your own second factor first, on the page “My account”.")
        return redirect("officers", code=code)
    second_factors.require(federation, required, by=request.user)
    message = (
        "Staff, secretaries, treasurers and finance now sign in with a second factor."
        if required
        else "A second factor is optional now."
    )
    messages.success(request, message)
    return redirect("officers", code=code)


@login_required
@require_POST
def public_reasons(request: SignedInRequest, code: str) -> HttpResponse:
    """Turn public reading of officers' reasons for adjusting, reversing or moving points on or off."""
    federation = federation_of(request, code)
    public = request.POST.get("public") == "yes"
    reasons.set_public(federation, public, by=request.user)
    message = (
        "Everybody may read officers' reasons now." if public else "Only the player and officers read reasons now."
    )
    messages.success(request, message)
    return redirect("officers", code=code)


@login_required
@require_POST
def reset_second_factor(request: SignedInRequest, code: str) -> HttpResponse:
    """Reset the factor of an officer who lost telephone and recovery codes. The journal records who did it and why."""
    federation = federation_of(request, code)
    key = request.POST.get("office", "")
    office = get_object_or_404(offices.appointments_on(federation, date.today()), pk=key if key.isdecimal() else 0)
    try:
        second_factors.reset(office.user, by=request.user, reason=request.POST.get("reason", ""))
    except MasterpointError as error:
        show_problems(request, error)
    else:
        messages.success(request, f"Reset. {office.user} signs in with the password alone, and can turn it on again.")
    return redirect("officers", code=code)
