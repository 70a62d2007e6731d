"""Turns of SQLite's writers.

SQLite gives its lock to the process that asks when it is free, and waiting processes ask less and less often. A run of
many short transactions would keep everybody else waiting until it ends. So writers first queue for a lock on a file,
and the run has to queue like everybody else.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SECONDS_BETWEEN_TRIES = 0.001


@contextmanager
def write_turn(file: Path, seconds: float) -> Iterator[None]:
    """Wait for a turn to write. After so many seconds, or without such a file, compete with the others.

    The lock ends with the process, so a process that dies does not block others.
    """
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:  # the disk is full or read-only; SQLite will report it
        yield
        return
    try:
        deadline = time.monotonic() + seconds
        while not _try_lock(descriptor) and time.monotonic() < deadline:
            time.sleep(SECONDS_BETWEEN_TRIES)
        yield
        _unlock(descriptor)
    finally:
        os.close(descriptor)


if sys.platform == "win32":

    def _try_lock(descriptor: int) -> bool:
        return True

    def _unlock(descriptor: int) -> None:
        pass

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        """Try to take the lock. On a system without such locks, SQLite decides."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def _unlock(descriptor: int) -> None:
        """Release the lock explicitly, because a process forked at this moment also has the file open."""
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
