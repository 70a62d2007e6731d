"""Check a file without an account: what it pays, why, and everything that is wrong with it. Nothing is stored."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from masterpoint import intake, schemes
from masterpoint.centre.filing import explaining
from masterpoint.centre.registry.own_records import home_scheme
from masterpoint.core.errors import Problem
from masterpoint.core.file_size import LIMIT
from masterpoint.intake import Finding, Options
from masterpoint.intake.checking import AWARD_FIX, SCORING_FIX
from masterpoint.web.common import user_of
from masterpoint.web.wording import fix_of, location_of

MAX_EMBEDDED_BYTES = 400_000
"""Files up to this size are embedded in the page, so that users need not choose them again to fill in what is missing.
"""
OPTIONS_ASKED = ("scheme", "boards", "day", "scoring", "colour", "session")
SCORINGS = {
    "": "Choose",
    "matchpoints": "Match points",
    "cross-imps": "Cross-IMPs",
    "butler": "Butler IMPs",
    "aggregate": "Total points",
}
FIXES_WITH_TABLES = (AWARD_FIX, SCORING_FIX)
"""Fixes of findings that have their own tables on a page."""


UNREAD: dict[str, Any] = {
    "name": "",
    "checked": False,
    "problems": (),
    "prompts": [],
    "again": "",
    "warnings": [],
    "imported": None,
    "judged": None,
    "awards": [],
    "differences": [],
    "compared": False,
    "preview": None,
}
"""What a page shows of a file that has not been read."""


class Upload(NamedTuple):
    name: str
    data: bytes | None
    """None if the file is too large."""


class GroupedWarning(NamedTuple):
    """A warning that applies to several places of a file, shown once."""

    message: str
    fix: str
    places: list[tuple[str, str]]
    """Each place, and the value there."""


def check(request: HttpRequest) -> HttpResponse:
    choices = {"": "As the file says"} | {code: federation.name for code, federation in schemes.FEDERATIONS.items()}
    context = UNREAD | {"schemes": choices, "scorings": SCORINGS, "fields": request.POST.dict()}
    upload = _read_upload(request)
    if upload is not None:
        context |= _check_context(upload, request.POST, home_scheme(user_of(request)))
    return render(request, "masterpoint/check.html", context)


def _read_upload(request: HttpRequest) -> Upload | None:
    """The file of the form, or the one embedded in the previous page."""
    upload = request.FILES.get("file")
    if upload is not None:
        return Upload(upload.name or "file", bytes_of(upload))
    if "again" in request.POST:
        try:
            data = base64.b64decode(request.POST["again"], validate=True)
        except binascii.Error:
            return None
        return Upload(request.POST.get("name", "")[:200] or "file", data)
    return None


def _check_context(upload: Upload, fields: Mapping[str, str], home: str) -> dict[str, Any]:
    name, data = upload
    if data is None:
        return {"problems": [too_large(name)], "name": name}
    options = options_of(fields, fields.get("scheme", ""), home=home)
    report = intake.check(data, name, options, today=date.today())
    imported, result = report.imported, report.result
    context: dict[str, Any] = {"name": name, "checked": True, "problems": report.errors}
    if imported is None or result is None:
        encoded = base64.b64encode(data).decode() if len(data) <= MAX_EMBEDDED_BYTES else ""
        questions = {"prompts": prompts_of(report.errors), "again": encoded}
        return context | questions | {"warnings": group_warnings(report.findings)} | preview_context(report.preview)
    result_data = explaining.for_page(result)
    return context | {
        "warnings": group_warnings(
            [finding for finding in report.findings if finding.problem.fix not in FIXES_WITH_TABLES]
        ),
        "imported": imported,
        "judged": result_data,
        "awards": explaining.awards_for_page(result_data),
        "differences": report.differences,
        "compared": intake.has_file_awards(imported),
        "preview": report.preview,
    }


def preview_context(preview: intake.Preview | None) -> dict[str, Any]:
    """The awards of players whom no problem affects, for a page."""
    if preview is None:
        return {}
    data = explaining.for_page(preview.result)
    return {"preview": preview, "judged": data, "awards": explaining.awards_for_page(data)}


def group_warnings(findings: Sequence[Finding]) -> list[GroupedWarning]:
    """Warnings grouped by text, each with all its places."""
    places_by_warning: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for finding in findings:
        if finding.severity == "warning":
            problem = finding.problem
            key = (problem.message, fix_of(problem))
            places_by_warning.setdefault(key, []).append((location_of(problem), problem.value))
    return [GroupedWarning(message, fix.rstrip("."), places) for (message, fix), places in places_by_warning.items()]


def prompts_of(problems: Sequence[Problem]) -> list[str]:
    """The fields that a form can offer to fix these problems."""
    names = {problem.prompt for problem in problems}
    return [prompt for prompt in OPTIONS_ASKED if prompt in names]


def options_of(fields: Mapping[str, Any], scheme: str, level: str = "", *, home: str = "") -> Options:
    """How to read a file, from the fields of a form."""
    boards, day = str(fields.get("boards", "")), str(fields.get("day", ""))
    try:
        day_of_play = date.fromisoformat(day) if day else None
    except ValueError:
        day_of_play = None
    return Options(
        scheme=scheme,
        home=home,
        home_level=level,
        level=str(fields.get("level", "")),
        grade=str(fields.get("grade", "")),
        colour=str(fields.get("colour", "")),
        form=str(fields.get("form", "")),
        session=str(fields.get("session", "")),
        scoring=str(fields.get("scoring", "")),
        boards=int(boards) if boards.isdecimal() and boards.isascii() and 0 < int(boards) <= 2000 else None,
        day=day_of_play,
    )


def bytes_of(upload: Any) -> bytes | None:
    """The content of an upload; None if it is too large for a results file."""
    return None if upload.size > settings.MASTERPOINT_LARGEST_UPLOAD else upload.read()


def too_large(name: str) -> Problem:
    fix = f"Send the results of one event, at most {LIMIT}."
    return Problem(name, "", "This file is too large for a results file.", fix)
