"""A long look at everything as it is at one moment, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, cast

from django.db import connection, transaction

LITTLE_CACHE = -8_192
"""In kibibytes, as SQLite writes it."""
REPEATABLE_READ = 3
"""As the driver of PostgreSQL numbers the levels of isolation."""


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
    yield from _repeatable()


def _repeatable() -> Iterator[None]:
    """The transaction begins as one that sees a single moment: asked for with BEGIN, it costs no round trip."""
    connection.ensure_connection()
    driver = connection.connection
    usual, driver.isolation_level = driver.isolation_level, REPEATABLE_READ
    try:
        with transaction.atomic():
            yield
    finally:
        if not driver.closed:
            driver.isolation_level = usual


@contextmanager
def read_once() -> Iterator[None]:
    """SQLite keeps pages, and sorts, in much memory for whoever comes back to them; who reads all of it does not."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        (usual,) = cursor.execute("PRAGMA cache_size").fetchone()
        cursor.execute(f"PRAGMA cache_size = {LITTLE_CACHE}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA cache_size = {usual}")


class _Embedded(Protocol):
    """The connection to SQLite."""

    transaction_mode: str | None


def _without_the_write_lock() -> Iterator[None]:
    """Our transactions take the write lock at once; a reader of minutes must not."""
    connection.ensure_connection()
    embedded = cast(_Embedded, connection)
    usual = embedded.transaction_mode
    embedded.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            embedded.transaction_mode = usual
            yield
    finally:
        embedded.transaction_mode = usual
