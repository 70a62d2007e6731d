"""Maintenance that keeps a database fast."""

from __future__ import annotations

from django.db import connection

SAMPLE_SIZE = 1_000
MIN_ROWS = 100
FORGET_SMALL_TABLES = f"DELETE FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < {MIN_ROWS}"
"""SQLite reads the whole of a table that it has counted as tiny, however much it has grown since."""


def refresh_statistics() -> None:
    """Refresh the statistics by which the database chooses its indexes. It is quick.

    PostgreSQL does this by itself in time, but not at once after many rows were loaded.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA analysis_limit = {SAMPLE_SIZE}")
        cursor.execute("ANALYZE")
        if connection.vendor == "sqlite":
            cursor.execute(FORGET_SMALL_TABLES)
            cursor.execute("ANALYZE sqlite_schema")  # reads the counts again
