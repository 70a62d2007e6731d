"""Maintenance that keeps the database fast."""

from __future__ import annotations

from django.db import connection

SAMPLE_SIZE = 1_000
MIN_ROWS = 100
FORGET_SMALL_TABLES = f"DELETE FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < {MIN_ROWS}"
"""If SQLite has counted a table as tiny, it reads all of it in every query, however much it has grown since."""


def refresh_statistics() -> None:
    """Refresh the statistics by which the database chooses indexes. This is quick.

    PostgreSQL does it by itself, but not immediately after many rows were loaded.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA analysis_limit = {SAMPLE_SIZE}")
        cursor.execute("ANALYZE")
        if connection.vendor == "sqlite":
            cursor.execute(FORGET_SMALL_TABLES)
            cursor.execute("ANALYZE sqlite_schema")  # reads the counts again
