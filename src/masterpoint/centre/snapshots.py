"""A long look at everything as it is at one moment, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read in here was true at the same moment; nobody who writes has to wait for it.

    Inside a transaction that has begun already, that one's view of things is taken.
    """
    if connection.in_atomic_block:
        yield
        return
    if connection.vendor == "sqlite":
        yield from _without_the_write_lock()
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _without_the_write_lock() -> Iterator[None]:
    """Our transactions take the write lock at once; a reader of minutes must not."""
    connection.ensure_connection()
    usual = connection.transaction_mode
    connection.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            connection.transaction_mode = usual
            yield
    finally:
        connection.transaction_mode = usual
