"""How often one may ask: so many requests a minute, the same for all doors and all workers of a machine."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from masterpoint.centre.environment import REQUESTS
from masterpoint.core.errors import MasterpointError, Problem

SECONDS = 60
MILLISECONDS = 1000


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
    if _counted(_key(kind, who)) > allowed(kind):
        raise _wait(f"more than {allowed(kind)} requests in a minute", "a token allows more" * (kind == "address"))


@contextmanager
def work(who: object) -> Iterator[None]:
    """Processor time that somebody uses up here; refused when the seconds of this minute are spent already."""
    if cache.get(_key("work", who), 0) >= allowed("work") * MILLISECONDS:
        raise _wait(f"more than {allowed('work')} seconds of work in a minute", "")
    begun = time.thread_time()
    try:
        yield
    finally:
        _counted(_key("work", who), int((time.thread_time() - begun) * MILLISECONDS) + 1)


def _key(kind: str, who: object) -> str:
    name = hashlib.sha256(str(who).encode("utf-8", errors="replace")).hexdigest()[:32]
    return f"masterpoint-{kind}-{name}-{int(now()) // SECONDS}"


def _wait(message: str, more: str) -> TooManyRequests:
    left = SECONDS - int(now()) % SECONDS
    fix = f"wait {left} seconds" + (f"; {more}" if more else "")
    return TooManyRequests(Problem("requests", "", message, fix), left)


def _counted(key: str, amount: int = 1) -> int:
    try:
        return cache.incr(key, amount)
    except ValueError:  # nobody counted yet in this minute, unless somebody does in this very moment
        return amount if cache.add(key, amount, timeout=2 * SECONDS) else cache.incr(key, amount)


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
