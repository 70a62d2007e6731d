"""Request ids: every request has one, in the log, in the response headers and on error pages."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from masterpoint.centre.logs import request_id
from masterpoint.centre.operations import requests

HEADER = "X-Request-ID"
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
log = logging.getLogger("masterpoint.requests")


class RequestLog:
    """Logs each request in one line, and counts it for the metrics."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with with_request_number(request.headers.get(HEADER, "")) as number:
            started_at = time.monotonic()
            response = self.get_response(request)
            response[HEADER] = number
            milliseconds = round((time.monotonic() - started_at) * 1000)
            requests.note(request.method or "", response.status_code, milliseconds)
            write_line(request.method or "", request.path, response.status_code, milliseconds)
            return response


@contextmanager
def with_request_number(header: str) -> Iterator[str]:
    """Set the id of a request while it is answered: the one of our own proxy, or a new one."""
    is_trusted = settings.SECURE_PROXY_SSL_HEADER and REQUEST_ID.fullmatch(header)
    number = header if is_trusted else uuid.uuid4().hex[:16]
    token = request_id.set(number)
    try:
        yield number
    finally:
        request_id.reset(token)


def write_line(method: str, path: str, status: int, milliseconds: int) -> None:
    fields = {"method": method, "path": path, "status": status}
    log.info("%s %s %s", *fields.values(), extra=fields | {"milliseconds": milliseconds})
