"""Every error as RFC 9457 problem+json: what went wrong, and all problems with place, value and fix."""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from masterpoint.api import errors
from masterpoint.api.requests import EVENTS
from masterpoint.centre import disk
from masterpoint.centre.filing.keys import KeyUsedBefore
from masterpoint.centre.filing.months import MonthClosed
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.limits import TooManyRequests
from masterpoint.centre.logs import request_id
from masterpoint.centre.registry.access import NotAllowed
from masterpoint.core.errors import MasterpointError, NotReadable, NotUnderstood, Problem, Refused
from masterpoint.core.serialisation import problem_as_data

CONTENT_TYPE = "application/problem+json"
DOCUMENTED_AT = "/api/v1/docs"
log = logging.getLogger("masterpoint.api")


class Kind(NamedTuple):
    """A type of problem: its status, its name in the documentation, and its meaning."""

    status: int
    name: str
    title: str


MALFORMED = Kind(400, "malformed", "The request cannot be read")
INVALID = Kind(422, "invalid", "A value does not fit")
NO_SUCH_ADDRESS = Kind(404, "not-found", "There is nothing here, or nothing you may see")
OTHER_METHOD = Kind(405, "other-method", "This address does not accept this method")
TOO_LARGE = Kind(413, "too-large", "The request is too large")
BUSY = Kind(503, "busy", "The records cannot be reached just now")
OUR_FAULT = Kind(500, "our-fault", "Something went wrong on the server")
KINDS: dict[type[MasterpointError], Kind] = {
    errors.TokenNeeded: Kind(401, "token-needed", "A valid token is needed"),
    errors.ScopeNeeded: Kind(403, "scope-needed", "The token lacks a scope"),
    NotAllowed: Kind(403, "not-allowed", "The account may not do this"),
    errors.NotFound: NO_SUCH_ADDRESS,
    errors.TooLarge: TOO_LARGE,
    errors.OtherContentType: Kind(415, "other-content-type", "The format of the request is not accepted here"),
    KeyUsedBefore: Kind(422, "key-used-before", "The idempotency key belongs to another request"),
    NotReadable: Kind(422, "not-readable", "The file or event cannot be read"),
    Refused: Kind(422, "refused", "The handbook refuses the event"),
    NotUnderstood: Kind(422, "not-understood", "The request names something that does not exist here"),
    NotFiled: Kind(422, "not-filed", "The filing cannot be accepted as it is"),
    MonthClosed: Kind(422, "month-closed", "The month is closed"),
    TooManyRequests: Kind(429, "too-many-requests", "Too many requests"),
    MasterpointError: Kind(422, "not-possible", "This cannot be done as asked"),
}
EVERY_KIND = sorted({MALFORMED, INVALID, OTHER_METHOD, BUSY, OUR_FAULT, *KINDS.values()})
FIELDS = dict.fromkeys(
    ("scheme", "boards", "day", "scoring", "colour", "session"), "send it as a field beside the file"
)
PROMPTS = {
    "example": "GET /api/v1/schemes/{scheme}/examples has events that read",
    "schema": "/api/v1/openapi.json describes it under AnyEvent",
}
UNREACHABLE = Problem("request", "", "the records cannot be reached just now", "send it again in half a minute")
MALFORMED_REQUESTS = (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError)


def answer(
    kind: Kind,
    problems: Sequence[Problem],
    *,
    instance: str,
    detail: str = "",
    is_event: bool = False,
    **members: dict[str, Any],
) -> HttpResponse:
    """The response to an error. `members` are additional members of the problem, such as a preview.

    `is_event`: the request's body was an event, so nothing can be sent beside it.
    """
    data = {
        "type": f"{DOCUMENTED_AT}#{kind.name}",
        "title": kind.title,
        "status": kind.status,
        "detail": detail or (problems[0].message if problems else HTTPStatus(kind.status).description) or kind.title,
        "instance": instance,
        "problems": [with_prompt(problem, is_event=is_event) for problem in problems],
    }
    return HttpResponse(json.dumps(data | members), status=kind.status, content_type=CONTENT_TYPE)


