"""A process that ends with the one that started it."""

from __future__ import annotations

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1
"""The number of this option in Linux."""


def end_with_parent(by: signal.Signals = signal.SIGTERM) -> None:
    """Have the system send this process a signal when its parent dies; only Linux can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, by)
