"""Django's backend for SQLite: writers take turns, and a database on a full or read-only disk can still be read.

A database with a write-ahead log needs two more files even for reading. A full or read-only disk has no room for them,
so the database is then opened as immutable.
"""

from __future__ import annotations

import sqlite3
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.db.backends.sqlite3 import base
from django.db.backends.utils import CursorWrapper

from masterpoint.centre.disk import problem_of
from masterpoint.centre.sqlite.turns import write_turn

STATEMENTS = 500
"""The number of cached compiled statements. Python's default is 128, and the Centre uses more in turn."""


@lru_cache(STATEMENTS)
def _with_placeholders(statement: str) -> str:
    """A statement with SQLite's placeholders."""
    return base.FORMAT_QMARK_REGEX.sub("?", statement).replace("%%", "%")


class Cursor(base.SQLiteCursorWrapper):
    """Converts the placeholders of each statement only once."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        return (
            _with_placeholders(query)
            if param_names is None
            else str(super().convert_query(query, param_names=param_names))
        )


class DatabaseWrapper(base.DatabaseWrapper):
    """Reads work when the disk is full or read-only. SQLite itself refuses writes."""

    transaction_mode: str | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepared: CursorWrapper | None = None

    def prepared_cursor(self) -> CursorWrapper:
        """One cursor per connection.

        It stays open, because creating one takes as long as a query. Rows are fetched at once.
        """
        wrapped = self._prepared
        if wrapped is None or wrapped.cursor.connection is not self.connection:
            self.ensure_connection()
            cursor: Any = self.create_cursor()
            wrapped = self._prepared = self.make_cursor(cursor)
        return self.make_debug_cursor(wrapped.cursor) if self.queries_logged else wrapped

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        file = Path(str(conn_params["database"]))
        try:
            return self._open(conn_params)
        except sqlite3.OperationalError as error:
            if problem_of(error) is None or not file.is_file() or _has_log(file):
                raise
        return self._open(conn_params | {"database": f"file:{quote(str(file))}?immutable=1", "uri": True})

    def _start_transaction_under_autocommit(self) -> None:
        """A transaction that only reads does not wait for writers."""
        if self.transaction_mode != "IMMEDIATE" or self.is_in_memory_db():
            self._begin()
            return
        queue = Path(f"{self.settings_dict['NAME']}-turn")
        with write_turn(queue, self.settings_dict["OPTIONS"].get("timeout", 0)):
            self._begin()

    def _begin(self) -> None:
        self.cursor().execute(f"BEGIN {self.transaction_mode or ''}")

    def create_cursor(self, name: str | None = None) -> sqlite3.Cursor:
        cursor: sqlite3.Cursor = self.connection.cursor(factory=Cursor)
        return cursor

    def _open(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        connection: sqlite3.Connection = super().get_new_connection({"cached_statements": STATEMENTS, **conn_params})
        connection.execute("PRAGMA schema_version")
        return connection


def _has_log(file: Path) -> bool:
    """Whether the log has changes that are not in the database file yet."""
    log = Path(f"{file}-wal")
    return log.exists() and log.stat().st_size > 0
