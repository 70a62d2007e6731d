"""The Club Player Awards Register as a page: a box beside each name, saved while the user types, and posted at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.crediting import keyed_register, services
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
def register(request: SignedInRequest, code: str, organisation_number: str) -> HttpResponse:
    """The register in its current state. Every change is saved, and the button posts everything."""
    organisation = reporting_organisation(request, code, organisation_number)
    context: dict[str, Any] = {
        "federation": organisation.federation,
        "organisation": organisation,
        "credit_files": uses_credit_files(organisation.federation),
        "grades": grades_of(organisation.federation),
        "may_file_late": access.may(request.user, Action.APPROVE, organisation),
        "problems": (),
    }
    if request.method != "POST":
        draft = CreditDraft.objects.filter(organisation=organisation, user=request.user).first()
        fields: Mapping[str, str] = draft.fields if draft else {}
        context |= {
            "fields": fields,
            "saved": draft is not None,
            "keyed": keyed_register.keyed_page(organisation, fields, date.today()),
        }
        return render(request, "masterpoint/credits/register.html", context)
    fields = _fields(request)
    services.save_draft(organisation, request.user, dict(fields))
    if "post" in request.POST:
        try:
            credit_return, late_reason = (
                keyed_register.keyed_return(organisation, fields),
                fields.get("late_reason", ""),
            )
            posting = services.post_return(credit_return, by=request.user, late_reason=late_reason)
        except MasterpointError as error:
            if isinstance(error, access.NotAllowed):
                raise
            context["problems"] = error.problems
        else:
            services.delete_draft(organisation, request.user)
            messages.success(request, f"Posted as reported, as number {posting.number} of the ledger.")
            return redirect("credit-returns", code=code, organisation_number=organisation_number)
    context |= {"fields": fields, "saved": True, "keyed": keyed_register.keyed_page(organisation, fields, date.today())}
    return render(request, "masterpoint/credits/register.html", context)


def _fields(request: SignedInRequest) -> dict[str, str]:
    """The fields that contain text."""
    prefixes = (f"{keyed_register.POINTS}.", f"{keyed_register.SUNDRY}.")
    return {
        name[:80]: value.strip()[:LONGEST]
        for name, value in request.POST.items()
        if isinstance(value, str) and value.strip() and (name in HEADING or name.startswith(prefixes))
    }
