"""No garbage is looked for while others wait: Python stops for that, the longer the more a run has read before."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_acts = 0
"""How many acts of this process are under way for which nothing is collected."""


@contextmanager
def none_collected() -> Iterator[None]:
    """For one short act of a long run, around its transaction; where nothing is collected anyway, that stays so."""
    stopped = _stop()
    try:
        yield
    finally:
        if stopped:
            _go_on()


def _stop() -> bool:
    """Several threads may be at it: the first of them stops the collector."""
    global _acts
    with _lock:
        if not _acts and not gc.isenabled():
            return False
        _acts += 1
        gc.disable()
        return True


def _go_on() -> None:
    """The last of them lets it go on."""
    global _acts
    with _lock:
        _acts -= 1
        if not _acts:
            gc.enable()
