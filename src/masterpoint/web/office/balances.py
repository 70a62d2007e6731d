"""Opening balances from a file: shown as they would be posted, then, on a second step, posted."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.records import opening_balances
from masterpoint.centre.spreadsheets import text_of
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.web.office.door import federation_of

ROWS_SHOWN = 50
NAME = "file"


@login_required
def balances(request: HttpRequest, code: str) -> HttpResponse:
    """A file is read and shown; what was shown is sent back and posted."""
    found = federation_of(request, code)
    context = {"federation": found, "columns": opening_balances.COLUMNS, "colours": opening_balances.colours_of(found)}
    if request.method != "POST":
        return render(request, "masterpoint/balances.html", context)
    try:
        name, data = sent_file(request)
        fields = opening_balances.read_balances(found, data, source=name, today=date.today())
        if "post" in request.POST:
            posting = opening_balances.post_balances(found, fields, by=request.user)
            lines = f"{len(fields.rows)} balance{'' if len(fields.rows) == 1 else 's'}"
            messages.success(request, f"{lines} posted, as number {posting.number} of the ledger.")
            return redirect("ledger", code=code)
    except MasterpointError as error:
        return render(request, "masterpoint/balances.html", context | {"problems": error.problems})
    shown = {"told": fields, "rows": fields.rows[:ROWS_SHOWN], "more": max(0, len(fields.rows) - ROWS_SHOWN)}
    return render(request, "masterpoint/balances.html", context | shown | {"data": text_of(data)})


def sent_file(request: HttpRequest) -> tuple[str, bytes]:
    """The file as it was chosen, or as it was shown and sent back."""
    if "post" in request.POST:
        return request.POST.get("name", NAME)[:100], request.POST.get("data", "").encode()
    upload = request.FILES.get("file")
    if upload is None:
        raise NotReadable(Problem(NAME, "", "no file was chosen", "choose the file"))
    name = (upload.name or NAME)[:100]
    if upload.size > settings.MASTERPOINT_LARGEST_UPLOAD:
        raise NotReadable(Problem(name, "", "this file is too large", "split it into files under 10 MB"))
    return name, upload.read()
