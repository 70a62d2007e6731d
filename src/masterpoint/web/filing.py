"""Filing results: drop a file, see what it pays and why, say who unknown players are, file it, keep the receipt."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint import schemes
from masterpoint.centre import intake
from masterpoint.centre.filing import correcting, ending, explaining, judging, months, queries, services
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry import access
from masterpoint.centre.registry import services as registry
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.telling import result_as_data
from masterpoint.formats.to_event import Options
from masterpoint.web.common import organisation_in, page_of, query_without_page, tell

FILINGS_A_PAGE = 50
CHOICES = ("level", "grade", "colour", "form", "boards", "day", "session")


def check(request: HttpRequest) -> HttpResponse:
    """Check a file without an account: nothing is kept."""
    context: dict[str, Any] = {"schemes": schemes.FEDERATIONS, "chosen": request.POST}
    upload = request.FILES.get("file")
    if request.method == "POST" and upload is not None:
        context |= _checked(upload.name or "file", _bytes(upload), request.POST)
    return render(request, "masterpoint/check.html", context)


def _checked(name: str, data: bytes | None, told: Mapping[str, str]) -> dict[str, Any]:
    if data is None:
        return {"problems": [_too_large(name)], "name": name}
    scheme = told.get("scheme", "")
    options = _options(told, scheme)
    findings = intake.check(data, name, lambda: intake.take(data, name, options), scheme, date.today())
    context: dict[str, Any] = {"name": name, "findings": findings, "checked": True}
    try:
        taken = intake.take(data, name, options)
        result = schemes.award(taken.event)
    except MasterpointError as error:
        return context | {"problems": error.problems}
    data_told = result_as_data(result)
    return context | {
        "taken": taken,
        "told": data_told,
        "awards": explaining.everything(data_told),
        "differences": intake.award_differences(taken, result),
        "compared": intake.has_file_awards(taken),
    }


@login_required
def file(request: HttpRequest) -> HttpResponse:
    """Drop a file: it becomes a draft that a closed tab does not lose."""
    organisations = access.organisations_for(request.user, Action.FILE)
    if request.method == "POST":
        upload = request.FILES.get("file")
        organisation = organisation_in(organisations, request.POST, "organisation")
        if upload is None or organisation is None:
            messages.error(request, "Choose the organisation and a file.")
            return redirect("file")
        data = _bytes(upload)
        if data is None:
            tell(request, NotReadable(_too_large(upload.name or "file")))
            return redirect("file")
        draft = Draft.objects.create(
            key=secrets.token_urlsafe(32),
            federation=organisation.federation,
            organisation=organisation,
            user=request.user,
            original=data,
            original_name=(upload.name or "file")[:200],
            corrects=_corrected(request, organisation),
        )
        return redirect("draft", key=draft.key)
    drafts = Draft.objects.filter(user=request.user).select_related("organisation").order_by("-created_at")[:10]
    context = {"organisations": organisations, "drafts": drafts, "usual": _usual(request, organisations)}
    receipt = request.GET.get("corrects", "")
    if receipt:
        corrects = _filing(request, receipt)
        access.require(request.user, Action.CORRECT, corrects.organisation)
        context |= {"corrects": corrects, "organisations": [corrects.organisation]}
    return render(request, "masterpoint/file.html", context)


def _usual(request: HttpRequest, organisations: list[Organisation]) -> Organisation | None:
    """The organisation this account filed for last, or its only club: nothing need be chosen."""
    last = queries.filings_by(request.user).first()
    clubs = [one for one in organisations if one.level == "club"]
    return last.organisation if last else (clubs[0] if clubs else None)


def _corrected(request: HttpRequest, organisation: Organisation) -> Filing | None:
    receipt = request.POST.get("corrects", "")
    if not receipt:
        return None
    filing = get_object_or_404(Filing, receipt=receipt, organisation=organisation)
    access.require(request.user, Action.CORRECT, organisation)
    return filing


@login_required
def draft(request: HttpRequest, key: str) -> HttpResponse:
    """The preview: awards with explanations, unknown players, what was assumed, and whether it was filed before."""
    found = get_object_or_404(Draft.objects.select_related("organisation", "corrects"), key=key, user=request.user)
    if request.method == "POST":
        found.choices = _merged_choices(found.choices, request.POST)
        found.save(update_fields=["choices"])
        return redirect("draft", key=key)
    forms = schemes.edition_for(found.federation.scheme).forms
    return render(request, "masterpoint/draft.html", {"draft": found, "forms": list(forms)} | _preview(found))


def _preview(found: Draft) -> dict[str, Any]:
    try:
        taken = _taken(found)
        seen = services.preview(found.organisation, taken.event, found.choices.get("people", {}))
    except MasterpointError as error:
        return {"problems": error.problems, "options": found.choices}
    told = result_as_data(seen.result)
    context: dict[str, Any] = {
        "problems": _month_problems(found, taken.event.day),
        "taken": taken,
        "seen": seen,
        "told": told,
        "awards": explaining.everything(told),
        "options": found.choices,
        "differences": intake.award_differences(taken, seen.result),
        "compared": intake.has_file_awards(taken),
    }
    if context["problems"] and access.may(found.user, Action.APPROVE, found.organisation):
        context |= {"problems": [], "late": months.state_of(found.federation, taken.event.day)}
    nameless = judging.unnamed(seen.result)
    if nameless:
        says = f"{len(nameless)} entries earn points but name no players"
        context["problems"] = [*context["problems"], Problem("players", "", says, "put the players into the file")]
    context["ready"] = not (seen.unknown or seen.already or context["problems"])
    if found.corrects is not None:
        before = queries.current_version(found.corrects)
        lines = [(line.person, line.colour, line.hundredths) for line in judging.lines_of(seen.result, seen.known)]
        change = queries.gains_and_losses(before, lines)
        people = Person.objects.in_bulk({person for person, _ in change})
        changes = sorted(change.items(), key=lambda one: (-one[1], one[0]))
        context["changes"] = [(people[person], colour, amount) for (person, colour), amount in changes]
        context["ready"] = not (seen.unknown or context["problems"])
    return context


def _month_problems(found: Draft, day: date) -> list[Problem]:
    """A closed month takes corrections only: said before the button is pressed, not after."""
    if found.corrects is not None:
        return []
    try:
        months.require_open_month(found.organisation, day)
    except months.MonthClosed as error:
        return list(error.problems)
    return []


@login_required
@require_POST
def file_draft(request: HttpRequest, key: str) -> HttpResponse:
    """One step: filed, with a receipt. The same event again changes nothing."""
    found = get_object_or_404(Draft.objects.select_related("organisation", "corrects"), key=key, user=request.user)
    organisation = found.organisation
    action = Action.CORRECT if found.corrects else Action.FILE
    access.require(request.user, action, organisation)
    try:
        taken = _taken(found)
        original = services.Original(bytes(found.original), found.original_name, taken.format, taken)
        decided = found.choices.get("people", {})
        if found.corrects is not None:
            reason = request.POST.get("reason", "")[:300]
            receipt = correcting.correct(
                found.corrects, taken.event, original, by=request.user, reason=reason, decided=decided
            )
        else:
            late = request.POST.get("late_reason", "")[:300]
            receipt = services.file_event(
                organisation, taken.event, original, by=request.user, decided=decided, late_reason=late
            )
    except MasterpointError as error:
        tell(request, error)
        return redirect("draft", key=key)
    found.delete()
    if receipt.already:
        messages.warning(request, f"Already filed on {receipt.filing.filed_at:%-d %B %Y}: nothing changed.")
    else:
        messages.success(request, f"Filed. Your receipt number is {receipt.filing.receipt}.")
    if receipt.undone:
        names = ", ".join(f"{one.person.name} ({one.rank})" for one in receipt.undone)
        messages.warning(
            request, f"Promotions already announced no longer stand on the points held: {names}. The office is told."
        )
    return redirect("filing", receipt=receipt.filing.receipt)


@login_required
@require_POST
def discard(request: HttpRequest, key: str) -> HttpResponse:
    """A draft that is not wanted after all."""
    get_object_or_404(Draft, key=key, user=request.user).delete()
    messages.success(request, "Put away. Nothing was filed.")
    return redirect("file")


@login_required
@require_POST
def decide(request: HttpRequest, key: str) -> HttpResponse:
    """Who an unknown player is: "this is them", or a new person whose points are held."""
    found = get_object_or_404(Draft.objects.select_related("organisation__federation"), key=key, user=request.user)
    access.require(request.user, Action.FILE, found.organisation)
    player, person = request.POST.get("player", "")[:200], request.POST.get("person", "")
    if person == "new":
        given, _, family = request.POST.get("name", "").strip().rpartition(" ")
        try:
            chosen = registry.register(
                found.federation,
                given[:80],
                family[:80],
                on=date.today(),
                by=request.user,
                club=found.organisation,
                status=Person.Status.POTENTIAL,
            )
        except MasterpointError as error:
            tell(request, error)
            return redirect("draft", key=key)
    else:
        chosen = get_object_or_404(Person, pk=person if person.isdigit() else 0, federation=found.federation)
    people = found.choices.get("people", {}) | {player: chosen.pk}
    found.choices = found.choices | {"people": people}
    found.save(update_fields=["choices"])
    return redirect("draft", key=key)


@login_required
def filings(request: HttpRequest) -> HttpResponse:
    own = queries.filings_by(request.user)
    kept = access.organisations_for(request.user, Action.FILE)
    context = {
        "page": page_of(request, own, FILINGS_A_PAGE),
        "others": queries.filings_of(kept).exclude(filed_by=request.user)[:FILINGS_A_PAGE],
        "query": query_without_page(request),
    }
    return render(request, "masterpoint/filings.html", context)


@login_required
def filing(request: HttpRequest, receipt: str) -> HttpResponse:
    """One filing: its state, its awards explained, its versions."""
    found = _filing(request, receipt)
    version = queries.current_version(found)
    told = judging.unpacked(version.result)
    context = {
        "filing": found,
        "version": version,
        "versions": found.versions.order_by("-number").select_related("by"),
        "told": told,
        "awards": explaining.everything(told),
        "may_correct": access.may(request.user, Action.CORRECT, found.organisation),
        "may_approve": access.may(request.user, Action.APPROVE, found.organisation),
        "undone": Promotion.objects.filter(flagged__startswith=found.receipt).select_related("person__home_club"),
    }
    return render(request, "masterpoint/filing.html", context)


@login_required
@require_POST
def end(request: HttpRequest, receipt: str) -> HttpResponse:
    """Withdraw or reject, with a reason."""
    found = _filing(request, receipt)
    reject = "reject" in request.POST
    access.require(request.user, Action.APPROVE if reject else Action.CORRECT, found.organisation)
    act = ending.reject if reject else ending.withdraw
    try:
        act(found, by=request.user, reason=request.POST.get("reason", "")[:300])
    except MasterpointError as error:
        tell(request, error)
    else:
        messages.success(request, "Rejected." if reject else "Withdrawn: the points have been taken back.")
    return redirect("filing", receipt=receipt)


@login_required
def original(request: HttpRequest, receipt: str, number: int) -> HttpResponse:
    """The file as it came, to be saved, never shown."""
    version = get_object_or_404(_filing(request, receipt).versions, number=number)
    response = HttpResponse(bytes(version.original), content_type="application/octet-stream")
    safe = "".join(char for char in version.original_name if char.isalnum() or char in "._- ")[:100] or "file"
    response["Content-Disposition"] = f'attachment; filename="{safe}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _filing(request: HttpRequest, receipt: str) -> Filing:
    found = get_object_or_404(Filing.objects.select_related("organisation__federation", "filed_by"), receipt=receipt)
    if found.filed_by_id != request.user.pk and not access.may(request.user, Action.FILE, found.organisation):
        raise Http404
    return found


def _taken(found: Draft) -> intake.Taken:
    scheme = found.federation.scheme
    return intake.take(
        bytes(found.original), found.original_name, _options(found.choices, scheme, found.organisation.level)
    )


def _options(told: Mapping[str, Any], scheme: str, level: str = "") -> Options:
    boards, day = str(told.get("boards", "")), str(told.get("day", ""))
    try:
        played = date.fromisoformat(day) if day else None
    except ValueError:
        played = None
    return Options(
        scheme=scheme,
        level=str(told.get("level", "")) or level,
        grade=str(told.get("grade", "")),
        colour=str(told.get("colour", "")),
        form=str(told.get("form", "")),
        session=str(told.get("session", "")),
        boards=int(boards) if boards.isdigit() and 0 < int(boards) <= 2000 else None,
        day=played,
    )


def _merged_choices(before: dict[str, Any], told: Mapping[str, str]) -> dict[str, Any]:
    return before | {key: str(told.get(key, ""))[:60] for key in CHOICES if key in told}


def _bytes(upload: Any) -> bytes | None:
    return None if upload.size > settings.MASTERPOINT_LARGEST_UPLOAD else upload.read()


def _too_large(name: str) -> Problem:
    return Problem(
        name, "", "this file is too large", "a results file is smaller than 10 MB: check that it is the right one"
    )
