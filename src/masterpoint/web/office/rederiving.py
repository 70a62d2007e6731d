"""What this engine would award otherwise than the one before: seen first, and posted by a decision with a reason."""

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
from masterpoint.web.common import SignedInRequest, row_number, tell
from masterpoint.web.office.door import federation_of


@login_required
def rederive(request: SignedInRequest, code: str) -> HttpResponse:
    """Filings that another engine awarded, a stretch at a time: who would gain and who would lose."""
    federation = federation_of(request, code)
    if request.method == "POST":
        wanted = Filing.objects.filter(federation=federation, receipt__in=request.POST.getlist("receipt"))
        _post(request, list(wanted.select_related("federation", "organisation").order_by("day", "pk")))
        return redirect("rederive", code=code)
    after = row_number(request.GET.get("after", ""))
    stretch = rederiving.of_other_engines(federation, after)
    context = {
        "federation": federation,
        "stretch": stretch,
        "rows": [(other, _changes(other)) for other in stretch.otherwise],
        "engine": engine(),
    }
    return render(request, "masterpoint/rederive.html", context)


def _changes(other: rederiving.Rederived) -> list[tuple[object, str, int]]:
    return [(change.person, change.colour, change.gain) for change in queries.named(other.changes)]


def _post(request: SignedInRequest, filings: Sequence[Filing]) -> None:
    if not filings:
        messages.error(request, "Tick the filings to be awarded again.")
        return
    try:
        reason = request.POST.get("reason", "").strip()[:300]
        done = [rederiving.post(filing, by=request.user, reason=reason) for filing in filings]
    except MasterpointError as error:
        tell(request, error)
        return
    posted = [receipt for receipt in done if receipt is not None]
    waits = sum(receipt.waits for receipt in posted)
    if len(posted) > waits:
        count = len(posted) - waits
        messages.success(request, f"{count} filing{' is' if count == 1 else 's are'} awarded again.")
    if waits:
        messages.success(request, f"{waits} wait{'s' if waits == 1 else ''} for a colleague in the office to confirm.")
    if len(posted) < len(filings):
        messages.warning(request, f"{len(filings) - len(posted)} had changed in the meantime, and were left alone.")
