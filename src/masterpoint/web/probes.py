"""Probes: whether the server is alive and ready, and its metrics. They are answered before anything else.

A probe uses neither the site's host name nor encryption, so this middleware comes before the checks of both.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST

from masterpoint.centre.operations import health, metrics

Answer = Callable[[HttpRequest], HttpResponse]


class ProbeMiddleware:
    """`/healthz`, `/readyz` and `/metrics`."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return PROBES.get(request.path_info, self.get_response)(request)


def alive(_: HttpRequest) -> HttpResponse:
    """The process answers. This says nothing about the database."""
    return HttpResponse("ok\n", content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """Whether requests may be sent here: the database answers, and its tables are of this version.

    The state of all other checks is for operators, and needs the token of the settings.
    """
    is_ready = all(check.state is not health.State.FAILING for check in health.essential_checks())
    data: dict[str, object] = {"ready": is_ready}
    if _has_token(request):
        data["checks"] = {check.name: check.state for check in health.all_checks()}
    return HttpResponse(json.dumps(data), status=200 if is_ready else 503, content_type="application/json")


def figures(request: HttpRequest) -> HttpResponse:
    """Metrics for Prometheus. They need the token of the settings; if none is set, the page does not exist."""
    if not _has_token(request):
        return HttpResponse("Not found\n", status=404, content_type="text/plain")
    return HttpResponse(metrics.exposition(), content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    """Whether the request has the token of the settings; never if none is set."""
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    token = settings.MASTERPOINT_METRICS_TOKEN
    return bool(token) and kind == "Bearer" and secrets.compare_digest(secret.encode(), token.encode())


PROBES: dict[str, Answer] = {"/healthz": alive, "/readyz": ready, "/metrics": figures}
