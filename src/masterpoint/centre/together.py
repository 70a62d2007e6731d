"""What one act writes, sent as one statement: PostgreSQL takes longer over a dozen messages than over their rows.

Whoever has the lock opens it (`statements.sent_together`) with the keys that came with the lock, so no new row has to
be awaited for its key. What is written waits; it is sent before anything is read that it could change, and at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Model


class Held(NamedTuple):
    """The lock of a federation, and a key for a new row of each of some tables; SQLite gives keys itself."""

    federation: Any
    keys: Mapping[type[Model], int]


class Writes:
    """What waits to be written, one statement a table: within one statement, none sees what another has written."""

    def __init__(self, held: Held, cursor: CursorWrapper) -> None:
        self.federation, self._keys = held.federation, dict(held.keys)
        self._cursor = cursor
        self._waiting: dict[str, tuple[str, list[Any]]] = {}

    def key_for(self, model: type[Model]) -> int | None:
        """The key that is there for a new row of a table; there is one."""
        return self._keys.pop(model, None)

    def add(self, statement: str, values: list[Any]) -> None:
        """An INSERT, whose third word is the table."""
        table = statement.split(maxsplit=3)[2].strip('"')
        if table in self._waiting:
            self.send()
        self._waiting[table] = (statement, values)

    def send(self) -> None:
        waiting, self._waiting = self._waiting, {}
        if waiting:
            statement = _joined(tuple(statement for statement, _ in waiting.values()))
            self._cursor.execute(statement, [value for _, values in waiting.values() for value in values])

    def before(self, execute: Callable[..., Any], sql: str, *words: Any) -> Any:
        """Around every other statement: those that only read, and none of these tables, need not see what waits."""
        if self._waiting and not (
            sql.lstrip().startswith("SELECT") and not any(table in sql for table in self._waiting)
        ):
            self.send()
        return execute(sql, *words)


@cache
def _joined(statements: tuple[str, ...]) -> str:
    *earlier, last = statements
    parts = ", ".join(f"part_{number} AS ({statement})" for number, statement in enumerate(earlier))
    return _numbered(f"WITH {parts} {last}" if parts else last)


def _numbered(statement: str) -> str:
    """With its values numbered, as PostgreSQL has them."""
    first, *others = statement.split("%s")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, 1))


class _Postgres(Protocol):
    """The connection to PostgreSQL (`centre.postgres`)."""

    together: Writes | None


def writes_of(database: BaseDatabaseWrapper | None = None) -> Writes | None:
    """What waits on a connection; nothing where each statement is sent by itself."""
    database = database or connections[DEFAULT_DB_ALIAS]
    return cast(_Postgres, database).together if database.vendor == "postgresql" else None
