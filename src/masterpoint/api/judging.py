"""Award and check events by the rules alone. This is stateless: nothing is stored, and no account is needed."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest
from ninja import Router

from masterpoint import intake
from masterpoint.api import problems
from masterpoint.api.callers import anyone, work_limit
from masterpoint.api.openapi import EVENT_OR_FILE
from masterpoint.api.requests import Submission, read_submission
from masterpoint.api.schemas import AwardedOut, CheckOut
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError
from masterpoint.core.serialisation import result_as_data

router = Router(tags=["Awards"], auth=anyone("check"))


@router.post("/award", response=AwardedOut, operation_id="award", openapi_extra=EVENT_OR_FILE, by_alias=True)
def award(request: HttpRequest) -> dict[str, Any]:
    """What an event pays everybody, and why. Send an event in the vocabulary, or a results file in any known format."""
    with work_limit(request):
        imported = read_submission(request).read_event()
        return _award_data(imported, intake.judge(imported))


@router.post("/check", response=CheckOut, operation_id="check", openapi_extra=EVENT_OR_FILE, by_alias=True)
def check(request: HttpRequest) -> dict[str, Any]:
    """Everything wrong with a file at once: errors and warnings. The status is 200 even if the file is wrong."""
    submission = read_submission(request)
    with work_limit(request):
        report = _check(submission)
    imported, result = report.imported, report.result
    good = not report.errors
    return {
        "name": submission.name,
        "good": good,
        "findings": [
            {"severity": finding.severity, **problems.with_prompt(finding.problem, is_event=submission.is_event)}
            for finding in report.findings
        ],
        "result": _award_data(imported, result) if good and imported and result else None,
        "preview": preview_data(report.preview) if report.preview else None,
    }


def preview_data(preview: intake.Preview) -> dict[str, Any]:
    """The awards of players whom no problem affects."""
    lists = {name: list(getattr(preview, name)) for name in ("assumed", "left_out", "notes")}
    return result_as_data(preview.result) | {"format": preview.format} | lists


def _check(submission: Submission) -> intake.CheckedFile:
    try:
        contents = submission.contents()
    except MasterpointError as error:
        return intake.CheckedFile(tuple(intake.Finding("error", problem) for problem in error.problems))
    return intake.check_contents(contents, submission.options(), today=date.today())


def _award_data(imported: intake.ImportedFile, result: Result) -> dict[str, Any]:
    return result_as_data(result) | {"format": imported.format, "assumed": list(imported.assumed)}
