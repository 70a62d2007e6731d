"""The addresses of the API. Whatever is asked for under /api/v1, errors are problem+json."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from masterpoint.api import docs, problems
from masterpoint.api.v1 import api

View = Callable[..., HttpResponse]
LENGTH = re.compile(r"[0-9]{0,18}")


def answering_as_the_api(view: View) -> View:
    """A method that is not taken is a problem too, and no answer is kept by caches on the way."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not LENGTH.fullmatch(request.headers.get("Content-Length", "")):
            return problems.malformed(request)
        response = view(request, *args, **kwargs)
        if response.status_code == 405:
            response = problems.other_method(request, response["Allow"])
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return answered


def _wrapped(patterns: list[URLPattern | URLResolver]) -> list[URLPattern | URLResolver]:
    for pattern in patterns:
        if pattern.callback is not None:
            pattern.callback = answering_as_the_api(pattern.callback)
    return patterns


def home(request: HttpRequest) -> HttpResponse:
    return redirect("api-docs")


patterns, app, namespace = api.urls
urlpatterns: list[URLPattern | URLResolver] = [
    path("v1/", answering_as_the_api(require_safe(home)), name="api-home"),
    path("v1/docs", answering_as_the_api(require_safe(docs.page)), name="api-docs"),
    path("v1/", (_wrapped(patterns), app, namespace)),
    re_path(r"^v1(?:/|$)", csrf_exempt(problems.nothing_here)),
]
