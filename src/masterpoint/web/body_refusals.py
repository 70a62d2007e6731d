"""The response to a request whose body never reached the site: a page, or a problem for a program."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.template.loader import render_to_string

from masterpoint.core.file_size import too_large
from masterpoint.web.request_log import HEADER, with_request_number, write_line

RETRY_AFTER = "30"


class Refusal(NamedTuple):
    kind: str
    message: str
    fix: str


REFUSALS = {
    400: Refusal("malformed", "This request cannot be read.", "Start again from the first page."),
    408: Refusal(
        "too-slow", "The rest of what you sent did not arrive in time.", "Send it again over a better connection."
    ),
    503: Refusal("busy", "Too much is being sent to the Centre just now.", "Wait half a minute, then send it again."),
}


class RefusedBody(Exception):
    """A request that is answered before all of it has arrived."""

    def __init__(self, status: int, size: int = 0) -> None:
        super().__init__(status)
        self.status, self.size = status, size


def answer_to(
    error: RefusedBody, scope: Mapping[str, Any], milliseconds: int
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Status, headers and text, with a request id and a line in the log, as for every request."""
    request_number = next((value for name, value in scope["headers"] if name == HEADER.lower().encode()), b"")
    with with_request_number(request_number.decode("latin-1")) as number:
        write_line(scope["method"], scope["path"], error.status, milliseconds)
        return _answer(error, scope["path"], number)


def _answer(error: RefusedBody, path: str, number: str) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """The response. The connection is closed after it, because the rest of the body is not read."""
    status = error.status
    refusal = Refusal("too-large", *too_large(error.size)) if status == 413 else REFUSALS[status]
    if path.startswith("/api/"):
        content_type, text = b"application/problem+json", _problem(status, refusal, path, number)
    else:
        content_type = b"text/html; charset=utf-8"
        text = render_to_string("refused_body.html", {"refusal": refusal})
    headers = [(b"content-type", content_type), (b"connection", b"close"), (b"x-content-type-options", b"nosniff")]
    headers.append((HEADER.lower().encode(), number.encode()))
    if status == 503:
        headers.append((b"retry-after", RETRY_AFTER.encode()))
    return status, headers, text.encode()


def _problem(status: int, refusal: Refusal, path: str, number: str) -> str:
    """A problem in the API's format (RFC 9457)."""
    problem = {"place": "request", "value": "", "message": refusal.message, "fix": refusal.fix, "clause": ""}
    data = {"type": f"/api/v1/docs#{refusal.kind}", "title": refusal.message, "status": status}
    data["detail"] = f"{refusal.message} (request {number})"
    return json.dumps(data | {"instance": path, "problems": [problem]})
