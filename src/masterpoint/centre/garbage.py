"""No garbage is looked for while others wait: Python stops for that, the longer the more a run has read before."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_waiting = 0
"""How many acts of this process are under way for which nothing is collected."""


@contextmanager
def none_collected() -> Iterator[None]:
    """For one short act of a long run, around its transaction."""
    _pause(1)
    try:
        yield
    finally:
        _pause(-1)


def _pause(more: int) -> None:
    """Several threads may be at it: the first of them stops the collector, the last lets it go on."""
    global _waiting
    with _lock:
        if not _waiting and not gc.isenabled():
            return  # somebody else has stopped it, and will start it
        _waiting += more
        (gc.disable if _waiting else gc.enable)()
