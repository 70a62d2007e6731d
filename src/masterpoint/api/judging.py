"""Award and check: stateless, by the rules alone. Nothing is kept, and no account is needed."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest
from ninja import Router

from masterpoint import intake
from masterpoint.api import problems
from masterpoint.api.callers import anyone, measured
from masterpoint.api.openapi import EVENT_OR_FILE
from masterpoint.api.requests import Sent, sent
from masterpoint.api.schemas import AwardedOut, CheckOut
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError
from masterpoint.core.serialisation import result_as_data

router = Router(tags=["Awards"], auth=anyone("check"))


@router.post("/award", response=AwardedOut, operation_id="award", openapi_extra=EVENT_OR_FILE, by_alias=True)
def award(request: HttpRequest) -> dict[str, Any]:
    """What an event pays everybody, and why: an event in the vocabulary, or a results file in any known format."""
    with measured(request):
        imported = sent(request).take()
        return _awarded(imported, intake.judge(imported))


@router.post("/check", response=CheckOut, operation_id="check", openapi_extra=EVENT_OR_FILE, by_alias=True)
def check(request: HttpRequest) -> dict[str, Any]:
    """Everything wrong with a file at once, errors apart from warnings. A wrong file is a good answer: 200."""
    given = sent(request)
    with measured(request):
        checked = _checked(given)
    imported, result = checked.imported, checked.result
    good = not checked.errors
    return {
        "name": given.name,
        "good": good,
        "findings": [
            {"severity": finding.severity, **problems.with_prompt(finding.problem)} for finding in checked.findings
        ],
        "result": _awarded(imported, result) if good and imported and result else None,
        "preview": previewed(checked.preview) if checked.preview else None,
    }


def previewed(preview: intake.Preview) -> dict[str, Any]:
    """What players would receive whom no problem affects."""
    beside = {name: list(getattr(preview, name)) for name in ("assumed", "left_out", "notes")}
    return result_as_data(preview.result) | {"format": preview.format} | beside


def _checked(given: Sent) -> intake.CheckedFile:
    try:
        contents = given.contents()
    except MasterpointError as error:
        return intake.CheckedFile(tuple(intake.Finding("error", problem) for problem in error.problems))
    return intake.check_contents(contents, given.options(), today=date.today())


def _awarded(imported: intake.ImportedFile, result: Result) -> dict[str, Any]:
    return result_as_data(result) | {"format": imported.format, "assumed": list(imported.assumed)}
