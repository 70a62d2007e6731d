"""What a disk that is full, or may only be read, makes of an act: a sentence, whoever noticed it."""

from __future__ import annotations

import errno
import sqlite3

from masterpoint.core.errors import MasterpointError, Problem

FULL = Problem("disk", "", "the disk is full", "free some disk space, then try again")
NOT_WRITABLE = Problem(
    "disk", "", "the disk is full or cannot be written", "free some disk space or make it writable, then try again"
)
READ_ONLY = Problem("disk", "", "the disk can only be read", "make it writable, then try again")
OF_NUMBERS = {
    errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EFBIG: FULL, errno.EIO: NOT_WRITABLE,
    errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY, errno.EPERM: READ_ONLY,
}  # fmt: skip
OF_POSTGRES = {"53100": FULL, "58030": NOT_WRITABLE, "25006": READ_ONLY}
"""SQLSTATE: disk_full, io_error, read_only_sql_transaction."""
OF_WORDS = {
    "disk is full": FULL,
    "no space left on device": FULL,
    "file too large": FULL,
    "disk i/o error": NOT_WRITABLE,
    "readonly database": NOT_WRITABLE,
    "read-only file system": READ_ONLY,
    "permission denied": READ_ONLY,
    "unable to open database file": NOT_WRITABLE,
}
"""As SQLite, pg_dump and the operating system put it. SQLite does not always know which it is."""


class DiskTrouble(MasterpointError):
    """Nothing was written, because nothing can be."""


def trouble(error: BaseException | None) -> Problem | None:
    """The sentence for a disk that refused to write, if that is what an error, or its cause, is about."""
    while error is not None:
        problem = _of(error)
        if problem is not None:
            return problem
        error = error.__cause__
    return None


def _of(error: BaseException) -> Problem | None:
    if isinstance(error, DiskTrouble):
        return error.problems[0]
    if isinstance(error, OSError) and error.errno:
        return OF_NUMBERS.get(error.errno)
    if isinstance(error, OSError | sqlite3.Error):
        message = str(error).lower()
        return next((problem for words, problem in OF_WORDS.items() if words in message), None)
    return OF_POSTGRES.get(getattr(error, "sqlstate", None) or "")


def refusal(error: Exception) -> Problem | None:
    """The sentence for a file that cannot be written, for whatever reason the system gives."""
    reason = error.strerror if isinstance(error, OSError) else None
    return trouble(error) or (Problem("disk", "", reason.lower(), "name another place") if reason else None)
