"""Award and check: stateless, by the rules alone. Nothing is kept, and no account is needed."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

from django.http import HttpRequest
from ninja import Router

from masterpoint import schemes
from masterpoint.api import problems
from masterpoint.api.callers import anyone
from masterpoint.api.openapi import EVENT_OR_FILE
from masterpoint.api.requests import sent
from masterpoint.api.schemas import AwardedOut, CheckOut
from masterpoint.centre import intake
from masterpoint.core.serialisation import result_as_data

router = Router(tags=["Awards"], auth=anyone("check"))


@router.post("/award", response=AwardedOut, operation_id="award", openapi_extra=EVENT_OR_FILE, by_alias=True)
def award(request: HttpRequest):
    """What an event pays everybody, and why: an event in the vocabulary, or a results file in any known format."""
    return _awarded(sent(request).take())


@router.post("/check", response=CheckOut, operation_id="check", openapi_extra=EVENT_OR_FILE, by_alias=True)
def check(request: HttpRequest):
    """Everything wrong with a file at once, errors apart from warnings. A wrong file is a good answer: 200."""
    given = sent(request)
    take = cache(given.take)
    findings = intake.check(given.data, given.name, take, given.added.scheme, date.today())
    good = all(one.severity != "error" for one in findings)
    return {
        "name": given.name,
        "good": good,
        "findings": [{"severity": one.severity, **problems.with_offer(one.problem)} for one in findings],
        "result": _awarded(take()) if good else None,
    }


def _awarded(taken: intake.ImportedFile) -> dict[str, Any]:
    fields = result_as_data(schemes.award(taken.event))
    return fields | {"format": taken.format, "assumed": list(taken.assumed)}
