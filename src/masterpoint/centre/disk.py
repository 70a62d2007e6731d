"""Recognise a full or read-only disk, whichever program reports it, and say so in a sentence."""

from __future__ import annotations

import errno
import sqlite3

from masterpoint.core.errors import MasterpointError, Problem

FULL = Problem("disk", "", "the disk is full", "free some disk space, then try again")
NOT_WRITABLE = Problem(
    "disk", "", "the disk is full or cannot be written", "free some disk space or make it writable, then try again"
)
READ_ONLY = Problem("disk", "", "the disk can only be read", "make it writable, then try again")
BY_ERRNO = {
    errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EFBIG: FULL, errno.EIO: NOT_WRITABLE,
    errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY, errno.EPERM: READ_ONLY,
}  # fmt: skip
BY_SQLSTATE = {"53100": FULL, "58030": NOT_WRITABLE, "25006": READ_ONLY}
"""SQLSTATE: disk_full, io_error, read_only_sql_transaction."""
BY_TEXT = {
    "disk is full": FULL,
    "no space left on device": FULL,
    "file too large": FULL,
    "disk i/o error": NOT_WRITABLE,
    "readonly database": NOT_WRITABLE,
    "read-only file system": READ_ONLY,
    "read-only transaction": READ_ONLY,
    ": permission denied": READ_ONLY,  # with the colon: PostgreSQL uses these words for roles, too
    "unable to open database file": NOT_WRITABLE,
}
"""Messages of SQLite, pg_dump and the operating system. SQLite does not always know the cause."""


class DiskTrouble(MasterpointError):
    """Nothing was written, because the disk accepts no data."""


def problem_of(error: BaseException | None) -> Problem | None:
    """The problem of the disk, if that caused the error; otherwise None."""
    while error is not None:
        problem = _direct_problem(error)
        if problem is not None:
            return problem
        error = error.__cause__
    return None


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite found its file damaged, or no database at all."""
    while error is not None:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return True
        error = error.__cause__
    return False


def raise_disk_trouble(error: Exception) -> None:
    """Raise DiskTrouble if a full or read-only disk caused the error."""
    problem = problem_of(error)
    if problem is not None:
        raise DiskTrouble(problem) from None


def _direct_problem(error: BaseException) -> Problem | None:
    if isinstance(error, DiskTrouble):
        return error.problems[0]
    if isinstance(error, OSError) and error.errno:
        return BY_ERRNO.get(error.errno)
    if isinstance(error, OSError | sqlite3.Error):
        message = str(error).lower()
        return next((problem for text, problem in BY_TEXT.items() if text in message), None)
    return BY_SQLSTATE.get(getattr(error, "sqlstate", None) or "")


def write_problem(error: Exception) -> Problem | None:
    """The problem of a file that cannot be written, with the operating system's reason."""
    reason = error.strerror if isinstance(error, OSError) else None
    return problem_of(error) or (Problem("disk", "", reason.lower(), "name another place") if reason else None)


def reason_of(error: Exception) -> str:
    """What a database or the operating system says, as the end of a sentence: in one line and without a full stop."""
    return " ".join(str(error).split()).rstrip(".?")
