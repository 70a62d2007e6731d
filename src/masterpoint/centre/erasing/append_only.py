"""Allow changes of append-only tables for one transaction.

Both databases undo this with the transaction: if it is interrupted, the triggers refuse changes again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

GUARDS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s ORDER BY name"


@contextmanager
def tables_opened(*tables: str) -> Iterator[None]:
    """Allow changes of these tables. Use it in a transaction."""
    assert connection.in_atomic_block, "the end of the transaction closes the tables again"
    if connection.vendor == "sqlite":
        with _without_triggers(tables):
            yield
        return
    _open(",".join(tables))
    yield
    _open("")


def _open(tables: str) -> None:
    """Change the setting that PostgreSQL's triggers read. It ends with the transaction and locks nothing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('masterpoint.opened', %s, true)", [tables])


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
