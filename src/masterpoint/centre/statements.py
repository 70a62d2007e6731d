"""SQL statements that every filing needs. The ORM compiles each statement anew, which costs more than running it.

Statements are written for PostgreSQL. `= ANY(%s)` takes a list; SQLite gets it as JSON. PostgreSQL plans each of them
once per connection, but plans the ORM's statements every time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from functools import cache
from typing import Any, Protocol, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import DateTimeField, Field, ForeignKey, Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.sql.compiler import SQLCompiler

from masterpoint.centre.write_batch import HeldLock, WriteBatch, batch_of

ANY, IN = "= ANY(%s)", "IN (SELECT value FROM json_each(%s))"
ROWS_AT_ONCE = 200
ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"'})
"""How to escape text in an array."""
PLAIN = {int, date}
"""Types that need no escaping in an array."""
ARRAYS = {int: "bigint", str: "varchar", date: "date", type(None): "integer"}
Scalar = str | int | date | datetime | None
M = TypeVar("M", bound=Model)
Value = Scalar | list[str] | list[int] | list[date]
Answers = dict[tuple[Any, ...], list[tuple[Any, ...]]]
"""The rows of prefetched queries, by query."""
Query = tuple[Any, ...]
"""A statement that reads, and its values: the arguments of `select`."""


class _WithCursor(Protocol):
    """The connection to either database (`centre.postgres`, `centre.sqlite`)."""

    def prepared_cursor(self) -> CursorWrapper: ...


class _Postgres(Protocol):
    """The connection to PostgreSQL (`centre.postgres`)."""

    batch: WriteBatch | None
    answers: Answers | None

    def prepared_cursor(self, number: int = 0) -> CursorWrapper: ...

    def numbered_cursor(self) -> CursorWrapper: ...


def prepared_cursor() -> CursorWrapper:
    """A cursor for repeated statements. It stays open, and its rows are fetched at once."""
    return _cursor_of(connections[DEFAULT_DB_ALIAS])


def _cursor_of(database: BaseDatabaseWrapper) -> CursorWrapper:
    return cast(_WithCursor, database).prepared_cursor()


@contextmanager
def batched_writes(lock: HeldLock) -> Iterator[None]:
    """Send everything written in the block to PostgreSQL as one statement (`centre.write_batch`). The caller holds the
    lock.

    Errors appear when the batch is sent. Either way, the transaction is lost.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "postgresql":
        yield
        return
    postgres = cast(_Postgres, database)
    writes = WriteBatch(lock, postgres.numbered_cursor())
    postgres.batch = writes
    try:
        with database.execute_wrapper(writes.wrap_execute):
            yield
            writes.send()
    finally:
        postgres.batch = None


def _write(database: BaseDatabaseWrapper, statement: str, values: list[Any]) -> None:
    """Write at once, or add the statement to the open batch."""
    writes = batch_of(database)
    if writes is None:
        _cursor_of(database).execute(statement, values)
    else:
        writes.add(statement, values)


@contextmanager
def prefetched_answers() -> Iterator[None]:
    """Within the block, answer each prefetched query (`prefetch`) once from its stored rows.

    The caller must know that nobody changes these rows meanwhile, because it uses a snapshot or holds the lock.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "postgresql":
        yield
        return
    postgres = cast(_Postgres, database)
    previous, postgres.answers = postgres.answers, {}
    try:
        yield
    finally:
        postgres.answers = previous


def prefetch(*queries: Query) -> None:
    """Send several queries in one message, because PostgreSQL takes longer for a message than for most queries."""
    database = connections[DEFAULT_DB_ALIAS]
    postgres = cast(_Postgres, database)
    if database.vendor != "postgresql" or postgres.answers is None:
        return
    prepared_queries = [(statement, *_parameters(values)) for statement, *values in queries]
    cursors = [postgres.prepared_cursor(number) for number in range(len(prepared_queries))]
    driver: Any = database.connection
    with database.wrap_database_errors:
        with driver.pipeline():
            for cursor, (statement, *values) in zip(cursors, prepared_queries, strict=True):
                cursor.execute(statement, values)
        for cursor, query in zip(cursors, prepared_queries, strict=True):
            postgres.answers[query] = list(cursor.cursor.fetchall())


def select(statement: str, *values: Value) -> list[tuple[Any, ...]]:
    """The rows of a query."""
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "sqlite":
        cursor = _cursor_of(database)
        cursor.execute(_for_sqlite(statement), [_adapt(value) for value in values])
    else:
        parameters = _parameters(values)
        answers = cast(_Postgres, database).answers
        if answers and (rows := answers.pop((statement, *parameters), None)) is not None:
            return rows
        cursor = _cursor_of(database)
        cursor.execute(statement, parameters)
    with database.wrap_database_errors:
        return list(cursor.cursor.fetchall())


def _parameters(values: Iterable[Value]) -> list[Scalar]:
    """Values in the form that PostgreSQL takes."""
    return [_array(value) if isinstance(value, list) else value for value in values]


def select_models(model: type[M], statement: str, *values: Value) -> list[M]:
    """Rows of a table as models, without sending signals. The statement selects `{columns}`."""
    names, _ = _columns_of(model)
    rows = select(with_columns(model, statement), *values)
    compiler, converters = _converters_of(model, connection.vendor)
    if converters:
        rows = [tuple(row) for row in compiler.apply_converters(rows, converters)]
    return [_model_of(model, names, row) for row in rows]


def with_columns(model: type[Model], statement: str) -> str:
    """A statement with the columns of a table in place of `{columns}`."""
    return statement.format(columns=_columns_of(model)[1])


def _model_of(model: type[M], names: Sequence[str], values: Sequence[Any]) -> M:
    """A model of an existing row, like `from_db`, but faster."""
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    state = row._state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    return row


@cache
def _columns_of(model: type[Model]) -> tuple[list[str], str]:
    fields = _fields_read(model)
    return [field.attname for field in fields], ", ".join(f'"{field.column}"' for field in fields)


@cache
def _converters_of(model: type[Model], vendor: str) -> tuple[SQLCompiler, Any]:
    """The converters of this kind of database."""
    compiler = QuerySet(model).query.get_compiler(DEFAULT_DB_ALIAS)
    return compiler, compiler.get_converters([field.get_col(model._meta.db_table) for field in _fields_read(model)])


def _fields_read(model: type[Model]) -> list[Field[Any, Any]]:
    """All fields except dates with times, which are read on access, because the driver is slowest with these."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, DateTimeField)]


