"""What a journal says of each row last, for `verify`: not kept in memory, since there are more rows every evening."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

TABLE = "CREATE TABLE noted (about TEXT PRIMARY KEY, number INTEGER, short BLOB) WITHOUT ROWID"
SOME = "about IN (SELECT value FROM json_each(?))"
OF_A_KIND = "SELECT about, number, short FROM noted WHERE about > ? AND about < ? ORDER BY about LIMIT ?"
PAGE = 500


class Note(NamedTuple):
    """A subject, the last entry about it, and a short digest of its facts; nothing, where it was gone."""

    about: str
    number: int
    short: bytes | None


class Noted:
    """The notes on every subject, in a file of the system that is gone when nobody needs it."""

    def __init__(self) -> None:
        self._file = sqlite3.connect("", isolation_level=None)
        self._file.execute("PRAGMA journal_mode = OFF")
        self._file.execute(TABLE)

    def add(self, notes: Iterable[Note]) -> None:
        """What is noted of a subject again takes the place of what was."""
        self._file.execute("BEGIN")
        self._file.executemany("INSERT OR REPLACE INTO noted VALUES (?, ?, ?)", notes)
        self._file.execute("COMMIT")

    def take(self, subjects: Iterable[str]) -> dict[str, Note]:
        """The notes on some subjects, which nobody asks for again."""
        wanted = json.dumps(list(subjects))
        rows = self._file.execute(f"SELECT about, number, short FROM noted WHERE {SOME}", [wanted]).fetchall()
        self._file.execute(f"DELETE FROM noted WHERE {SOME}", [wanted])
        return {row[0]: Note(*row) for row in rows}

    def pages(self, kind: str) -> Iterator[list[Note]]:
        """The notes on all subjects of a kind that nobody took, in their order."""
        after, end = f"{kind} ", f"{kind}!"  # what comes after a space
        while page := self._file.execute(OF_A_KIND, [after, end, PAGE]).fetchall():
            after = page[-1][0]
            yield [Note(*row) for row in page]
