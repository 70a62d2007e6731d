"""No garbage collection while others wait: it stops Python, the longer the more a run has read."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_paused_acts = 0
"""How many acts of this process run without garbage collection."""


@contextmanager
def paused() -> Iterator[None]:
    """For one short act of a long run, around its transaction. If collection is off anyway, it stays off."""
    was_disabled_here = _disable()
    try:
        yield
    finally:
        if was_disabled_here:
            _enable()


def _disable() -> bool:
    """Several threads may do so: the first of them stops the collector."""
    global _paused_acts
    with _lock:
        if not _paused_acts and not gc.isenabled():
            return False
        _paused_acts += 1
        gc.disable()
        return True


def _enable() -> None:
    """The last of them starts it again."""
    global _paused_acts
    with _lock:
        _paused_acts -= 1
        if not _paused_acts:
            gc.enable()
