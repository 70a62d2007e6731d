"""Pause garbage collection while others wait. It stops Python, and the more a run has read, the longer."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_paused_acts = 0
"""The number of acts in this process that run without garbage collection."""


@contextmanager
def pause_collection() -> Iterator[None]:
    """Pause collection for one short act of a long run, around its transaction. If it was off before, it stays off."""
    was_disabled_here = _disable()
    try:
        yield
    finally:
        if was_disabled_here:
            _enable()


def _disable() -> bool:
    """Stop the collector, if this is the first of several threads to pause it."""
    global _paused_acts
    with _lock:
        if not _paused_acts and not gc.isenabled():
            return False
        _paused_acts += 1
        gc.disable()
        return True


def _enable() -> None:
    """Start the collector again, if this is the last of these threads."""
    global _paused_acts
    with _lock:
        _paused_acts -= 1
        if not _paused_acts:
            gc.enable()
