"""Django's backend for PostgreSQL, with a cursor for prepared statements.

The ORM writes values into its statements, so PostgreSQL plans each of them anew, which takes longer than most queries.
"""

from __future__ import annotations

from typing import Any

import psycopg
from django.db.backends.postgresql import base, operations
from django.db.backends.utils import CursorWrapper

from masterpoint.centre.write_batch import WriteBatch

Answers = dict[tuple[Any, ...], list[tuple[Any, ...]]]
"""The type of `statements.Answers`."""

PREPARED_FROM = 1
"""A statement is prepared once a connection has sent it this often."""
PLANS = 500
"""The number of prepared statements. The driver's default is a hundred."""


KEEP_PLANS = "-c plan_cache_mode=force_generic_plan"
"""For `ANY` of some values, PostgreSQL would otherwise make a new plan each time, because it can only guess their
number.
"""
BY_INDEX = "-c random_page_cost=1.1 -c jit=off"
"""By default, PostgreSQL assumes a disk with moving heads, and reads a hundred thousand filings rather than looking up
a thousand. It would also compile long queries, which takes longer than running them.
"""


class DatabaseOperations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """For logs and tests: the driver does not keep the text of prepared statements."""
        if isinstance(cursor, psycopg.RawCursor):
            return sql
        return super().last_executed_query(cursor, sql, params) or self.compose_sql(sql, params)


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._cursors: dict[object, CursorWrapper] = {}
        self.batch: WriteBatch | None = None
        self.answers: Answers | None = None

    def get_connection_params(self) -> dict[str, Any]:
        params = super().get_connection_params()
        options = f"{KEEP_PLANS} {BY_INDEX} {params.get('options', '')}".strip()
        return {**params, "prepare_threshold": PREPARED_FROM, "options": options}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.prepared_max = PLANS
        return connection

    def prepared_cursor(self, number: int = 0) -> CursorWrapper:
        """A cursor that sends values separately from the statement, whose plan the connection then keeps.

        A connection has one such cursor, and more for several queries in one message. Rows are fetched at once, and the
        cursor stays open.
        """
        return self._cached_cursor(number, base.ServerBindingCursor)

    def numbered_cursor(self) -> CursorWrapper:
        """A cursor for statements with numbered parameters, in which the driver need not search for placeholders."""
        return self._cached_cursor("numbered", psycopg.RawCursor)

    def _cached_cursor(self, name: object, make: Any) -> CursorWrapper:
        wrapped = self._cursors.get(name)
        if wrapped is None or wrapped.cursor.closed or wrapped.cursor.connection is not self.connection:
            self.ensure_connection()
            wrapped = self._cursors[name] = self.make_cursor(make(self.connection))
        return self.make_debug_cursor(wrapped.cursor) if self.queries_logged else wrapped
