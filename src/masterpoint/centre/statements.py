"""SQL for what every filing asks and writes: the ORM makes each statement anew, which costs more than the answer.

A statement is written as PostgreSQL has it. `= ANY(%s)` takes a list; the embedded database gets it as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, ForeignKey, Model

ANY, IN = "= ANY(%s)", "IN (SELECT value FROM json_each(%s))"
ROWS_AT_ONCE = 200
ARRAYS = {int: "bigint", str: "varchar", date: "date", type(None): "integer"}
Scalar = str | int | date | None
Value = Scalar | list[str] | list[int] | list[date]


def select(statement: str, *values: Value) -> list[tuple[Any, ...]]:
    """The rows of an answer."""
    with connection.cursor() as cursor:
        cursor.execute(dialect(statement), [adapted(value) for value in values])
        return list(cursor.fetchall())


@cache
def _embedded(statement: str) -> str:
    return statement.replace(ANY, IN)


def dialect(statement: str) -> str:
    """A statement as the database in use has it."""
    return _embedded(statement) if connection.vendor == "sqlite" else statement


def adapted(value: Value) -> Any:
    """A value as the driver in use takes it."""
    if connection.vendor != "sqlite":
        return value
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, default=date.isoformat) if isinstance(value, list) else value


def write_rows(statement: str, rows: Sequence[tuple[Scalar, ...]]) -> None:
    """A statement with all its rows at once, where it has `{rows}`."""
    if not rows:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            columns = list(zip(*rows, strict=True))
            arrays = ", ".join(f"%s::{ARRAYS[type(column[0])]}[]" for column in columns)
            cursor.execute(statement.format(rows=f"SELECT * FROM unnest({arrays})"), [*map(_array, columns)])
            return
        for start in range(0, len(rows), ROWS_AT_ONCE):
            page = rows[start : start + ROWS_AT_ONCE]
            row = f"({', '.join(['%s'] * len(page[0]))})"
            listed = f"VALUES {', '.join([row] * len(page))}"
            cursor.execute(statement.format(rows=listed), [adapted(value) for values in page for value in values])


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
    values = [field.get_db_prep_save(_value(row, field), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row.pk = cursor.lastrowid if connection.vendor == "sqlite" else cursor.fetchone()[0]
    row._state.adding, row._state.db = False, connection.alias


def _value(row: Model, field: Field[Any, Any]) -> Any:
    """What a field holds; the key of another row may have come after it was named here."""
    if isinstance(field, ForeignKey) and field.is_cached(row) and (related := field.get_cached_value(row)) is not None:
        setattr(row, field.attname, related.pk)
    return field.pre_save(row, add=True)


@cache
def _insertion(model: type[Model], vendor: str) -> tuple[str, list[Field[Any, Any]]]:
    key = model._meta.pk
    fields = [field for field in model._meta.local_concrete_fields if field is not key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    returning = "" if vendor == "sqlite" else f' RETURNING "{key.column}"'
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places}){returning}', fields
