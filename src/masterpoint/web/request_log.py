"""Every request has a number: in the log, in the answer's headers and on error pages."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from masterpoint.centre.logs import request_id
from masterpoint.centre.operations import requests

HEADER = "X-Request-ID"
SOUND = re.compile(r"[A-Za-z0-9-]{8,64}")
log = logging.getLogger("masterpoint.requests")


class RequestLog:
    """A line for each request, and a count for the metrics."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = request_id.set(_number(request))
        begun = time.monotonic()
        try:
            response = self.get_response(request)
            response[HEADER] = request_id.get()
            _note(request, response, round((time.monotonic() - begun) * 1000))
            return response
        finally:
            request_id.reset(number)


def _number(request: HttpRequest) -> str:
    """Our own proxy's number, if it sends one; else a new one."""
    given = request.headers.get(HEADER, "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return given if SOUND.fullmatch(given) else uuid.uuid4().hex[:16]


def _note(request: HttpRequest, response: HttpResponse, milliseconds: int) -> None:
    requests.note(request.method or "", response.status_code, milliseconds)
    fields = {"method": request.method, "path": request.path, "status": response.status_code}
    log.info("%s %s %s", *fields.values(), extra=fields | {"milliseconds": milliseconds})
