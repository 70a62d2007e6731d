"""A process that ends with the one that started it."""

from __future__ import annotations

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1
"""As Linux numbers what can be asked of it for a process."""


def end_with_parent(by: signal.Signals = signal.SIGTERM) -> None:
    """Have the system send this process a signal when its parent dies, however it dies; Linux alone can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, by)
