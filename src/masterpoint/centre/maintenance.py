"""What a database needs now and then to stay fast."""

from __future__ import annotations

from django.db import connection

ROWS_LOOKED_AT = 1_000


def refresh_statistics() -> None:
    """How many rows there are of what, so that the database chooses its indexes well; a moment's work.

    PostgreSQL does this by itself in time, but not at once after many rows were loaded.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA analysis_limit = {ROWS_LOOKED_AT}")
        cursor.execute("ANALYZE")
