"""The office's forms on the site: begin, fill in, save and send them, see the list of errors, and file them."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.reporting import sheet_pages
from masterpoint.centre.sheets import forms, services
from masterpoint.centre.sheets.models import Sheet
from masterpoint.core.errors import MasterpointError, NotReadable, NotUnderstood, Problem
from masterpoint.core.file_size import LIMIT
from masterpoint.web.common import CSV, PDF, SignedInRequest, download, page_of, query_without_page
from masterpoint.web.members.sheet_page import shown_sheet

SHEETS_A_PAGE = 50
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@login_required
def sheets(request: SignedInRequest, code: str, organisation_number: str) -> HttpResponse:
    """Begin a sheet, by hand or from a file; the open ones, and those filed."""
    organisation = sheet_organisation(request, code, organisation_number)
    titles = {
        name: title
        for name, title in forms.forms_of(organisation).titles.items()
        if access.may(request.user, services.action_for(name), organisation)
    }
    rows = Sheet.objects.filter(organisation=organisation, form__in=titles).order_by("-saved_at", "-pk")
    context = {
        "federation": organisation.federation,
        "organisation": organisation,
        "titles": titles,
        "page": page_of(request, rows, SHEETS_A_PAGE),
        "query": query_without_page(request),
        "keeps_members": access.may(request.user, Action.MEMBERS, organisation),
        "problems": (),
        "name": "",
    }
    if request.method != "POST":
        return render(request, "masterpoint/sheets/list.html", context)
    form = request.POST.get("sheet", "")
    try:
        if "file" in request.POST or "file" in request.FILES:
            name, data = _read_upload(request)
            draft = services.begin_from_file(organisation, form, data, source=name, by=request.user)
            draft = services.send(draft, by=request.user, today=date.today()) if "send" in request.POST else draft
        else:
            draft = services.begin(organisation, form, by=request.user)
    except MasterpointError as error:
        if isinstance(error, access.NotAllowed):
            raise
        return render(request, "masterpoint/sheets/list.html", context | {"problems": error.problems, "name": form})
    return redirect("sheet", code=code, organisation_number=organisation_number, number=draft.pk)


@login_required
def sheet(request: SignedInRequest, code: str, organisation_number: str, number: int) -> HttpResponse:
    """A sheet in its current state. Every change is saved, and the button sends all of it."""
    row = sheet_of(request, code, organisation_number, number)
    if request.method != "POST" or row.state == Sheet.State.FILED:
        return render(request, "masterpoint/sheets/sheet.html", shown_sheet(row, request.user))
    if "discard" in request.POST:
        services.discard(row, by=request.user)
        messages.success(request, "Sheet deleted. Nothing was filed.")
        return redirect("sheets", code=code, organisation_number=organisation_number)
    row = services.save(row, _fields(request), by=request.user)
    try:
        if "attach" in request.POST:
            name, data = _read_upload(request)
            row = services.attach(row, "session-result", data, source=name, by=request.user)
    except NotReadable as error:
        return render(request, "masterpoint/sheets/sheet.html", shown_sheet(row, request.user, problems=error.problems))
    if "send" in request.POST:
        services.send(row, by=request.user, today=date.today(), decisions=_decisions(request))
        return redirect("sheet", code=code, organisation_number=organisation_number, number=number)
    more_rows = "more" in request.POST
    return render(
        request, "masterpoint/sheets/sheet.html", shown_sheet(row, request.user, saved=True, more_rows=more_rows)
    )


@login_required
def sheet_pdf(request: SignedInRequest, code: str, organisation_number: str, number: int, kind: str) -> HttpResponse:
    """The current sheet, or its list of errors, for printing."""
    row = sheet_of(request, code, organisation_number, number)
    if kind == "errors" and row.state == Sheet.State.RETURNED:
        data = sheet_pages.errors_pdf(row, on=date.today())
    elif kind == "form":
        data = sheet_pages.form_pdf(row.organisation, row.form, row.fields, on=date.today())
    else:
        raise Http404
    return download(data, f"{row.form}-{row.pk}-{kind}.pdf", PDF)


@login_required
def template(request: SignedInRequest, code: str, organisation_number: str, name: str, ending: str) -> HttpResponse:
    """An empty form, to be printed with continuation pages or filled in elsewhere."""
    organisation = sheet_organisation(request, code, organisation_number)
    try:
        if ending == "pdf":
            pages = request.GET.get("continuations", "")
            count = int(pages) if pages.isascii() and pages.isdigit() and len(pages) < 3 else 0
            fields = forms.first_fields(organisation, name)
            data = sheet_pages.form_pdf(organisation, name, fields, on=date.today(), continuations=count)
            return download(data, f"{name}.pdf", PDF)
        if ending in forms.ENDINGS:
            kind = CSV if ending == "csv" else XLSX
            return download(forms.empty_file(organisation, name, ending), f"{name}.{ending}", kind)
    except NotUnderstood:
        raise Http404 from None
    raise Http404


def sheet_organisation(request: SignedInRequest, code: str, number: str) -> Organisation:
    """An organisation for which this account sends in results or members, if the book has printed forms."""
    rows = Organisation.objects.filter(federation=code, number=number).select_related("federation", "parent")
    organisation = rows.first()
    if organisation is None or not any(
        access.may(request.user, action, organisation) for action in (Action.FILE, Action.MEMBERS)
    ):
        raise Http404
    try:
        forms.forms_of(organisation)
    except NotUnderstood:
        raise Http404 from None
    return organisation


def sheet_of(request: SignedInRequest, code: str, organisation_number: str, number: int) -> Sheet:
    organisation = sheet_organisation(request, code, organisation_number)
    rows = Sheet.objects.select_related("organisation__federation", "begun_by")
    row = get_object_or_404(rows, organisation=organisation, pk=number)
    if not access.may(request.user, services.action_for(row.form), organisation):
        raise Http404
    return row


def _fields(request: SignedInRequest) -> dict[str, str]:
    return {name: value for name, value in request.POST.items() if isinstance(value, str)}


def _decisions(request: SignedInRequest) -> services.SheetDecisions:
    receipts = tuple(receipt[:24] for receipt in request.POST.getlist("not_same_as")[:20])
    return services.SheetDecisions(request.POST.get("late_reason", "")[:300], receipts, "organiser" in request.POST)


def _read_upload(request: SignedInRequest) -> tuple[str, bytes]:
    upload = request.FILES.get("file")
    if upload is None:
        raise NotReadable(Problem("file", "", "no file was chosen", "choose the sheet"))
    name = (upload.name or "sheet")[:100]
    if (upload.size or 0) > settings.MASTERPOINT_LARGEST_UPLOAD:
        raise NotReadable(Problem(name, "", "this file is too large", f"split it into files under {LIMIT}"))
    return name, upload.read()
