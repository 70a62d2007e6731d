"""Long reads of a single moment, while others continue to write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, cast

from django.db import connection, transaction

SMALL_CACHE = -8_192
"""In kibibytes; SQLite expects them as a negative number."""
REPEATABLE_READ = 3
"""The driver's number for this isolation level of PostgreSQL."""


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything in the block as of one moment. Writers do not wait for it.

    If a transaction has already begun, its own view is used.
    """
    if connection.in_atomic_block:
        yield
        return
    if connection.vendor == "sqlite":
        yield from _deferred_transaction()
        return
    yield from _repeatable_read()


def _repeatable_read() -> Iterator[None]:
    """Begin the transaction with this isolation level as part of BEGIN, which saves a round trip."""
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
    """Give SQLite a small cache for reads that touch each page once. A large cache only helps repeated reads."""
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


class _SQLite(Protocol):
    """The connection to SQLite."""

    transaction_mode: str | None


def _deferred_transaction() -> Iterator[None]:
    """Begin a transaction without the write lock.

    Our other transactions take it at once, but one that reads for minutes must not.
    """
    connection.ensure_connection()
    sqlite = cast(_SQLite, connection)
    previous = sqlite.transaction_mode
    sqlite.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            sqlite.transaction_mode = previous
            yield
    finally:
        sqlite.transaction_mode = previous
