"""Send the writes of one act as one statement, because PostgreSQL takes longer for a dozen messages than for their
rows.

The holder of the lock opens a batch (`statements.batched_writes`) with the keys reserved by the lock, so that it need
not wait for the keys of new rows. Writes are sent before a statement that may read them, and at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Model


class HeldLock(NamedTuple):
    """The lock of a federation, and a reserved key for a new row of each of some tables. SQLite assigns keys itself."""

    federation: Any
    keys: Mapping[type[Model], int]


class WriteBatch:
    """Waiting writes, with one statement for each table. Within one statement, no part sees the rows of another."""

    def __init__(self, lock: HeldLock, cursor: CursorWrapper) -> None:
        self.federation, self._keys = lock.federation, dict(lock.keys)
        self._cursor = cursor
        self._waiting: dict[str, tuple[str, list[Any]]] = {}

    def key_for(self, model: type[Model]) -> int | None:
        """The reserved key for a new row of a table; there is only one."""
        return self._keys.pop(model, None)

    def add(self, statement: str, values: list[Any]) -> None:
        """Add an INSERT. Its third word is the table."""
        table = statement.split(maxsplit=3)[2].strip('"')
        if table in self._waiting:
            self.send()
        self._waiting[table] = (statement, values)

    def send(self) -> None:
        waiting, self._waiting = self._waiting, {}
        if waiting:
            statement = _combine(tuple(statement for statement, _ in waiting.values()))
            self._cursor.execute(statement, [value for _, values in waiting.values() for value in values])

    def wrap_execute(self, execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        """Send the batch before any other statement, except those that only read other tables."""
        if self._waiting and not (
            sql.lstrip().startswith("SELECT") and not any(table in sql for table in self._waiting)
        ):
            self.send()
        return execute(sql, *args)


@cache
def _combine(statements: tuple[str, ...]) -> str:
    *earlier, final = statements
    parts = ", ".join(f"part_{number} AS ({statement})" for number, statement in enumerate(earlier))
    return _with_numbers(f"WITH {parts} {final}" if parts else final)


def _with_numbers(statement: str) -> str:
    """The statement with numbered parameters, which PostgreSQL needs."""
    start, *rest = statement.split("%s")
    return start + "".join(f"${number}{text}" for number, text in enumerate(rest, 1))


class _Postgres(Protocol):
    """The connection to PostgreSQL (`centre.postgres`)."""

    batch: WriteBatch | None


def batch_of(database: BaseDatabaseWrapper | None = None) -> WriteBatch | None:
    """The open batch of a connection; None if statements are sent one by one."""
    database = database or connections[DEFAULT_DB_ALIAS]
    return cast(_Postgres, database).batch if database.vendor == "postgresql" else None
