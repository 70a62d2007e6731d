"""The addresses of the API. Every error under /api/v1 is problem+json."""

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


def as_api_view(view: View) -> View:
    """A view that answers a wrong method with a problem, and forbids caching."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not LENGTH.fullmatch(request.headers.get("Content-Length", "")):
            return problems.malformed_request(request)
        response = view(request, *args, **kwargs)
        if response.status_code == 405:
            response = problems.other_method(request, response["Allow"])
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return wrapper


def _wrap(patterns: list[URLPattern | URLResolver]) -> list[URLPattern | URLResolver]:
    for pattern in patterns:
        if pattern.callback is not None:
            pattern.callback = as_api_view(pattern.callback)
    return patterns


def home(request: HttpRequest) -> HttpResponse:
    return redirect("api-docs")


patterns, app, namespace = api.urls
urlpatterns: list[URLPattern | URLResolver] = [
    path("v1/", as_api_view(require_safe(home)), name="api-home"),
    path("v1/docs", as_api_view(require_safe(docs.page)), name="api-docs"),
    path("v1/", (_wrap(patterns), app, namespace)),
    re_path(r"^v1(?:/|$)", csrf_exempt(problems.not_found)),
]
