"""SQL for what every filing asks and writes: the ORM makes each statement anew, which costs more than the answer.

A statement is written as PostgreSQL has it. `= ANY(%s)` takes a list; SQLite gets it as JSON.
PostgreSQL plans each of them once for a connection; the ORM's it plans every time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
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

ANY, IN = "= ANY(%s)", "IN (SELECT value FROM json_each(%s))"
ROWS_AT_ONCE = 200
ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"'})
"""How text in an array writes what would end it."""
PLAIN = {int, date}
"""Kinds that an array has as they are written."""
ARRAYS = {int: "bigint", str: "varchar", date: "date", type(None): "integer"}
Scalar = str | int | date | datetime | None
M = TypeVar("M", bound=Model)
Value = Scalar | list[str] | list[int] | list[date]


class _Postgres(Protocol):
    """The connection to PostgreSQL (`centre.postgres`)."""

    def prepared_cursor(self, *, unread: bool = False) -> CursorWrapper: ...


def prepared_cursor() -> CursorWrapper:
    """A cursor for what is asked again and again; its rows are fetched at once, and it is left open."""
    return _cursor_of(connections[DEFAULT_DB_ALIAS])


def _cursor_of(database: BaseDatabaseWrapper, *, unread: bool = False) -> CursorWrapper:
    """`unread`: for what has no answer, so that nobody waits for it where statements are sent together."""
    if database.vendor == "postgresql":
        return cast(_Postgres, database).prepared_cursor(unread=unread)
    return database.cursor()


@contextmanager
def sent_together() -> Iterator[None]:
    """PostgreSQL gets what is written in here without an answer to each: it is awaited where somebody asks something.

    What goes wrong shows then, or at the end; the transaction is lost either way.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def is_sent_together() -> bool:
    """Whether statements are, just now: then nothing can be copied."""
    if connection.vendor != "postgresql" or connection.connection is None:
        return False
    return bool(connection.connection.pgconn.pipeline_status)


def select(statement: str, *values: Value) -> list[tuple[Any, ...]]:
    """The rows of an answer."""
    database = connections[DEFAULT_DB_ALIAS]
    cursor = _cursor_of(database)
    if database.vendor == "sqlite":
        cursor.execute(_embedded(statement), [_adapted(value) for value in values])
    else:
        cursor.execute(statement, [_array(value) if isinstance(value, list) else value for value in values])
    with database.wrap_database_errors:
        return list(cursor.cursor.fetchall())


def select_models(model: type[M], statement: str, *values: Value) -> list[M]:
    """Rows of a table as the ORM has them, without its signals; the statement asks for its `{columns}`."""
    names, columns = _reading(model)
    rows = select(statement.format(columns=columns), *values)
    compiler, converters = _converting(model, connection.vendor)
    if converters:
        rows = [tuple(row) for row in compiler.apply_converters(rows, converters)]
    return [_model_of(model, names, row) for row in rows]


def _model_of(model: type[M], names: Sequence[str], values: Sequence[Any]) -> M:
    """A row that is there already: what `from_db` makes, without asking each field how it is set."""
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    state = row._state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    return row


@cache
def _reading(model: type[Model]) -> tuple[list[str], str]:
    fields = _fields_read(model)
    return [field.attname for field in fields], ", ".join(f'"{field.column}"' for field in fields)


@cache
def _converting(model: type[Model], vendor: str) -> tuple[SQLCompiler, Any]:
    """What a database of this kind gives otherwise than the program has it."""
    compiler = QuerySet(model).query.get_compiler(DEFAULT_DB_ALIAS)
    return compiler, compiler.get_converters([field.get_col(model._meta.db_table) for field in _fields_read(model)])


def _fields_read(model: type[Model]) -> list[Field[Any, Any]]:
    """All but moments, which are read when somebody looks at them: the driver takes longest over these."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, DateTimeField)]


@cache
def _embedded(statement: str) -> str:
    return statement.replace(ANY, IN)


def _adapted(value: Value) -> Any:
    """A value as the driver of SQLite takes it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, default=date.isoformat) if isinstance(value, list) else value


