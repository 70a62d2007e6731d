"""The conformance suite: a page that explains it, and its files."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import condition

from masterpoint.conformance.suite import full_suite
from masterpoint.conformance.vocabulary import event_schema
from masterpoint.core.events import VOCABULARY
from masterpoint.web.books import edition_or_404

MAX_AGE = 3600
"""The number of seconds for which a cached copy may be used."""


def conformance(request: HttpRequest) -> HttpResponse:
    suite = full_suite()
    example = next(case for case in suite.cases if case.awards and 3 < len(case.awards[0].points) < 7)
    return render(request, "masterpoint/conformance.html", {"suite": suite, "example": example})


def _version(_request: HttpRequest, scheme: str = "", edition: str = "") -> str:
    return f'"{full_suite().version}"'


@condition(etag_func=_version)
def suite(_request: HttpRequest, scheme: str = "", edition: str = "") -> HttpResponse:
    """All cases, or those of one edition."""
    cases = full_suite()
    name = f"masterpoint-conformance-{cases.version}.json"
    if scheme:
        book = edition_or_404(scheme, edition)
        cases = cases.select(scheme=scheme, edition=book.name)
        name = f"masterpoint-conformance-{scheme}-{book.name}-{cases.version}.json"
    return _download(cases.as_json(), name)


def event_vocabulary(_request: HttpRequest) -> HttpResponse:
    """The vocabulary of the suite's events, as JSON Schema."""
    schema = event_schema(timezone.localdate())
    return _download(json.dumps(schema, indent=1).encode(), f"masterpoint-events-{VOCABULARY}.schema.json")


def _download(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = f"public, max-age={MAX_AGE}"
    return response
