"""Credit files of an organisation: upload several, preview, post them, and take them back."""

from __future__ import annotations

import base64
import binascii

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.crediting import claims, files, services
from masterpoint.centre.crediting.returns import (
    CreditReturn,
    ReturnFile,
    grades_of,
    read_heading,
    takes_returns,
    uses_credit_files,
)
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.file_size import LIMIT
from masterpoint.web.common import CSV, SignedInRequest, download, page_of, query_without_page, show_problems

RETURNS_A_PAGE = 50


@login_required
def my_returns(request: SignedInRequest) -> HttpResponse:
    """The organisations for which this account may report points."""
    rows = [row for row in access.organisations_for(request.user, Action.FILE) if takes_returns(row.federation)]
    return choose_organisation(request, rows, "credit-returns", "Points to report")


def choose_organisation(request: SignedInRequest, rows: list[Organisation], target: str, title: str) -> HttpResponse:
    """The page of the only organisation, or a list of several."""
    if not rows:
        raise Http404
    if len(rows) == 1:
        return redirect(target, code=rows[0].federation_id, organisation_number=rows[0].number)
    context = {"page": page_of(request, rows, 200), "query": "", "target": target, "title": title}
    return render(request, "masterpoint/credits/organisations.html", context)


@login_required
def returns(request: SignedInRequest, code: str, organisation_number: str) -> HttpResponse:
    """Earlier returns, and the form for more files."""
    organisation = reporting_organisation(request, code, organisation_number)
    context = {
        "federation": organisation.federation,
        "organisation": organisation,
        "credit_files": uses_credit_files(organisation.federation),
        "grades": grades_of(organisation.federation),
        "may_file_late": access.may(request.user, Action.APPROVE, organisation),
        "page": page_of(request, services.postings(organisation), RETURNS_A_PAGE),
        "query": query_without_page(request),
        "fields": request.POST if request.method == "POST" else {},
        "may_take_back": access.may(request.user, Action.CORRECT, organisation),
        "problems": (),
        "credit_return": None,
    }
    if request.method != "POST":
        return render(request, "masterpoint/credits/returns.html", context)
    try:
        credit_return = _read_return(request, organisation)
        if "post" in request.POST:
            late_reason = request.POST.get("late_reason", "")[:300]
            posting = services.post_return(credit_return, by=request.user, late_reason=late_reason)
            messages.success(request, f"Posted as reported, as number {posting.number} of the ledger.")
            return redirect("credit-returns", code=code, organisation_number=organisation_number)
        services.require_postable(credit_return)
    except MasterpointError as error:
        if isinstance(error, access.NotAllowed):
            raise
        return render(request, "masterpoint/credits/returns.html", context | {"problems": error.problems})
    encoded_files = [(file.name, base64.b64encode(file.data).decode()) for file in credit_return.files]
    context |= {"credit_return": credit_return, "files": encoded_files}
    return render(request, "masterpoint/credits/returns.html", context)


def _read_return(request: SignedInRequest, organisation: Organisation) -> CreditReturn:
    """The uploaded files, or those that the preview sent back."""
    heading, problems = read_heading(organisation.federation, request.POST.dict())
    uploads = _returned_files(request) if "post" in request.POST else _uploaded_files(request, problems)
    colour = request.POST.get("colour", "")
    return files.read_files(organisation, uploads, heading, problems=problems, colour=colour)


def _uploaded_files(request: SignedInRequest, problems: list[Problem]) -> list[ReturnFile]:
    uploads = []
    for upload in request.FILES.getlist("file"):
        name = (upload.name or "file")[:100]
        if (upload.size or 0) > settings.MASTERPOINT_LARGEST_UPLOAD:
            problems.append(Problem(name, "", "this file is too large", f"split it into files under {LIMIT}"))
        else:
            uploads.append(ReturnFile(name, upload.read()))
    return uploads


def _returned_files(request: SignedInRequest) -> list[ReturnFile]:
    names, contents = request.POST.getlist("name"), request.POST.getlist("data")
    try:
        return [
            ReturnFile(name[:100], base64.b64decode(data, validate=True))
            for name, data in zip(names, contents, strict=True)
        ]
    except (ValueError, binascii.Error):
        raise NotReadable(Problem("files", "", "the files did not come back whole", "choose them again")) from None


@login_required
@require_POST
def take_back(request: SignedInRequest, code: str, organisation_number: str, number: int) -> HttpResponse:
    """Take back a wrong return, with a reason. Both postings stay in the ledger."""
    organisation = reporting_organisation(request, code, organisation_number)
    posting = get_object_or_404(services.postings(organisation), number=number)
    try:
        services.take_back(posting, organisation, by=request.user, reason=request.POST.get("reason", ""))
    except MasterpointError as error:
        if isinstance(error, access.NotAllowed):
            raise
        show_problems(request, error)
    else:
        messages.success(request, "Taken back: nobody has these points any more.")
    return redirect("credit-returns", code=code, organisation_number=organisation_number)


@login_required
def claims_file(request: SignedInRequest, code: str, organisation_number: str, number: int) -> HttpResponse:
    """A return as a claims file, for another system."""
    organisation = reporting_organisation(request, code, organisation_number)
    posting = get_object_or_404(services.postings(organisation), number=number)
    if uses_credit_files(organisation.federation):
        raise Http404
    try:
        content = claims.claims_of(posting, organisation)
    except NotReadable as error:
        show_problems(request, error)
        return redirect("credit-returns", code=code, organisation_number=organisation_number)
    return download(content, f"claims-{organisation.number}-{number}.csv", CSV)


def reporting_organisation(request: SignedInRequest, code: str, number: str) -> Organisation:
    """An organisation this account files for, in a federation that accepts reported points."""
    organisations = Organisation.objects.filter(federation=code, number=number).select_related("federation", "parent")
    organisation = organisations.first()
    if organisation is None or not takes_returns(organisation.federation):
        raise Http404
    if not access.may(request.user, Action.FILE, organisation):
        raise Http404
    return organisation
