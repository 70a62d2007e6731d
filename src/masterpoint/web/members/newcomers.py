"""Somebody new: first who it may be, then, only if nobody, a new number."""

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
from masterpoint.web.members.door import is_within, kept_organisation


@login_required
def new_member(request: SignedInRequest, code: str, organisation: str) -> HttpResponse:
    """Search before create: first who it may be, then, only if nobody, a new number."""
    kept = kept_organisation(request, code, organisation)
    data = request.POST if request.method == "POST" else request.GET
    given, family = (data.get(name, "").replace("\0", "").strip()[:80] for name in ("given", "family"))
    context = {
        "federation": kept.federation,
        "organisation": kept,
        "given": given,
        "family": family,
        "today": date.today(),
    }
    if request.method == "POST":
        born = request.POST.get("born", "")
        try:
            person = registering.register(
                kept.federation,
                given,
                family,
                on=day_of(request.POST.get("joined", "")) or date.today(),
                by=request.user,
                club=kept if kept.level == "club" else None,
                born_in=int(born) if born.isdecimal() and len(born) == 4 else None,
            )
        except MasterpointError as error:
            return render(request, "masterpoint/new_member.html", context | {"problems": error.problems})
        messages.success(request, f"{person.name} is registered, with the number {person.number}.")
        return redirect("member", code=code, organisation=organisation, number=person.number)
    if family:
        matches = likely_matches(kept.federation, f"{given} {family}", kept)
        context["matches"] = [(match, _open_to(request, kept, match.person)) for match in matches]
        context["searched"] = True
    return render(request, "masterpoint/new_member.html", context)


def _open_to(request: SignedInRequest, kept: Organisation, person: Person) -> str:
    """What may be done about a likely match: open it, transfer it here, or only ask the office."""
    if is_within(kept, person):
        return "open"
    return "ask" if person.anonymous and not access.sees_in_full(request.user, person) else "transfer"
