"""End a process together with its parent."""

from __future__ import annotations

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1
"""The number of this option in Linux."""


def end_with_parent(by: signal.Signals = signal.SIGTERM) -> None:
    """Ask the system to send this process a signal when its parent dies. Only Linux can do this."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, by)
