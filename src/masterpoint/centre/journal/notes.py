"""The last entry about each row, for `verify`. It is in a file, because memory would grow with the records."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

TABLE = "CREATE TABLE notes (about TEXT PRIMARY KEY, number INTEGER, short BLOB) WITHOUT ROWID"
ABOUT = "about IN (SELECT value FROM json_each(?))"
KIND_PAGE = "SELECT about, number, short FROM notes WHERE about > ? AND about < ? ORDER BY about LIMIT ?"
PAGE = 500


class Note(NamedTuple):
    """A subject, the last entry about it, and a short digest of its facts; None if it was deleted."""

    subject: str
    number: int
    digest: bytes | None


class JournalNotes:
    """The notes on every subject, in a temporary file that the system deletes."""

    def __init__(self) -> None:
        self._file = sqlite3.connect("", isolation_level=None)
        self._file.execute("PRAGMA journal_mode = OFF")
        self._file.execute(TABLE)

    def add(self, notes: Iterable[Note]) -> None:
        """Add notes. A later note on a subject replaces an earlier one."""
        self._file.execute("BEGIN")
        self._file.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?, ?)", notes)
        self._file.execute("COMMIT")

    def take(self, subjects: Iterable[str]) -> dict[str, Note]:
        """Remove the notes on some subjects and return them."""
        keys = json.dumps(list(subjects))
        rows = self._file.execute(f"SELECT about, number, short FROM notes WHERE {ABOUT}", [keys]).fetchall()
        self._file.execute(f"DELETE FROM notes WHERE {ABOUT}", [keys])
        return {row[0]: Note(*row) for row in rows}

    def pages(self, kind: str) -> Iterator[list[Note]]:
        """The remaining notes on subjects of a kind, in order."""
        start, end = f"{kind} ", f"{kind}!"  # the character after a space
        while page := self._file.execute(KIND_PAGE, [start, end, PAGE]).fetchall():
            start = page[-1][0]
            yield [Note(*row) for row in page]
