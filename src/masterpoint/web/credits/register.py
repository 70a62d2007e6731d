"""The Club Player Awards Register on a page: keyed beside each name, saved as one types, posted as one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.crediting import keyed, services
from masterpoint.centre.crediting.models import CreditDraft
from masterpoint.centre.crediting.returns import grades_of, uses_credit_files
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest
from masterpoint.web.credits.returns import reporting_organisation

HEADING = ("event", "day", "authorisation", "authorised", "grade", "late_reason")
LONGEST = 200


@login_required
def register(request: SignedInRequest, code: str, organisation: str) -> HttpResponse:
    """The register as it stands; every change is saved, and the button posts the whole."""
    chosen = reporting_organisation(request, code, organisation)
    context: dict[str, Any] = {
        "federation": chosen.federation,
        "organisation": chosen,
        "credit_files": uses_credit_files(chosen.federation),
        "grades": grades_of(chosen.federation),
        "may_file_late": access.may(request.user, Action.APPROVE, chosen),
    }
    if request.method != "POST":
        draft = CreditDraft.objects.filter(organisation=chosen, user=request.user).first()
        fields: Mapping[str, str] = draft.fields if draft else {}
        context |= {"fields": fields, "draft": draft, "keyed": keyed.keyed_page(chosen, fields, date.today())}
        return render(request, "masterpoint/credits/register.html", context)
    fields = _fields(request)
    services.save_draft(chosen, request.user, dict(fields))
    if "post" in request.POST:
        try:
            checked, late = keyed.keyed_return(chosen, fields), fields.get("late_reason", "")
            posting = services.post_return(checked, by=request.user, late_reason=late)
        except MasterpointError as error:
            if isinstance(error, access.NotAllowed):
                raise
            context["problems"] = error.problems
        else:
            services.delete_draft(chosen, request.user)
            messages.success(request, f"Posted as reported, as number {posting.number} of the ledger.")
            return redirect("credit-returns", code=code, organisation=organisation)
    context |= {"fields": fields, "saved": True, "keyed": keyed.keyed_page(chosen, fields, date.today())}
    return render(request, "masterpoint/credits/register.html", context)


def _fields(request: SignedInRequest) -> dict[str, str]:
    """What was typed, without what is empty."""
    wanted = (f"{keyed.POINTS}.", f"{keyed.SUNDRY}.")
    return {
        name[:80]: value.replace("\0", "").strip()[:LONGEST]
        for name, value in request.POST.items()
        if isinstance(value, str) and value.strip() and (name in HEADING or name.startswith(wanted))
    }
