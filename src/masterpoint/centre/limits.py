"""Rate limits: a number of requests per minute, shared by all workers of a machine."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from masterpoint.centre.environment import REQUESTS_PER_MINUTE
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


def limit_of(kind: str) -> int:
    return int((REQUESTS_PER_MINUTE | settings.MASTERPOINT_LIMITS)[kind])


def count(kind: str, caller: object) -> None:
    """Count a request. Raises an error when the minute's limit is used up."""
    if _increment(_key(kind, caller)) > limit_of(kind):
        raise _wait(f"more than {limit_of(kind)} requests in a minute", "a token allows more" * (kind == "address"))


@contextmanager
def processor_time(caller: object) -> Iterator[None]:
    """Measure the processor time of a block. Raises an error when the minute's seconds are used up."""
    if cache.get(_key("work", caller), 0) >= limit_of("work") * MILLISECONDS:
        raise _wait(f"more than {limit_of('work')} seconds of work in a minute", "")
    started_at = time.thread_time()
    try:
        yield
    finally:
        _increment(_key("work", caller), int((time.thread_time() - started_at) * MILLISECONDS) + 1)


def _key(kind: str, caller: object) -> str:
    name = hashlib.sha256(str(caller).encode("utf-8", errors="replace")).hexdigest()[:32]
    return f"masterpoint-{kind}-{name}-{int(now()) // SECONDS}"


def _wait(message: str, advice: str) -> TooManyRequests:
    seconds_left = SECONDS - int(now()) % SECONDS
    fix = f"wait {seconds_left} seconds" + (f"; {advice}" if advice else "")
    return TooManyRequests(Problem("requests", "", message, fix), seconds_left)


def _increment(key: str, amount: int = 1) -> int:
    try:
        return cache.incr(key, amount)
    except ValueError:  # the first of this minute, unless another process counts at the same moment
        return amount if cache.add(key, amount, timeout=2 * SECONDS) else cache.incr(key, amount)


def address_of(request: HttpRequest) -> str:
    """The address of a request.

    Behind our own proxy it is the last forwarded address, which is the one the proxy saw.
    """
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return _network_of(forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", ""))


def _network_of(address: str) -> str:
    """The network of an address. An IPv6 customer has any number of addresses, so all of one network count as one."""
    try:
        data = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((data, 64), strict=False).network_address) if data.version == 6 else address
