"""The organisations of a federation: list, add, change or deactivate them. They are never deleted."""

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
from masterpoint.centre.registry.models import Federation, Organisation, OrganisationContact
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, organisation_in, page_of, query_without_page
from masterpoint.web.office.access import federation_of

PARTS_A_PAGE = 100


@login_required
def organisations(request: SignedInRequest, code: str) -> HttpResponse:
    """Every organisation of the federation, and a form to add one."""
    federation = federation_of(request, code)
    parents = _possible_parents(
        federation, {level for levels in registry.levels(federation).values() for level in levels}
    )
    text = request.GET.get("q", "").strip()[:80]
    context = {
        "federation": federation,
        "levels": {level: level.capitalize() for level in registry.levels(federation)},
        "parents": {str(parent.pk): f"{parent.name} ({parent.level})" for parent in parents},
        "places": {level: _level_text(parent_levels) for level, parent_levels in registry.levels(federation).items()},
        "text": text,
        "page": page_of(request, registry.with_member_counts(federation, text), PARTS_A_PAGE),
        "query": query_without_page(request),
        "entered": request.POST,
        "problems": (),
    }
    if request.method != "POST":
        return render(request, "masterpoint/organisations.html", context)
    data = request.POST
    number, name, level = (data.get(key, "")[:150] for key in ("number", "name", "level"))
    new_parent = organisation_in(parents, data, "under")
    try:
        row = registry.add_organisation(
            federation, number, name, level=level, parent=new_parent, on=date.today(), by=request.user
        )
    except MasterpointError as error:
        return render(request, "masterpoint/organisations.html", context | {"problems": error.problems})
    messages.success(request, f"{row.name} is registered, with the number {row.number}.")
    return redirect("organisations", code=code)


@login_required
def organisation(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """An organisation: its name, its parent, and whether it is active."""
    federation = federation_of(request, code)
    row = get_object_or_404(registry.with_member_counts(federation), number=number)
    parents = _possible_parents(federation, registry.levels(federation).get(row.level, ()), row)
    context = {
        "federation": federation,
        "organisation": row,
        "parents": {str(parent.pk): f"{parent.name} ({parent.level})" for parent in parents},
        "parts": row.children.filter(active=True).order_by("name")[:PARTS_A_PAGE],
        "entered": {"name": row.name, "under": row.parent_id, "active": row.active},
        "contact": contacts.organisation_contact_of(row) or OrganisationContact(organisation=row),
        "problems": (),
    }
    if request.method != "POST":
        return render(request, "masterpoint/organisation.html", context)
    if "contact" in request.POST:
        return _set_contact(request, row, context)
    name, active = request.POST.get("name", "")[:150], "active" in request.POST
    new_parent = organisation_in(parents, request.POST, "under")
    try:
        registry.change_organisation(row, name, parent=new_parent, active=active, by=request.user)
    except MasterpointError as error:
        data = {"name": name, "under": new_parent.pk if new_parent else "", "active": active}
        return render(request, "masterpoint/organisation.html", context | {"problems": error.problems, "entered": data})
    messages.success(request, f"{row.name}: noted.")
    return redirect("organisation", code=code, number=number)


def _set_contact(request: SignedInRequest, row: Organisation, context: dict[str, Any]) -> HttpResponse:
    """Set the contact details of an organisation, and whether they are public."""
    details = contacts.Details(*(request.POST.get(name, "") for name in contacts.Details._fields))
    public = "public" in request.POST
    try:
        contacts.set_organisation_contact(row, details, public=public, by=request.user)
    except MasterpointError as error:
        fields = details._asdict() | {"public": public}
        return render(
            request, "masterpoint/organisation.html", context | {"problems": error.problems, "contact": fields}
        )
    messages.success(request, f"{row.name}: the contact details are saved.")
    return redirect("organisation", code=row.federation_id, number=row.number)


def _level_text(levels: Iterable[str]) -> str:
    words = ["the federation itself" if level == registry.NATIONAL else f"a {level}" for level in levels]
    return " or ".join(words)


def _possible_parents(
    federation: Federation, levels: Iterable[str], child: Organisation | None = None
) -> list[Organisation]:
    """The possible parents of an organisation, including its current one."""
    parts = federation.organisations.filter(level__in=list(levels)).order_by("-parent", "name", "pk")
    current = child.parent_id if child else None
    return [part for part in parts if part.active or part.pk == current]
