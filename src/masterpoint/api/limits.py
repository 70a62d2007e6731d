"""How often one may ask: so many requests a minute for each token, fewer for each address without one.

The counts stand in Django's cache. One shared cache makes one limit for all workers; the default, in memory, makes a
limit for each of them.
"""

from __future__ import annotations

import hashlib
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from masterpoint.api.errors import TooManyRequests
from masterpoint.core.errors import Problem

SECONDS = 60
REQUESTS = {"address": 60, "token": 600}
"""A minute's worth; MASTERPOINT_API_LIMITS in the settings overrules it."""


def now() -> float:
    return time.time()


def allowed(kind: str) -> int:
    return int(getattr(settings, "MASTERPOINT_API_LIMITS", REQUESTS)[kind])


def count(kind: str, who: object) -> None:
    """Note one request; refuse it when the minute is used up."""
    minute, gone = divmod(int(now()), SECONDS)
    name = hashlib.sha256(str(who).encode("utf-8", errors="replace")).hexdigest()[:32]
    if _counted(f"masterpoint-api-{kind}-{name}-{minute}") > allowed(kind):
        says = f"more than {allowed(kind)} requests in a minute from this {kind}"
        cure = f"wait {SECONDS - gone} seconds" + ("" if kind == "token" else "; a token allows more")
        raise TooManyRequests(Problem("requests", "", says, cure), SECONDS - gone)


def _counted(key: str) -> int:
    cache.add(key, 0, timeout=2 * SECONDS)
    try:
        return cache.incr(key)
    except ValueError:  # a full cache let go of it in this very moment
        return 1


def address_of(request: HttpRequest) -> str:
    """Whom a request comes from; behind our own proxy, the last address is the one that the proxy itself saw."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
