"""New members: search for the person first, and register a new one only if there is none."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.registry import access, registering
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.name_matches import likely_matches
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, day_of
from masterpoint.web.members.access import is_within, managed_organisation


@login_required
def new_member(request: SignedInRequest, code: str, organisation_number: str) -> HttpResponse:
    """Search first. Only if there is no such person, register a new one."""
    organisation = managed_organisation(request, code, organisation_number)
    data = request.POST if request.method == "POST" else request.GET
    given_name, family_name = (data.get(name, "").strip()[:80] for name in ("given", "family"))
    context = {
        "federation": organisation.federation,
        "organisation": organisation,
        "given_name": given_name,
        "family": family_name,
        "today": date.today(),
        "problems": (),
        "matches": [],
        "has_searched": False,
    }
    if request.method == "POST":
        birth_year = request.POST.get("born", "")
        try:
            person = registering.register(
                organisation.federation,
                given_name,
                family_name,
                on=day_of(request.POST.get("joined", "")) or date.today(),
                by=request.user,
                club=organisation if organisation.level == "club" else None,
                born_in=int(birth_year) if birth_year.isdecimal() and len(birth_year) == 4 else None,
            )
        except MasterpointError as error:
            return render(request, "masterpoint/new_member.html", context | {"problems": error.problems})
        messages.success(request, f"{person.name} is registered, with the number {person.number}.")
        return redirect("member", code=code, organisation_number=organisation_number, number=person.number)
    if family_name:
        matches = likely_matches(organisation.federation, f"{given_name} {family_name}", organisation)
        context["matches"] = [(match, _possible_act(request, organisation, match.person)) for match in matches]
        context["has_searched"] = True
    return render(request, "masterpoint/new_member.html", context)


def _possible_act(request: SignedInRequest, organisation: Organisation, person: Person) -> str:
    """What this account may do with a likely match: open it, transfer it here, or only ask the office."""
    if is_within(organisation, person):
        return "open"
    return "ask" if person.anonymous and not access.sees_in_full(request.user, person) else "transfer"
