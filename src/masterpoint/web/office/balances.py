"""Opening balances from a file: first a preview, then the posting."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.ledger.services import NeedsSecondPerson
from masterpoint.centre.proposals import services as proposals
from masterpoint.centre.records import opening_balances
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.spreadsheets import text_of
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.file_size import LIMIT
from masterpoint.core.plurals import count_text
from masterpoint.web.common import SignedInRequest
from masterpoint.web.office.access import federation_of

ROWS_SHOWN = 50
NAME = "file"


@login_required
def balances(request: SignedInRequest, code: str) -> HttpResponse:
    """Read and preview a file. The preview sends it back to be posted."""
    federation = federation_of(request, code)
    context = {
        "federation": federation,
        "columns": opening_balances.COLUMNS,
        "help": _help(federation),
        "problems": (),
        "balances": None,
    }
    if request.method != "POST":
        return render(request, "masterpoint/balances.html", context)
    try:
        name, data = sent_file(request)
        balances_read = opening_balances.read_balances(federation, data, source=name, today=date.today())
        if "post" in request.POST:
            try:
                posting = opening_balances.post_balances(federation, balances_read, by=request.user)
            except NeedsSecondPerson as needed:
                proposals.propose_posting(needed, by=request.user)
                messages.success(request, "Proposed. A colleague in the office has to confirm it.")
                return redirect("proposals", code=code)
            lines = f"{count_text(len(balances_read.rows), 'balance')}"
            messages.success(request, f"{lines} posted, as number {posting.number} of the ledger.")
            return redirect("ledger", code=code)
    except MasterpointError as error:
        return render(request, "masterpoint/balances.html", context | {"problems": error.problems})
    preview = preview_of(balances_read.rows, data) | {"balances": balances_read}
    return render(request, "masterpoint/balances.html", context | preview)


def preview_of(rows: Sequence[object], data: bytes) -> dict[str, Any]:
    """The first rows of a list, and the file itself, which the form sends back to be posted."""
    return {"rows": rows[:ROWS_SHOWN], "rows_left_out": max(0, len(rows) - ROWS_SHOWN), "data": text_of(data)}


def _help(federation: Federation) -> str:
    colours = ", ".join(opening_balances.colours_of(federation, date.today()))
    return (
        f"Colours: {colours}. A day is written as 2026-11-15. A year says that the points were won in it; without one "
        "they count for life, and in no year."
    )


def sent_file(request: SignedInRequest) -> tuple[str, bytes]:
    """The uploaded file, or the one that the preview sent back."""
    if "post" in request.POST:
        return request.POST.get("name", NAME)[:100], request.POST.get("data", "").encode()
    upload = request.FILES.get("file")
    if upload is None:
        raise NotReadable(Problem(NAME, "", "no file was chosen", "choose the file"))
    name = (upload.name or NAME)[:100]
    if (upload.size or 0) > settings.MASTERPOINT_LARGEST_UPLOAD:
        raise NotReadable(Problem(name, "", "this file is too large", f"split it into files under {LIMIT}"))
    return name, upload.read()
