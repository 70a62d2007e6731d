"""The forms of the office on the site: taken away empty, checked, and filed once the error list is empty."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render

from masterpoint.centre.registry import access
from masterpoint.centre.sheets import services
from masterpoint.core.errors import MasterpointError, NotReadable, NotUnderstood, Problem
from masterpoint.core.file_size import LIMIT
from masterpoint.web.common import SignedInRequest, download
from masterpoint.web.members.door import kept_organisation


@login_required
def sheets(request: SignedInRequest, code: str, organisation: str) -> HttpResponse:
    """Choose a form and the file filled in: its error list with a fix for each line, or what it would do, or done."""
    kept = kept_organisation(request, code, organisation)
    try:
        titles = services.forms_of(kept).titles
    except NotUnderstood:
        raise Http404 from None
    sheet = request.POST.get("sheet", "")
    context = {"federation": kept.federation, "organisation": kept, "titles": titles, "name": sheet}
    if request.method != "POST":
        return render(request, "masterpoint/sheets.html", context)
    try:
        name, data = _sent(request)
        if "post" in request.POST:
            filed = services.file_sheet(kept, sheet, data, source=name, by=request.user, today=date.today())
            return render(request, "masterpoint/sheets.html", context | {"filed": filed})
        checked = services.check(kept, sheet, data, source=name, today=date.today())
    except MasterpointError as error:
        if isinstance(error, access.NotAllowed):
            raise
        return render(request, "masterpoint/sheets.html", context | {"problems": error.problems})
    shown = {"checked": checked, "source": name, "data": data.decode("utf-8", "replace")}
    return render(request, "masterpoint/sheets.html", context | shown)


@login_required
def template(request: SignedInRequest, code: str, organisation: str, name: str) -> HttpResponse:
    """An empty form with its comments."""
    kept = kept_organisation(request, code, organisation)
    try:
        text = services.template_of(kept, name, date.today())
    except NotUnderstood:
        raise Http404 from None
    ending = "csv" if name in services.ACTS else "toml"
    return download(text.encode(), f"{name}.{ending}", "text/plain; charset=utf-8")


def _sent(request: SignedInRequest) -> tuple[str, bytes]:
    """The file as it was chosen, or as it was shown and sent back."""
    if "post" in request.POST:
        return request.POST.get("source", "sheet")[:100], request.POST.get("data", "").encode()
    upload = request.FILES.get("file")
    if upload is None:
        raise NotReadable(Problem("file", "", "no file was chosen", "choose the sheet"))
    name = (upload.name or "sheet")[:100]
    if (upload.size or 0) > settings.MASTERPOINT_LARGEST_UPLOAD:
        raise NotReadable(Problem(name, "", "this file is too large", f"split it into files under {LIMIT}"))
    return name, upload.read()
