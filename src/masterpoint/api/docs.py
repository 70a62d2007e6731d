"""The documentation on one page, generated from the OpenAPI document, without scripts or external resources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from masterpoint.api import problems
from masterpoint.api.v1 import api
from masterpoint.centre import limits
from masterpoint.centre.accounts import tokens


class Operation(NamedTuple):
    """An operation as shown on the page."""

    id: str
    method: str
    path: str
    summary: str
    parameters: list[dict[str, Any]]
    takes: list[str]
    answers: list[str]
    scope: str
    needs_token: bool


def page(request: HttpRequest) -> HttpResponse:
    """Every operation, every type of problem, and how to begin."""
    document = api.get_openapi_schema()
    groups: dict[str, list[Operation]] = {}
    for tag, operation in operations(document):
        groups.setdefault(tag, []).append(operation)
    context = {
        "document": document,
        "groups": groups,
        "kinds": problems.EVERY_KIND,
        "scopes": tokens.SCOPES,
        "limits": {kind: limits.limit_of(kind) for kind in ("address", "token")},
    }
    return render(request, "masterpoint/api_docs.html", context)


def operations(document: dict[str, Any]) -> Iterator[tuple[str, Operation]]:
    for path, methods in document["paths"].items():
        for method, data in methods.items():
            yield (
                data["tags"][0],
                Operation(
                    id=data["operationId"],
                    method=method.upper(),
                    path=path,
                    summary=data["description"],
                    parameters=[{"description": ""} | parameter for parameter in data["parameters"]],
                    takes=list(data.get("requestBody", {}).get("content", {})),
                    answers=[str(status) for status in data["responses"]],
                    scope=data["security"][-1]["Bearer"][0],
                    needs_token={} not in data["security"],
                ),
            )
