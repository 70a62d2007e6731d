"""Who writes next in SQLite.

SQLite gives its lock to whoever happens to ask when it is free, and those who wait ask ever more seldom: a run of many
short transactions would keep everybody else out until it ends. So whoever wants to write holds a place first, by a lock
on a file; while somebody has it, nobody else asks. The run has to wait for that place like everybody.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ASKED_EVERY = 0.001
"""Seconds."""


@contextmanager
def place_held(file: Path, seconds: float) -> Iterator[None]:
    """The next to write, from here on; after so many seconds in vain, and where there is no such file, one of many.

    The lock goes with the process: one that dies holds nobody up.
    """
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:  # a disk that is full or read-only; SQLite will say so
        yield
        return
    try:
        deadline = time.monotonic() + seconds
        while not _locked(descriptor) and time.monotonic() < deadline:
            time.sleep(ASKED_EVERY)
        yield
        _unlock(descriptor)
    finally:
        os.close(descriptor)


if sys.platform == "win32":

    def _locked(descriptor: int) -> bool:
        return True

    def _unlock(descriptor: int) -> None:
        pass

else:
    import fcntl

    def _locked(descriptor: int) -> bool:
        """A system without such locks leaves it to SQLite."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def _unlock(descriptor: int) -> None:
        """A process forked at this moment has the file open, too."""
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
