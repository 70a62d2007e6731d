"""How often one may ask: so many requests a minute, the same for all doors and all workers of a machine."""

from __future__ import annotations

import hashlib
import time
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from masterpoint.core.errors import MasterpointError, Problem

SECONDS = 60
REQUESTS = {"address": 60, "token": 600, "check": 30, "forgotten": 5}
"""A minute's worth: of the API without a token and with one, of files and lists checked on the site without an
account, of letters for a forgotten password. MASTERPOINT_LIMITS overrules it."""


class TooManyRequests(MasterpointError):
    """The caller has to wait."""

    def __init__(self, problem: Problem, wait: int) -> None:
        super().__init__(problem)
        self.wait = wait


def now() -> float:
    return time.time()


def allowed(kind: str) -> int:
    return int((REQUESTS | settings.MASTERPOINT_LIMITS)[kind])


def count(kind: str, who: object) -> None:
    """Note one request; refuse it when the minute is used up."""
    minute, gone = divmod(int(now()), SECONDS)
    name = hashlib.sha256(str(who).encode("utf-8", errors="replace")).hexdigest()[:32]
    if _counted(f"masterpoint-{kind}-{name}-{minute}") > allowed(kind):
        message = f"more than {allowed(kind)} requests in a minute"
        fix = f"wait {SECONDS - gone} seconds" + ("; a token allows more" if kind == "address" else "")
        raise TooManyRequests(Problem("requests", "", message, fix), SECONDS - gone)


def _counted(key: str) -> int:
    try:
        return cache.incr(key)
    except ValueError:  # nobody counted yet in this minute, unless somebody does in this very moment
        return 1 if cache.add(key, 1, timeout=2 * SECONDS) else cache.incr(key)


def address_of(request: HttpRequest) -> str:
    """Whom a request comes from; behind our own proxy, the last address is the one that the proxy itself saw."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return _household(forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", ""))


def _household(address: str) -> str:
    """One IPv6 customer has as many addresses as they like: all of one network are one."""
    try:
        data = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((data, 64), strict=False).network_address) if data.version == 6 else address