def write_rows(statement: str, rows: Sequence[tuple[Scalar, ...]]) -> None:
    """A statement with all its rows at once, where it has `{rows}`."""
    if not rows:
        return
    database = connections[DEFAULT_DB_ALIAS]
    cursor = _cursor_of(database, unread=True)
    if database.vendor == "postgresql":
        columns = list(zip(*rows, strict=True))
        arrays = ", ".join(f"%s::{ARRAYS[type(column[0])]}[]" for column in columns)
        cursor.execute(statement.format(rows=f"SELECT * FROM unnest({arrays})"), [*map(_array, columns)])
        return
    for start in range(0, len(rows), ROWS_AT_ONCE):
        page = rows[start : start + ROWS_AT_ONCE]
        places = f"({', '.join(['%s'] * len(page[0]))})"
        listed = f"VALUES {', '.join([places] * len(page))}"
        values = [_adapted(value) if isinstance(value, date) else value for row in page for value in row]
        cursor.execute(statement.format(rows=listed), values)


def _array(column: Sequence[Scalar]) -> str:
    """A column as PostgreSQL writes an array: the driver would look at every value for its kind."""
    plain = {*map(type, column)} <= PLAIN
    return f"{{{','.join(map(str if plain else _element, column))}}}"


def _element(value: Scalar) -> str:
    if value is None:
        return "NULL"
    if not isinstance(value, str):
        return str(value)
    return f'"{value.translate(ESCAPED)}"'


def insert(row: Model) -> None:
    """Write a new row and give it its key, as `save(force_insert=True)` does; nobody listens for these rows."""
    database = connections[DEFAULT_DB_ALIAS]
    cursor = _cursor_of(database)
    _insert(row, database, cursor, returning=database.vendor != "sqlite")
    with database.wrap_database_errors:
        row.pk = cursor.cursor.lastrowid if database.vendor == "sqlite" else cursor.cursor.fetchone()[0]
    row._state.adding, row._state.db = False, database.alias


def insert_last(row: Model) -> None:
    """The same of a row that nothing points to: it does not learn its key, and nobody waits for it."""
    database = connections[DEFAULT_DB_ALIAS]
    _insert(row, database, _cursor_of(database, unread=True), returning=False)


def _insert(row: Model, database: BaseDatabaseWrapper, cursor: CursorWrapper, *, returning: bool) -> None:
    statement, fields = _insertion(type(row), returning)
    cursor.execute(statement, [field.get_db_prep_save(_value(row, field), database) for field in fields])


def update_rows(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Some fields of rows that are there, each row by its key; nobody listens for these rows."""
    if not rows:
        return
    database = connections[DEFAULT_DB_ALIAS]
    statement, fields = _update(type(rows[0]), tuple(names))
    values = [[*(field.get_db_prep_save(_value(row, field), database) for field in fields), row.pk] for row in rows]
    _cursor_of(database, unread=True).executemany(statement, values)


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[str, list[Field[Any, Any]]]:
    fields = [cast("Field[Any, Any]", model._meta.get_field(name)) for name in names]
    columns = ", ".join(f'"{field.column}" = %s' for field in fields)
    return f'UPDATE "{model._meta.db_table}" SET {columns} WHERE "{model._meta.pk.column}" = %s', fields


def _value(row: Model, field: Field[Any, Any]) -> Any:
    """What a field holds; the key of another row may have come after it was named here."""
    if isinstance(field, ForeignKey) and field.is_cached(row) and (related := field.get_cached_value(row)) is not None:
        setattr(row, field.attname, related.pk)
        field.set_cached_value(row, related)  # a key that changes would forget it
    return field.pre_save(row, add=True)


@cache
def _insertion(model: type[Model], returning: bool) -> tuple[str, list[Field[Any, Any]]]:
    key = model._meta.pk
    fields = [field for field in model._meta.local_concrete_fields if field is not key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    answer = f' RETURNING "{key.column}"' if returning else ""
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places}){answer}', fields
