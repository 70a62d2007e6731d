"""Django's backend for PostgreSQL, with a cursor for prepared statements.

The ORM writes values into its statements, so each is planned anew, which takes longer than most answers.
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
"""A statement is prepared after a connection has sent it so many times."""
PLANS = 500
"""The number of statements with plans: the driver's default is a hundred."""


KEEP_PLANS = "-c plan_cache_mode=force_generic_plan"
"""PostgreSQL would plan each `ANY` of some values anew, because it only guesses their number."""
BY_INDEX = "-c random_page_cost=1.1 -c jit=off"
"""PostgreSQL assumes a disk with moving heads, and reads a hundred thousand filings rather than look a thousand up; and
it would compile long queries, which takes longer than to answer them."""


class DatabaseOperations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """For logs and tests: the driver does not keep the text of a prepared statement."""
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
        """A cursor that sends values apart from the statement, so that it keeps its plan on this connection.

        There is one for a connection, and more for several queries in one message. Rows are fetched at once, and it
        stays open.
        """
        return self._cached_cursor(number, base.ServerBindingCursor)

    def numbered_cursor(self) -> CursorWrapper:
        """The same for statements with numbered parameters, in which the driver need not look for placeholders."""
        return self._cached_cursor("numbered", psycopg.RawCursor)

    def _cached_cursor(self, name: object, make: Any) -> CursorWrapper:
        wrapped = self._cursors.get(name)
        if wrapped is None or wrapped.cursor.closed or wrapped.cursor.connection is not self.connection:
            self.ensure_connection()
            wrapped = self._cursors[name] = self.make_cursor(make(self.connection))
        return self.make_debug_cursor(wrapped.cursor) if self.queries_logged else wrapped
