"""Django's backend for PostgreSQL, with a cursor for statements that keep their plan.

The ORM writes values into its statements, so each is planned anew, which takes PostgreSQL longer than to answer most.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base, operations
from django.db.backends.utils import CursorWrapper

PREPARED_FROM = 1
"""A statement is prepared when a connection has asked it so many times already."""


class DatabaseOperations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """For logs and tests: the driver does not keep the text of a statement that it has prepared."""
        return super().last_executed_query(cursor, sql, params) or self.compose_sql(sql, params)


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations
    _preparing: Any = None

    def get_connection_params(self) -> dict[str, Any]:
        return {**super().get_connection_params(), "prepare_threshold": PREPARED_FROM}

    def prepared_cursor(self) -> CursorWrapper:
        """Values go beside a statement: asked again on this connection, it has its plan.

        There is one for a connection. Its rows are fetched at once, and nobody closes it.
        """
        self.ensure_connection()
        cursor = self._preparing
        if cursor is None or cursor.closed or cursor.connection is not self.connection:
            make: Any = base.ServerBindingCursor
            cursor = self._preparing = make(self.connection)
        wrapped: CursorWrapper = self._prepare_cursor(cursor)  # type: ignore[attr-defined] # not in the stubs
        return wrapped
