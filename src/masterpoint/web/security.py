"""A strict content security policy on every page, and refusals in plain words."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string

from masterpoint.centre import disk, limits
from masterpoint.centre.registry.access import NotAllowed

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)


class ContentSecurityPolicy:
    """Allow only the site's own content to run, and forbid frames."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Referrer-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            # Club rooms share computers, so after signing out, "back" must not show members' records.
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


DATABASE_DOWN = (OperationalError, InterfaceError)
"""Errors of a database that is down, full or busy. They are not the reader's mistake, and soon over."""
RETRY_AFTER_SECONDS = "30"


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for an error. It does not use the database, which may be the cause."""
    error = sys.exc_info()[1]
    problem = disk.problem_of(error)
    busy = problem is not None or isinstance(error, DATABASE_DOWN)
    page = render_to_string("503.html" if busy else "500.html", {"problem": problem})
    response = HttpResponse(page, status=503 if busy else 500)
    if busy:
        response["Retry-After"] = RETRY_AFTER_SECONDS
    return response


class RefusalMiddleware:
    """Shows a page that says whom to ask, if an account may not do something. It works for every view.

    It also shows one to those who open the address of a form, as people do who had to sign in after pressing a button.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            response.content = render_to_string("405.html", request=request)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NotAllowed):
            return render(request, "403.html", {"problems": exception.problems}, status=403)
        if isinstance(exception, limits.TooManyRequests):
            response = render(request, "429.html", {"seconds": exception.wait}, status=429)
            response["Retry-After"] = str(exception.wait)
            return response
        return None


View = Callable[..., HttpResponseBase]


def limit_work(view: View) -> View:
    """Limit the processor time of a view that works for anybody.

    Without an account, an address gets some seconds per minute.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        with limits.processor_time(limits.address_of(request)):
            return view(request, *args, **kwargs)

    return answer


def limit_requests(kind: str, view: View, *, links: bool = False) -> View:
    """Limit how often per minute an address may send a view's form; with `links`, also links with its fields."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST" or (links and request.GET):
            limits.count(kind, limits.address_of(request))
        return view(request, *args, **kwargs)

    return answer
