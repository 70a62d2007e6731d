"""A cache shared by all worker processes of a machine, in one file, so that a rate limit applies to all of them
together.

Nothing in it is worth keeping, so no write waits for the disk. The file is separate from the records, so that counting
a visitor never waits for a filing. A file damaged by a power cut is replaced. If the disk cannot be written, each
thread continues from the file's last state and counts for itself, for a minute at a time.
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

from masterpoint.centre.disk import problem_of

SECONDS_TO_WAIT = 5
CULL_INTERVAL = 60
SECONDS_WITHOUT_DISK = 60
"""The time before a disk that could not be written is tried again, in seconds."""
TABLE = "CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value, expires REAL NOT NULL) WITHOUT ROWID"
NOT_EXPIRED = "key = :key AND expires > :now"
PUT = (
    "INSERT INTO kept VALUES (:key, :value, :expires) "
    "ON CONFLICT (key) DO UPDATE SET value = :value, expires = :expires"
)


class SharedCache(BaseCache):
    """Django's cache in a small SQLite file. Whole numbers are stored as such, everything else as JSON."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._path = Path(location)
        self._local = threading.local()

    def add(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        if time.time() - getattr(self._local, "culled_at", 0) > CULL_INTERVAL:
            self._cull()
        replace_expired = f"{PUT} WHERE kept.expires <= :now RETURNING key"
        return bool(self._execute(replace_expired, key, version, value=_encode(value), expires=self._expiry(timeout)))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        rows = self._execute(f"SELECT value FROM kept WHERE {NOT_EXPIRED}", key, version)
        return _decode(rows[0][0]) if rows else default

    def set(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._execute(PUT, key, version, value=_encode(value), expires=self._expiry(timeout))

    def touch(self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        statement = f"UPDATE kept SET expires = :expires WHERE {NOT_EXPIRED} RETURNING key"
        return bool(self._execute(statement, key, version, expires=self._expiry(timeout)))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._execute("DELETE FROM kept WHERE key = :key RETURNING key", key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add in one statement, so that no count of two simultaneous workers is lost."""
        statement = f"UPDATE kept SET value = value + :delta WHERE {NOT_EXPIRED} RETURNING value"
        rows = self._execute(statement, key, version, delta=delta)
        if not rows:
            raise ValueError(f"Key '{key}' not found")
        return int(rows[0][0])

    def clear(self) -> None:
        self._execute("DELETE FROM kept", "", None)

    def _cull(self) -> None:
        self._local.culled_at = time.time()
        self._execute("DELETE FROM kept WHERE expires <= :now", "", None)

    def _expiry(self, timeout: Any) -> float:
        expiry = self.get_backend_timeout(timeout)
        return math.inf if expiry is None else expiry

    def _execute(self, statement: str, key: str, version: int | None, **parameters: Any) -> list[Any]:
        data = {"key": self.make_and_validate_key(key, version=version), "now": time.time(), **parameters}
        try:
            connection = self._local.memory if self._skips_disk() else self._connection()
            return connection.execute(statement, data).fetchall()
        except (sqlite3.OperationalError, OSError) as error:
            if problem_of(error) is None:
                raise
            return self._in_memory().execute(statement, data).fetchall()
        except sqlite3.DatabaseError:
            self._replace_file()
            return self._connection().execute(statement, data).fetchall()

    def _skips_disk(self) -> bool:
        """Whether this thread does not try the disk at present. A forked child tries it again."""
        local = self._local
        return getattr(local, "memory_process", 0) == os.getpid() and time.monotonic() < local.skips_disk_until

    def _in_memory(self) -> sqlite3.Connection:
        """Open a cache in memory for this thread while the disk is full or read-only, with the values on the disk."""
        memory = sqlite3.connect(":memory:", isolation_level=None)
        memory.execute(TABLE)
        with suppress(sqlite3.Error, OSError):
            memory.executemany("INSERT INTO kept VALUES (?, ?, ?)", self._connection().execute("SELECT * FROM kept"))
        self._local.memory, self._local.memory_process = memory, os.getpid()
        self._local.skips_disk_until = time.monotonic() + SECONDS_WITHOUT_DISK
        return memory

    def _connection(self) -> sqlite3.Connection:
        """The connection of this thread in this process, because a connection does not survive a fork."""
        if getattr(self._local, "process", 0) != os.getpid():
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            file_connection = sqlite3.connect(self._path, timeout=SECONDS_TO_WAIT, isolation_level=None)
            _prepare(file_connection)
            self._local.connection, self._local.process = file_connection, os.getpid()
        connection: sqlite3.Connection = self._local.connection
        return connection

    def _replace_file(self) -> None:
        if getattr(self._local, "process", 0):
            self._local.connection.close()
        self._local.process = 0
        for ending in ("", "-wal", "-shm"):
            Path(f"{self._path}{ending}").unlink(missing_ok=True)


def _prepare(connection: sqlite3.Connection) -> None:
    """Prepare a new file. SQLite does not wait for another process that sets WAL at the same moment, so try again."""
    deadline = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            connection.executescript(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; {TABLE}")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _encode(value: Any) -> int | str:
    return value if type(value) is int else json.dumps(value)


def _decode(stored: int | str) -> Any:
    return stored if isinstance(stored, int) else json.loads(stored)
