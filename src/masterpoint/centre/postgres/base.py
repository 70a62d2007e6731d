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

    def get_connection_params(self) -> dict[str, Any]:
        return {**super().get_connection_params(), "prepare_threshold": PREPARED_FROM}

    def prepared_cursor(self) -> CursorWrapper:
        """Values go beside a statement: asked again on this connection, it has its plan."""
        self.ensure_connection()
        driver = self.connection
        usual, driver.cursor_factory = driver.cursor_factory, base.ServerBindingCursor
        try:
            return self.cursor()
        finally:
            driver.cursor_factory = usual
