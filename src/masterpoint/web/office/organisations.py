"""The clubs and other parts of a federation: listed, added, changed, set aside; never deleted."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from masterpoint.centre.registry import contacts
from masterpoint.centre.registry import organisations as registry
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, organisation_in, page_of, query_without_page
from masterpoint.web.office.door import federation_of

PARTS_A_PAGE = 100


@login_required
def organisations(request: SignedInRequest, code: str) -> HttpResponse:
    """Every part of the federation, and a form to add one."""
    federation = federation_of(request, code)
    above = _above(federation, {level for levels in registry.levels(federation).values() for level in levels})
    text = request.GET.get("q", "").replace("\0", "").strip()[:80]
    context = {
        "federation": federation,
        "levels": {level: level.capitalize() for level in registry.levels(federation)},
        "above": {str(parent.pk): f"{parent.name} ({parent.level})" for parent in above},
        "places": {level: _in_words(under) for level, under in registry.levels(federation).items()},
        "text": text,
        "page": page_of(request, registry.listed(federation, text), PARTS_A_PAGE),
        "query": query_without_page(request),
        "entered": request.POST,
    }
    if request.method != "POST":
        return render(request, "masterpoint/organisations.html", context)
    data = request.POST
    number, name, level = (data.get(key, "").replace("\0", "")[:150] for key in ("number", "name", "level"))
    under = organisation_in(above, data, "under")
    try:
        made = registry.add_organisation(
            federation, number, name, level=level, under=under, on=date.today(), by=request.user
        )
    except MasterpointError as error:
        return render(request, "masterpoint/organisations.html", context | {"problems": error.problems})
    messages.success(request, f"{made.name} is registered, with the number {made.number}.")
    return redirect("organisations", code=code)


@login_required
def organisation(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """One part of the federation: its name, what it stands under, whether it is at work."""
    federation = federation_of(request, code)
    part = get_object_or_404(registry.listed(federation), number=number)
    above = _above(federation, registry.levels(federation).get(part.level, ()), part)
    context = {
        "federation": federation,
        "organisation": part,
        "above": {str(parent.pk): f"{parent.name} ({parent.level})" for parent in above},
        "below": part.children.filter(active=True).order_by("name")[:PARTS_A_PAGE],
        "entered": {"name": part.name, "under": part.parent_id, "active": part.active},
        "contact": contacts.organisation_contact_of(part),
    }
    if request.method != "POST":
        return render(request, "masterpoint/organisation.html", context)
    if "contact" in request.POST:
        return _set_contact(request, part, context)
    name, active = request.POST.get("name", "").replace("\0", "")[:150], "active" in request.POST
    under = organisation_in(above, request.POST, "under")
    try:
        registry.change_organisation(part, name, under=under, active=active, by=request.user)
    except MasterpointError as error:
        data = {"name": name, "under": under.pk if under else "", "active": active}
        return render(request, "masterpoint/organisation.html", context | {"problems": error.problems, "entered": data})
    messages.success(request, f"{part.name}: noted.")
    return redirect("organisation", code=code, number=number)


def _set_contact(request: SignedInRequest, part: Organisation, context: dict[str, Any]) -> HttpResponse:
    """How the organisation is reached, and whether everybody may see it."""
    details = contacts.Details(*(request.POST.get(name, "").replace("\0", "") for name in contacts.Details._fields))
    public = "public" in request.POST
    try:
        contacts.set_organisation_contact(part, details, public=public, by=request.user)
    except MasterpointError as error:
        entered = details._asdict() | {"public": public}
        return render(
            request, "masterpoint/organisation.html", context | {"problems": error.problems, "contact": entered}
        )
    messages.success(request, f"{part.name}: the contact details are saved.")
    return redirect("organisation", code=part.federation_id, number=part.number)


def _in_words(levels: Iterable[str]) -> str:
    words = ["the federation itself" if level == registry.NATIONAL else f"a {level}" for level in levels]
    return " or ".join(words)


def _above(federation: Federation, levels: Iterable[str], child: Organisation | None = None) -> list[Organisation]:
    """What a part may stand under; where it stands now is always one of them."""
    parts = federation.organisations.filter(level__in=list(levels)).order_by("-parent", "name", "pk")
    kept = child.parent_id if child else None
    return [part for part in parts if part.active or part.pk == kept]
