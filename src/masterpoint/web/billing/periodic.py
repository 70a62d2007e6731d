"""Charges of a year or a quarter: first a preview, then a button that posts them once."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.billing import periodic as runs
from masterpoint.core.errors import MasterpointError
from masterpoint.core.plurals import count_text
from masterpoint.web.billing.access import finance_of, page_context
from masterpoint.web.common import SignedInRequest, day_of, show_problems


@login_required
def periodic(request: SignedInRequest, code: str) -> HttpResponse:
    """Choose a charge and a day, see the result, and post it."""
    federation = finance_of(request, code)
    data = request.POST if request.method == "POST" else request.GET
    name, day = data.get("name", ""), day_of(data.get("day", ""))
    run = None
    if name and day:
        try:
            if request.method == "POST":
                new_postings = runs.post(federation, name, day, by=request.user)
                messages.success(request, f"{count_text(len(new_postings.differences), 'organisation')} charged.")
                return redirect("finance", code=code)
            run = runs.preview(federation, name, day)
        except MasterpointError as error:
            show_problems(request, error)
    context = page_context(
        federation, kinds=runs.automatic_charges(federation), name=name, day=day or date.today(), run=run
    )
    return render(request, "masterpoint/billing/periodic.html", context)