@cache
def _for_sqlite(statement: str) -> str:
    return statement.replace(ANY, IN)


def _adapt(value: Value) -> Any:
    """A value as SQLite's driver takes it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, default=date.isoformat) if isinstance(value, list) else value


def write_rows(statement: str, rows: Sequence[tuple[Scalar, ...]]) -> None:
    """Run a statement with all its rows at once, in place of `{rows}`."""
    if not rows:
        return
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql":
        columns = list(zip(*rows, strict=True))
        arrays = ", ".join(f"%s::{ARRAYS[type(column[0])]}[]" for column in columns)
        _write(database, statement.format(rows=f"SELECT * FROM unnest({arrays})"), [*map(_array, columns)])
        return
    cursor = _cursor_of(database)
    for start in range(0, len(rows), ROWS_AT_ONCE):
        page = rows[start : start + ROWS_AT_ONCE]
        places = f"({', '.join(['%s'] * len(page[0]))})"
        row_list = f"VALUES {', '.join([places] * len(page))}"
        values = [_adapt(value) if isinstance(value, date) else value for row in page for value in row]
        cursor.execute(statement.format(rows=row_list), values)


def _array(column: Sequence[Scalar]) -> str:
    """A column as a PostgreSQL array literal. Otherwise the driver would inspect the type of every value."""
    plain = {*map(type, column)} <= PLAIN
    return f"{{{','.join(map(str if plain else array_element, column))}}}"


def array_element(value: Scalar) -> str:
    if value is None:
        return "NULL"
    if not isinstance(value, str):
        return str(value)
    return f'"{value.translate(ESCAPES)}"'


def insert(row: Model) -> None:
    """Insert a row and set its key, like `save(force_insert=True)`, but without sending signals."""
    database = connections[DEFAULT_DB_ALIAS]
    writes = batch_of(database)
    key = writes.key_for(type(row)) if writes else None
    if key is not None:
        row.pk = key
        _write(database, *_insertion_of(row, database, "key"))
    else:
        cursor = _cursor_of(database)
        cursor.execute(*_insertion_of(row, database, "" if database.vendor == "sqlite" else "returning"))
        with database.wrap_database_errors:
            row.pk = cursor.cursor.lastrowid if database.vendor == "sqlite" else cursor.cursor.fetchone()[0]
    row._state.adding, row._state.db = False, database.alias


def insert_last(row: Model) -> None:
    """Insert a row that no other row refers to. Its key is not read back."""
    database = connections[DEFAULT_DB_ALIAS]
    _write(database, *_insertion_of(row, database, ""))


def _insertion_of(row: Model, database: BaseDatabaseWrapper, key_handling: str) -> tuple[str, list[Any]]:
    statement, fields = _insertion(type(row), key_handling)
    return statement, [field.get_db_prep_save(_value(row, field), database) for field in fields]


def _value(row: Model, field: Field[Any, Any]) -> Any:
    """The value of a field. A related row may have got its key after it was assigned."""
    if isinstance(field, ForeignKey) and field.is_cached(row) and (related := field.get_cached_value(row)) is not None:
        setattr(row, field.attname, related.pk)
        field.set_cached_value(row, related)  # setting the key clears the cached row
    return field.pre_save(row, add=True)


@cache
def _insertion(model: type[Model], key_handling: str) -> tuple[str, list[Field[Any, Any]]]:
    """A statement that takes the key (`key`), returns it (`returning`), or neither."""
    key = model._meta.pk
    fields = [field for field in model._meta.local_concrete_fields if field is not key or key_handling == "key"]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    answer = f' RETURNING "{key.column}"' if key_handling == "returning" else ""
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places}){answer}', fields
