"""The language of pages: the account's choice, or else the browser's cookie, or else the browser's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from masterpoint.centre.accounts import services
from masterpoint.centre.translation.languages import SOURCE, is_offered, preferred_language

A_YEAR = 365 * 24 * 60 * 60


class LanguageMiddleware:
    """Shows each page in its reader's language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if len(settings.LANGUAGES) == 1:
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", SOURCE)
            return response
        request.LANGUAGE_CODE = language = _language_of(request)
        with translation.override(language):
            response = self.get_response(request)
        if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
            response.streaming_content = _in_language(language, response)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


def _in_language(language: str, response: StreamingHttpResponse) -> Iterator[bytes]:
    """The parts of a streamed page."""
    with translation.override(language):
        yield from response


def _language_of(request: HttpRequest) -> str:
    user = getattr(request, "user", None)
    candidates = [getattr(user, "language", ""), request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")]
    return next(filter(is_offered, candidates), "") or preferred_language(request.headers.get("Accept-Language", ""))


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Store a reader's choice in this browser, and in the account if there is one."""
    language, target = request.POST.get("language", ""), request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    answer = HttpResponseRedirect(target if safe else "/")
    if is_offered(language):
        answer.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, max_age=A_YEAR, samesite="Lax", httponly=True)
        if request.user.is_authenticated:
            services.set_language(request.user, language)
    return answer
