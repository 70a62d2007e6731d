"""Awards that this engine would give differently from the previous one: preview them, and post them with a reason."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.engine import engine
from masterpoint.centre.filing import queries, rederiving
from masterpoint.centre.filing.models import Filing
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, row_number, show_problems
from masterpoint.web.office.access import federation_of


@login_required
def rederive(request: SignedInRequest, code: str) -> HttpResponse:
    """A page of filings that another engine awarded: who would gain and who would lose."""
    federation = federation_of(request, code)
    if request.method == "POST":
        filings = Filing.objects.filter(federation=federation, receipt__in=request.POST.getlist("receipt"))
        _post(request, list(filings.select_related("federation", "organisation").order_by("day", "pk")))
        return redirect("rederive", code=code)
    after = row_number(request.GET.get("after", ""))
    page = rederiving.of_other_engines(federation, after)
    context = {
        "federation": federation,
        "stretch": page,
        "rows": [(version, _changes(version)) for version in page.rederivations],
        "engine": engine(),
    }
    return render(request, "masterpoint/rederive.html", context)


def _changes(version: rederiving.Rederivation) -> list[tuple[object, str, int]]:
    return [(change.person, change.colour, change.gain) for change in queries.with_people(version.changes)]


def _post(request: SignedInRequest, filings: Sequence[Filing]) -> None:
    if not filings:
        messages.error(request, "Tick the filings to be awarded again.")
        return
    try:
        reason = request.POST.get("reason", "").strip()[:300]
        results = [rederiving.post(filing, by=request.user, reason=reason) for filing in filings]
    except MasterpointError as error:
        show_problems(request, error)
        return
    receipts = [receipt for receipt in results if receipt is not None]
    waiting = sum(receipt.waits for receipt in receipts)
    if len(receipts) > waiting:
        count = len(receipts) - waiting
        messages.success(request, f"{count} filing{' is' if count == 1 else 's are'} awarded again.")
    if waiting:
        messages.success(
            request, f"{waiting} wait{'s' if waiting == 1 else ''} for a colleague in the office to confirm."
        )
    if len(receipts) < len(filings):
        messages.warning(request, f"{len(filings) - len(receipts)} had changed in the meantime, and were left alone.")
