"""Tables that refuse every change, opened for one act and closed again before it ends.

Both databases undo this with the transaction: whatever stops the act, the triggers are there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.utils import CursorWrapper

GUARDS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s ORDER BY name"


@contextmanager
def opened(*tables: str) -> Iterator[None]:
    """These tables may be changed meanwhile; to be used in a transaction."""
    assert connection.in_atomic_block, "what is opened must be closed whatever happens"
    if connection.vendor == "sqlite":
        with _without_triggers(tables):
            yield
        return
    with connection.cursor() as cursor:
        _alter(cursor, tables, "DISABLE")
        yield
        _alter(cursor, tables, "ENABLE")


def _alter(cursor: CursorWrapper, tables: tuple[str, ...], how: str) -> None:
    """A table is altered only when no check waits for the end of the transaction: those that wait are made now."""
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for table in tables:
        cursor.execute(f"ALTER TABLE {table} {how} TRIGGER USER")
    cursor.execute("SET CONSTRAINTS ALL DEFERRED")


@contextmanager
def _without_triggers(tables: tuple[str, ...]) -> Iterator[None]:
    with connection.cursor() as cursor:
        guards = []
        for table in tables:
            cursor.execute(GUARDS, [table])
            guards += cursor.fetchall()
        for name, _ in guards:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, statement in guards:
            cursor.execute(statement)
