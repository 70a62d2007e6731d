"""Django's backend for PostgreSQL, with a cursor for statements that keep their plan.

The ORM writes values into its statements, so each is planned anew, which takes PostgreSQL longer than to answer most.
"""

from __future__ import annotations

from typing import Any

import psycopg
from django.db.backends.postgresql import base, operations
from django.db.backends.utils import CursorWrapper

from masterpoint.centre.together import Writes

Answers = dict[tuple[Any, ...], list[tuple[Any, ...]]]
"""As `statements` keeps them."""

PREPARED_FROM = 1
"""A statement is prepared when a connection has asked it so many times already."""
PLANS = 500
"""So many statements keep their plans: the driver would give up the oldest of a hundred."""


KEEP_PLANS = "-c plan_cache_mode=force_generic_plan"
"""PostgreSQL would plan anew whatever asks for `ANY` of some values: it guesses that they are ten, and doubts it."""
BY_INDEX = "-c random_page_cost=1.1 -c jit=off"
"""It takes the disk for one with a moving arm, and reads a hundred thousand filings rather than look a thousand up; and
it would compile what it thinks is long, which takes longer than to answer it."""


class DatabaseOperations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """For logs and tests: the driver does not keep the text of a statement that it has prepared."""
        if isinstance(cursor, psycopg.RawCursor):
            return sql
        return super().last_executed_query(cursor, sql, params) or self.compose_sql(sql, params)


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self._cursors: dict[object, CursorWrapper] = {}
        self.together: Writes | None = None
        self.answers: Answers | None = None

    def get_connection_params(self) -> dict[str, Any]:
        params = super().get_connection_params()
        options = f"{KEEP_PLANS} {BY_INDEX} {params.get('options', '')}".strip()
        return {**params, "prepare_threshold": PREPARED_FROM, "options": options}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        made = super().get_new_connection(conn_params)
        made.prepared_max = PLANS
        return made

    def prepared_cursor(self, number: int = 0) -> CursorWrapper:
        """Values go beside a statement: asked again on this connection, it has its plan.

        There is one for a connection, and more for what is asked in one message. Rows are fetched at once, and it
        stays open.
        """
        return self._kept(number, base.ServerBindingCursor)

    def numbered_cursor(self) -> CursorWrapper:
        """The same for statements that number their values as PostgreSQL does: the driver need not look for them."""
        return self._kept("numbered", psycopg.RawCursor)

    def _kept(self, name: object, make: Any) -> CursorWrapper:
        wrapped = self._cursors.get(name)
        if wrapped is None or wrapped.cursor.closed or wrapped.cursor.connection is not self.connection:
            self.ensure_connection()
            wrapped = self._cursors[name] = self.make_cursor(make(self.connection))
        return self.make_debug_cursor(wrapped.cursor) if self.queries_logged else wrapped
