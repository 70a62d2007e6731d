"""Count the requests answered by all workers of a machine."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.cache import cache

KINDS = ("read", "write")
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
MILLISECONDS = "milliseconds"


def note(method: str, status: int, milliseconds: int) -> None:
    kind = "read" if method in ("GET", "HEAD", "OPTIONS") else "write"
    _add(_key(kind, f"{status // 100}xx"), 1)
    _add(_key(kind, MILLISECONDS), max(milliseconds, 0))


def request_counts() -> Iterator[tuple[str, str, int]]:
    """The kind of request, the class of status, and the number of requests so far."""
    for kind in KINDS:
        for status in CLASSES:
            yield kind, status, int(cache.get(_key(kind, status), 0))


def milliseconds_of(kind: str) -> int:
    return int(cache.get(_key(kind, MILLISECONDS), 0))


def _key(kind: str, name: str) -> str:
    return f"masterpoint-requests-{kind}-{name}"


def _add(key: str, amount: int) -> None:
    try:
        cache.incr(key, amount)
    except ValueError:  # the first of its kind, unless another worker adds it at the same moment
        if not cache.add(key, amount, timeout=None):
            cache.incr(key, amount)
