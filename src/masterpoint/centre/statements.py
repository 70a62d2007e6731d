"""SQL for what every filing asks and writes: the ORM makes each statement anew, which costs more than the answer.

A statement is written as PostgreSQL has it. `= ANY(%s)` takes a list; the embedded database gets it as JSON.
PostgreSQL plans each of them once for a connection; the ORM's it plans every time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import Any, Protocol, TypeVar, cast

from django.db import connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Field, ForeignKey, Model, QuerySet

ANY, IN = "= ANY(%s)", "IN (SELECT value FROM json_each(%s))"
ROWS_AT_ONCE = 200
ARRAYS = {int: "bigint", str: "varchar", date: "date", type(None): "integer"}
Scalar = str | int | date | datetime | None
M = TypeVar("M", bound=Model)
Value = Scalar | list[str] | list[int] | list[date]


class _Postgres(Protocol):
    """The connection to PostgreSQL (`centre.postgres`)."""

    def prepared_cursor(self) -> CursorWrapper: ...


def prepared_cursor() -> CursorWrapper:
    """A cursor for what is asked again and again; its rows are fetched at once, and it is left open."""
    if connection.vendor == "postgresql":
        return cast(_Postgres, connection).prepared_cursor()
    return connection.cursor()


def select(statement: str, *values: Value) -> list[tuple[Any, ...]]:
    """The rows of an answer."""
    cursor = prepared_cursor()
    if connection.vendor == "sqlite":
        cursor.execute(_embedded(statement), [_adapted(value) for value in values])
    else:
        cursor.execute(statement, values)
    return list(cursor.fetchall())


def select_models(model: type[M], statement: str, *values: Value) -> list[M]:
    """Rows of a table as the ORM has them; the statement asks for its `{columns}`."""
    names, columns, expressions = _reading(model)
    rows = select(statement.format(columns=columns), *values)
    compiler = QuerySet(model).query.get_compiler(connection=connection)
    if converters := compiler.get_converters(expressions):
        rows = [*compiler.apply_converters(rows, converters)]
    return [model.from_db(connection.alias, names, row) for row in rows]


@cache
def _reading(model: type[Model]) -> tuple[list[str], str, list[Any]]:
    fields = model._meta.concrete_fields
    table = model._meta.db_table
    columns = ", ".join(f'"{field.column}"' for field in fields)
    return [field.attname for field in fields], columns, [field.get_col(table) for field in fields]


@cache
def _embedded(statement: str) -> str:
    return statement.replace(ANY, IN)


def _adapted(value: Value) -> Any:
    """A value as the driver of the embedded database takes it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, default=date.isoformat) if isinstance(value, list) else value


def write_rows(statement: str, rows: Sequence[tuple[Scalar, ...]]) -> None:
    """A statement with all its rows at once, where it has `{rows}`."""
    if not rows:
        return
    cursor = prepared_cursor()
    if connection.vendor == "postgresql":
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
    """A column as PostgreSQL writes an array."""
    values = ("NULL" if value is None else _quoted(value) if isinstance(value, str) else str(value) for value in column)
    return f"{{{','.join(values)}}}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def insert(row: Model) -> None:
    """Write a new row and give it its key, as `save(force_insert=True)` does; nobody listens for these rows."""
    statement, fields = _insertion(type(row), connection.vendor)
    database = connections[connection.alias]
    values = [field.get_db_prep_save(_value(row, field), database) for field in fields]
    cursor = prepared_cursor()
    cursor.execute(statement, values)
    row.pk = cursor.lastrowid if connection.vendor == "sqlite" else cursor.fetchone()[0]
    row._state.adding, row._state.db = False, connection.alias


def _value(row: Model, field: Field[Any, Any]) -> Any:
    """What a field holds; the key of another row may have come after it was named here."""
    if isinstance(field, ForeignKey) and field.is_cached(row) and (related := field.get_cached_value(row)) is not None:
        setattr(row, field.attname, related.pk)
        field.set_cached_value(row, related)  # a key that changes would forget it
    return field.pre_save(row, add=True)


@cache
def _insertion(model: type[Model], vendor: str) -> tuple[str, list[Field[Any, Any]]]:
    key = model._meta.pk
    fields = [field for field in model._meta.local_concrete_fields if field is not key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    returning = "" if vendor == "sqlite" else f' RETURNING "{key.column}"'
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places}){returning}', fields
