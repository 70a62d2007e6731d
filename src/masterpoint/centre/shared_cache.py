"""A cache that every worker process of a machine shares: one file, so that a limit is one limit.

Nothing in it is worth keeping, so no write waits for the disk; and it is a file of its own, so that counting a visitor
never queues behind a filing. A file that a power cut has spoilt is begun anew. Where the disk cannot be written, each
thread goes on from what is on it and counts for itself, a minute at a time.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

from masterpoint.centre.disk import trouble

SECONDS_TO_WAIT = 5
CULLED_EVERY = 60
DISK_RESTS_FOR = 60
"""Seconds before a disk that could not be written is tried again."""
TABLE = "CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value, expires REAL NOT NULL) WITHOUT ROWID"
FRESH = "key = :key AND expires > :now"
PUT = (
    "INSERT INTO kept VALUES (:key, :value, :expires) "
    "ON CONFLICT (key) DO UPDATE SET value = :value, expires = :expires"
)


class SharedCache(BaseCache):
    """Django's cache in a small SQLite file. Whole numbers are kept as such; everything else as JSON."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._path = Path(location)
        self._mine = threading.local()

    def add(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        if time.time() - getattr(self._mine, "culled", 0) > CULLED_EVERY:
            self._cull()
        stale = f"{PUT} WHERE kept.expires <= :now RETURNING key"
        return bool(self._ask(stale, key, version, value=_kept(value), expires=self._until(timeout)))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        rows = self._ask(f"SELECT value FROM kept WHERE {FRESH}", key, version)
        return _loaded(rows[0][0]) if rows else default

    def set(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._ask(PUT, key, version, value=_kept(value), expires=self._until(timeout))

    def touch(self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        put = f"UPDATE kept SET expires = :expires WHERE {FRESH} RETURNING key"
        return bool(self._ask(put, key, version, expires=self._until(timeout)))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._ask("DELETE FROM kept WHERE key = :key RETURNING key", key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """In one statement: of two workers that count at the same moment, both count."""
        more = f"UPDATE kept SET value = value + :delta WHERE {FRESH} RETURNING value"
        rows = self._ask(more, key, version, delta=delta)
        if not rows:
            raise ValueError(f"Key '{key}' not found")
        return int(rows[0][0])

    def clear(self) -> None:
        self._ask("DELETE FROM kept", "", None)

    def _cull(self) -> None:
        self._mine.culled = time.time()
        self._ask("DELETE FROM kept WHERE expires <= :now", "", None)

    def _until(self, timeout: Any) -> float:
        until = self.get_backend_timeout(timeout)
        return math.inf if until is None else until

    def _ask(self, statement: str, key: str, version: int | None, **more: Any) -> list[Any]:
        data = {"key": self.make_and_validate_key(key, version=version), "now": time.time(), **more}
        try:
            kept = self._mine.memory if self._disk_rests() else self._connection()
            return kept.execute(statement, data).fetchall()
        except (sqlite3.OperationalError, OSError) as error:
            if trouble(error) is None:
                raise
            return self._in_memory().execute(statement, data).fetchall()
        except sqlite3.DatabaseError:
            self._begin_anew()
            return self._connection().execute(statement, data).fetchall()

    def _disk_rests(self) -> bool:
        """In this thread; a child that was forked asks the disk for itself."""
        mine = self._mine
        return getattr(mine, "memory_of", 0) == os.getpid() and time.monotonic() < mine.disk_rests_until

    def _in_memory(self) -> sqlite3.Connection:
        """What this thread counts while the disk is full or read-only: all that is on the disk, and then its own."""
        memory = sqlite3.connect(":memory:", isolation_level=None)
        memory.execute(TABLE)
        with suppress(sqlite3.Error, OSError):
            memory.executemany("INSERT INTO kept VALUES (?, ?, ?)", self._connection().execute("SELECT * FROM kept"))
        self._mine.memory, self._mine.memory_of = memory, os.getpid()
        self._mine.disk_rests_until = time.monotonic() + DISK_RESTS_FOR
        return memory

    def _connection(self) -> sqlite3.Connection:
        """One for each thread of each process: a connection does not survive a fork."""
        if getattr(self._mine, "process", 0) != os.getpid():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            opened = sqlite3.connect(self._path, timeout=SECONDS_TO_WAIT, isolation_level=None)
            _prepare(opened)
            self._mine.connection, self._mine.process = opened, os.getpid()
        connection: sqlite3.Connection = self._mine.connection
        return connection

    def _begin_anew(self) -> None:
        if getattr(self._mine, "process", 0):
            self._mine.connection.close()
        self._mine.process = 0
        for ending in ("", "-wal", "-shm"):
            Path(f"{self._path}{ending}").unlink(missing_ok=True)


def _prepare(opened: sqlite3.Connection) -> None:
    """A new file: SQLite does not wait for others that turn it to WAL at the same moment, so that is asked again."""
    until = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            opened.executescript(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; {TABLE}")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _kept(value: Any) -> int | str:
    return value if type(value) is int else json.dumps(value)


def _loaded(kept: int | str) -> Any:
    return kept if isinstance(kept, int) else json.loads(kept)
