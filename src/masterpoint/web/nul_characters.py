"""The NUL character, which PostgreSQL cannot store: no page has it in its address, and forms are read without it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict

NUL = "\0"


class WithoutNulCharacters:
    """Keep the character from every view of the site. The API refuses it by itself, as a value that does not fit."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: object, _args: object, parts: Mapping[str, Any]) -> None:
        if request.path_info.startswith("/api/"):
            return
        if any(NUL in str(part) for part in parts.values()):
            raise Http404
        request.GET = _without_nul(request.GET)
        if request.method == "POST":
            request.POST = _without_nul(request.POST)


def _without_nul(fields: QueryDict) -> Any:
    """The fields, which are copied only if any of them has the character."""
    if not any(NUL in text for name, texts in fields.lists() for text in (name, *texts)):
        return fields
    clean = QueryDict(mutable=True)
    for name, texts in fields.lists():
        clean.setlist(name.replace(NUL, ""), [text.replace(NUL, "") for text in texts])
    return clean
