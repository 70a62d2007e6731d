"""Long reads as at one moment, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, cast

from django.db import connection, transaction

SMALL_CACHE = -8_192
"""In kibibytes, as negative numbers are for SQLite."""
REPEATABLE_READ = 3
"""The number of this level of isolation in the driver of PostgreSQL."""


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read within was true at the same moment; writers do not wait for it.

    Within a transaction that has already begun, its view counts.
    """
    if connection.in_atomic_block:
        yield
        return
    if connection.vendor == "sqlite":
        yield from _without_the_write_lock()
        return
    yield from _repeatable()


def _repeatable() -> Iterator[None]:
    """Begin the transaction as one that sees a single moment: as part of BEGIN it costs no round trip."""
    connection.ensure_connection()
    driver = connection.connection
    previous, driver.isolation_level = driver.isolation_level, REPEATABLE_READ
    try:
        with transaction.atomic():
            yield
    finally:
        if not driver.closed:
            driver.isolation_level = previous


@contextmanager
def read_once() -> Iterator[None]:
    """Give SQLite a small cache: it serves those who read the same pages again, and this reads all of them once."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        (previous,) = cursor.execute("PRAGMA cache_size").fetchone()
        cursor.execute(f"PRAGMA cache_size = {SMALL_CACHE}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA cache_size = {previous}")


class _Embedded(Protocol):
    """The connection to SQLite."""

    transaction_mode: str | None


def _without_the_write_lock() -> Iterator[None]:
    """Our transactions take the write lock at once; one that reads for minutes must not."""
    connection.ensure_connection()
    embedded = cast(_Embedded, connection)
    previous = embedded.transaction_mode
    embedded.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            embedded.transaction_mode = previous
            yield
    finally:
        embedded.transaction_mode = previous
