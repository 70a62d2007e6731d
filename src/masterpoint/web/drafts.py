"""File results: upload a file, see what it pays and why, identify unknown players, file it, and keep the receipt."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint import schemes
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import correcting, deciding, queries, services
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.errors import MasterpointError, NotReadable
from masterpoint.intake.added_fields import added_fields
from masterpoint.web import calculating
from masterpoint.web.checking import SCORINGS, bytes_of, too_large
from masterpoint.web.common import SignedInRequest, day_of, organisation_in, show_problems
from masterpoint.web.draft_decisions import own_draft, search_for
from masterpoint.web.filings import filing_of
from masterpoint.web.previews import DraftPreview, event_in, preview_of
from masterpoint.web.receipts import show_receipt, summary

MAX_FILES = 20
MAX_ADDITION_LENGTH = 2000
"""The maximum length of fields and facts added to a file, in characters."""
CHOICES = ("level", "grade", "colour", "form", "boards", "day", "scoring", "session")


@login_required
def file(request: SignedInRequest) -> HttpResponse:
    """Upload a file. It becomes a draft, so that nothing is lost when the tab is closed."""
    organisations = access.organisations_for(request.user, Action.FILE)
    if request.method == "POST":
        organisation = organisation_in(organisations, request.POST, "organisation")
        uploads = request.FILES.getlist("file")[: 1 if "corrects" in request.POST else MAX_FILES]
        if not uploads or organisation is None:
            messages.error(request, "Choose the organisation and a file.")
            return redirect("file")
        keys = [key for upload in uploads if (key := _save_draft(request, upload, organisation))]
        if keys:
            Draft.objects.filter(user=request.user, key=request.POST.get("instead", "")).delete()
        return redirect("draft", key=keys[0]) if len(keys) == 1 else redirect("file")
    drafts = Draft.objects.filter(user=request.user).select_related("organisation", "federation", "corrects")
    waiting = [DraftPreview(draft, preview_of(draft)) for draft in drafts.order_by("-created_at")[:MAX_FILES]]
    context = {
        "organisations": organisations,
        "waiting": waiting,
        "in_order": sum(1 for draft in waiting if draft.in_order),
        "default_organisation": default_organisation(request.user, organisations),
        "corrects": None,
    }
    receipt = request.GET.get("corrects", "")
    if receipt:
        corrects = filing_of(request, receipt)
        queries.require_may_correct(request.user, corrects)
        context |= {"corrects": corrects, "organisations": [corrects.organisation]}
    return render(request, "masterpoint/file.html", context)


def _save_draft(request: SignedInRequest, upload: Any, organisation: Organisation) -> str:
    """Save a file as a draft and return its key. If it is too large, show a message."""
    data = bytes_of(upload)
    if data is None:
        show_problems(request, NotReadable(too_large(upload.name or "file")))
        return ""
    return Draft.objects.create(
        key=secrets.token_urlsafe(32),
        federation=organisation.federation,
        organisation=organisation,
        user=request.user,
        original=data,
        original_name=(upload.name or "file")[:200],
        corrects=_filing_to_correct(request, organisation),
    ).key


@login_required
@require_POST
def file_all(request: SignedInRequest) -> HttpResponse:
    """File every draft without problems, each with its own receipt. The others wait."""
    drafts = Draft.objects.filter(user=request.user).select_related("organisation", "federation", "corrects")
    for waiting in drafts.order_by("created_at")[:MAX_FILES]:
        if not DraftPreview(waiting, preview_of(waiting)).in_order:
            continue
        access.require(request.user, Action.FILE, waiting.filed_for)
        try:
            receipt = _file(request, waiting)
        except MasterpointError as error:
            show_problems(request, error)
        else:
            messages.success(request, f"{waiting.original_name}: filed. {summary(receipt)}")
            waiting.delete()
    return redirect("file")


def default_organisation(user: User, organisations: list[Organisation]) -> Organisation | None:
    """The organisation for which this account filed last, or its first club, so that users need not choose."""
    latest = queries.filings_by(user).first()
    clubs = [organisation for organisation in organisations if organisation.level == "club"]
    return latest.organisation if latest else (clubs[0] if clubs else None)


def _filing_to_correct(request: SignedInRequest, organisation: Organisation) -> Filing | None:
    receipt = request.POST.get("corrects", "")
    if not receipt:
        return None
    filing = get_object_or_404(Filing, receipt=receipt, organisation=organisation)
    queries.require_may_correct(request.user, filing)
    return filing


@login_required
def draft(request: SignedInRequest, key: str) -> HttpResponse:
    """The preview: awards with explanations, unknown players, assumptions, and whether it was filed before."""
    waiting = own_draft(request, key)
    if request.method == "POST":
        try:
            added_fields(request.POST.get("more", "")[:MAX_ADDITION_LENGTH].splitlines())
        except NotReadable as error:
            show_problems(request, error)
            return redirect("draft", key=key)
        waiting.choices = _merged_choices(waiting.choices, request.POST)
        waiting.save(update_fields=["choices"])
        return redirect("draft", key=key)
    preview = preview_of(waiting)
    edition = schemes.edition_or_first(waiting.federation.scheme, _day_of(waiting, preview))
    context = preview | {
        "draft": waiting,
        "judged": preview["judged"] or {"edition": edition.title},
        "forms": {"": "As the file says"} | {form: calculating.ALL_FORMS[form] for form in edition.forms},
        "grades": calculating.grades(edition),
        "scorings": SCORINGS,
        "search": search_for(waiting, request.GET),
    }
    return render(request, "masterpoint/draft.html", context)


def _day_of(waiting: Draft, preview: Mapping[str, Any]) -> date:
    """The day of play from the file or the form; today if neither has one."""
    imported = preview["imported"]
    return imported.event.day if imported else day_of(waiting.choices.get("day", "")) or date.today()


@login_required
@require_POST
def file_draft(request: SignedInRequest, key: str) -> HttpResponse:
    """File a draft in one step, with a receipt. Filing the same event again changes nothing."""
    waiting = own_draft(request, key)
    if waiting.corrects:
        queries.require_may_correct(request.user, waiting.corrects)
    else:
        access.require(request.user, Action.FILE, waiting.filed_for)
    try:
        receipt = _file(request, waiting)
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("draft", key=key)
    waiting.delete()
    show_receipt(request, receipt)
    return redirect("filing", receipt=receipt.filing.receipt)


def _file(request: SignedInRequest, waiting: Draft) -> services.Receipt:
    imported = event_in(waiting)
    original = services.Original(bytes(waiting.original), waiting.original_name, imported.format, imported)
    decisions = deciding.decisions_of(waiting)
    if waiting.corrects is not None:
        return correcting.correct(
            waiting.corrects,
            imported.event,
            original,
            by=request.user,
            reason=request.POST.get("reason", "")[:300],
            choices=decisions.people,
            not_same_as=decisions.not_same_as,
            organiser_confirmed=decisions.organiser_confirmed,
        )
    return services.file_event(
        waiting.filed_for,
        imported.event,
        original,
        by=request.user,
        late_reason=request.POST.get("late_reason", "")[:300],
        choices=decisions.people,
        not_same_as=decisions.not_same_as,
        organiser_confirmed=decisions.organiser_confirmed,
    )


@login_required
@require_POST
def discard(request: SignedInRequest, key: str) -> HttpResponse:
    """Delete a draft."""
    get_object_or_404(Draft, key=key, user=request.user).delete()
    messages.success(request, "Draft deleted. Nothing was filed.")
    return redirect("file")


def _merged_choices(choices: dict[str, Any], fields: Mapping[str, str]) -> dict[str, Any]:
    added = {"more": fields["more"][:MAX_ADDITION_LENGTH]} if "more" in fields else {}
    return choices | {key: str(fields.get(key, ""))[:60] for key in CHOICES if key in fields} | added
