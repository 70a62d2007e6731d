"""Maintenance that keeps a database fast."""

from __future__ import annotations

from django.db import connection

SAMPLE_SIZE = 1_000


def refresh_statistics() -> None:
    """Refresh the statistics by which the database chooses its indexes. It is quick.

    PostgreSQL does this by itself in time, but not at once after many rows were loaded.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA analysis_limit = {SAMPLE_SIZE}")
        cursor.execute("ANALYZE")