def with_prompt(problem: Problem, *, is_event: bool = False) -> dict[str, Any]:
    """A problem, with a hint for a program on how to fix it."""
    prompt = PROMPTS.get(problem.prompt, "" if is_event else FIELDS.get(problem.prompt, ""))
    return problem_as_data(problem) | {"fix": f"{problem.fix.rstrip('.')}; {prompt}" if prompt else problem.fix}


def register(api: NinjaAPI) -> None:
    """Turn every exception of a request into a problem."""
    handlers: dict[type[Exception], Callable[..., HttpResponse]] = {
        MasterpointError: refusal,
        ValidationError: invalid,
        Http404: not_found,
        HttpError: malformed_request,
        RequestDataTooBig: too_large,
        **dict.fromkeys(MALFORMED_REQUESTS, malformed_request),
        OperationalError: busy,
        InterfaceError: busy,
        Exception: server_error,
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)


def kind_of(error: MasterpointError) -> Kind:
    return next(KINDS[kind] for kind in type(error).__mro__ if kind in KINDS)


def refusal(request: HttpRequest, error: MasterpointError) -> HttpResponse:
    is_event = request.content_type in EVENTS
    response = answer(kind_of(error), error.problems, instance=request.path, is_event=is_event)
    if isinstance(error, errors.TokenNeeded):
        invalid_token = ', error="invalid_token"' if request.headers.get("Authorization") else ""
        response["WWW-Authenticate"] = f'Bearer realm="masterpoint"{invalid_token}'
    if isinstance(error, errors.ScopeNeeded):
        response["WWW-Authenticate"] = 'Bearer realm="masterpoint", error="insufficient_scope"'
    if isinstance(error, TooManyRequests):
        response["Retry-After"] = str(error.wait)
    return response


def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return answer(INVALID, [_problem_of(detail) for detail in error.errors], instance=request.path)


def _problem_of(error: dict[str, Any]) -> Problem:
    source, *path = (str(part) for part in error["loc"])
    place = ".".join(path) or source
    if error["type"] == "missing":
        return Problem(place, "", "this is missing", f"give it in the {source}")
    value = str(error.get("input", ""))[:60]
    return Problem(place, value, str(error["msg"]), f"see {DOCUMENTED_AT} for what the {source} may hold")


def not_found(request: HttpRequest, _: Exception | None = None) -> HttpResponse:
    problem = Problem("address", request.path, "there is nothing at this address", f"see {DOCUMENTED_AT}")
    return answer(NO_SUCH_ADDRESS, [problem], instance=request.path)


def other_method(request: HttpRequest, allowed: str) -> HttpResponse:
    problem = Problem("method", request.method or "", "this address does not accept it", f"use {allowed}")
    response = answer(OTHER_METHOD, [problem], instance=request.path)
    response["Allow"] = allowed
    return response


def malformed_request(request: HttpRequest, _: Exception | None = None) -> HttpResponse:
    problem = Problem("request", "", "the request does not match its content type", "check how it is sent")
    return answer(MALFORMED, [problem], instance=request.path)


def too_large(request: HttpRequest, _: Exception) -> HttpResponse:
    problem = Problem("request", "", "the request is too large", "send less at once")
    return answer(TOO_LARGE, [problem], instance=request.path)


def busy(request: HttpRequest, error: Exception) -> HttpResponse:
    """The database is down, full or busy. The caller can send the same request again."""
    log.error("%s %s", request.method, request.path, exc_info=error)
    problem = disk.problem_of(error) or UNREACHABLE
    response = answer(BUSY, [problem], instance=request.path)
    response["Retry-After"] = "30"
    return response


def server_error(request: HttpRequest, error: Exception) -> HttpResponse:
    """The caller gets a reference, and the log gets all details."""
    if disk.problem_of(error) is not None:
        return busy(request, error)
    reference = f"urn:uuid:{uuid.uuid4()}"
    log.error("%s %s %s", reference, request.method, request.path, exc_info=error)
    known_as = f"{reference}, request {request_id.get()}" if request_id.get() else reference
    problem = Problem("request", "", "something went wrong on the server", f"report it with the reference {known_as}")
    return answer(OUR_FAULT, [problem], instance=reference)
