"""The forms of the office on the site: begun, keyed and saved, sent, returned with the error list, and filed."""

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
def sheets(request: SignedInRequest, code: str, organisation: str) -> HttpResponse:
    """Begin a sheet, by hand or from a file; those under way, and those filed."""
    chosen = sheet_organisation(request, code, organisation)
    titles = {
        name: title
        for name, title in forms.forms_of(chosen).titles.items()
        if access.may(request.user, services.action_for(name), chosen)
    }
    listed = Sheet.objects.filter(organisation=chosen, form__in=titles).order_by("-saved_at", "-pk")
    context = {
        "federation": chosen.federation,
        "organisation": chosen,
        "titles": titles,
        "page": page_of(request, listed, SHEETS_A_PAGE),
        "query": query_without_page(request),
        "keeps_members": access.may(request.user, Action.MEMBERS, chosen),
    }
    if request.method != "POST":
        return render(request, "masterpoint/sheets/list.html", context)
    form = request.POST.get("sheet", "")
    try:
        if "file" in request.POST or "file" in request.FILES:
            name, data = _sent(request)
            begun = services.begin_from_file(chosen, form, data, source=name, by=request.user)
            begun = services.send(begun, by=request.user, today=date.today()) if "send" in request.POST else begun
        else:
            begun = services.begin(chosen, form, by=request.user)
    except MasterpointError as error:
        if isinstance(error, access.NotAllowed):
            raise
        return render(request, "masterpoint/sheets/list.html", context | {"problems": error.problems, "name": form})
    return redirect("sheet", code=code, organisation=organisation, number=begun.pk)


@login_required
def sheet(request: SignedInRequest, code: str, organisation: str, number: int) -> HttpResponse:
    """A sheet as it stands; every change is saved, and the button sends the whole."""
    shown = sheet_of(request, code, organisation, number)
    if request.method != "POST" or shown.state == Sheet.State.FILED:
        return render(request, "masterpoint/sheets/sheet.html", shown_sheet(shown, request.user))
    if "discard" in request.POST:
        services.discard(shown, by=request.user)
        messages.success(request, "Sheet deleted. Nothing was filed.")
        return redirect("sheets", code=code, organisation=organisation)
    shown = services.save(shown, _fields(request), by=request.user)
    try:
        if "attach" in request.POST:
            name, data = _sent(request)
            shown = services.attach(shown, "session-result", data, source=name, by=request.user)
    except NotReadable as error:
        return render(
            request, "masterpoint/sheets/sheet.html", shown_sheet(shown, request.user, problems=error.problems)
        )
    if "send" in request.POST:
        services.send(shown, by=request.user, today=date.today(), decided=_decided(request))
        return redirect("sheet", code=code, organisation=organisation, number=number)
    more = "more" in request.POST
    return render(
        request, "masterpoint/sheets/sheet.html", shown_sheet(shown, request.user, saved=True, more_rows=more)
    )


@login_required
def sheet_pdf(request: SignedInRequest, code: str, organisation: str, number: int, what: str) -> HttpResponse:
    """The sheet as it stands, or its error list, to be printed."""
    shown = sheet_of(request, code, organisation, number)
    if what == "errors" and shown.state == Sheet.State.RETURNED:
        data = sheet_pages.errors_pdf(shown, on=date.today())
    elif what == "form":
        data = sheet_pages.form_pdf(shown.organisation, shown.form, shown.fields, on=date.today())
    else:
        raise Http404
    return download(data, f"{shown.form}-{shown.pk}-{what}.pdf", PDF)


@login_required
def template(request: SignedInRequest, code: str, organisation: str, name: str, ending: str) -> HttpResponse:
    """An empty form: to be printed, with continuation pages as asked, or to be filled in elsewhere."""
    chosen = sheet_organisation(request, code, organisation)
    try:
        if ending == "pdf":
            pages = request.GET.get("continuations", "")
            asked = int(pages) if pages.isascii() and pages.isdigit() and len(pages) < 3 else 0
            fields = forms.first_fields(chosen, name)
            data = sheet_pages.form_pdf(chosen, name, fields, on=date.today(), continuations=asked)
            return download(data, f"{name}.pdf", PDF)
        if ending in forms.ENDINGS:
            kind = CSV if ending == "csv" else XLSX
            return download(forms.empty_file(chosen, name, ending), f"{name}.{ending}", kind)
    except NotUnderstood:
        raise Http404 from None
    raise Http404


def sheet_organisation(request: SignedInRequest, code: str, number: str) -> Organisation:
    """An organisation whose results or members this account sends in, where the book prints forms."""
    rows = Organisation.objects.filter(federation=code, number=number).select_related("federation", "parent")
    chosen = rows.first()
    if chosen is None or not any(access.may(request.user, action, chosen) for action in (Action.FILE, Action.MEMBERS)):
        raise Http404
    try:
        forms.forms_of(chosen)
    except NotUnderstood:
        raise Http404 from None
    return chosen


def sheet_of(request: SignedInRequest, code: str, organisation: str, number: int) -> Sheet:
    chosen = sheet_organisation(request, code, organisation)
    rows = Sheet.objects.select_related("organisation__federation", "begun_by")
    shown = get_object_or_404(rows, organisation=chosen, pk=number)
    if not access.may(request.user, services.action_for(shown.form), chosen):
        raise Http404
    return shown


def _fields(request: SignedInRequest) -> dict[str, str]:
    return {name: value for name, value in request.POST.items() if isinstance(value, str)}


def _decided(request: SignedInRequest) -> services.Decided:
    receipts = tuple(receipt[:24] for receipt in request.POST.getlist("not_same_as")[:20])
    return services.Decided(request.POST.get("late_reason", "")[:300], receipts, "organiser" in request.POST)


def _sent(request: SignedInRequest) -> tuple[str, bytes]:
    upload = request.FILES.get("file")
    if upload is None:
        raise NotReadable(Problem("file", "", "no file was chosen", "choose the sheet"))
    name = (upload.name or "sheet")[:100]
    if (upload.size or 0) > settings.MASTERPOINT_LARGEST_UPLOAD:
        raise NotReadable(Problem(name, "", "this file is too large", f"split it into files under {LIMIT}"))
    return name, upload.read()
