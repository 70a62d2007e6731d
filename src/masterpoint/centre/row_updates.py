"""Update many rows at once. Their values are prepared before the lock is taken, and only sent under it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from django.db import connection
from django.db.models import Field, JSONField, Model

from masterpoint.centre.statements import array_element, prepared_cursor

ROWS_PER_STATEMENT = 500
Values = tuple[Any, ...]
"""The values of a row's fields as the database takes them, and its key."""


def values_of(row: Model, names: Sequence[str]) -> Values:
    values = (*(_adapt(row, field) for field in _fields(type(row), tuple(names))), row.pk)
    return values if connection.vendor == "sqlite" else tuple(map(_in_array, values))


def _in_array(value: Any) -> str:
    """A value as an element of a PostgreSQL array, without the driver's wrapper."""
    plain = getattr(value, "obj", value)
    return array_element(f"\\x{plain.hex()}" if isinstance(plain, bytes) else plain)


def update_rows(model: type[Model], names: Sequence[str], rows: Sequence[Values]) -> None:
    """Update these fields of existing rows without sending signals."""
    fields = _fields(model, tuple(names))
    if connection.vendor == "sqlite":
        columns = ", ".join(f'"{field.column}" = %s' for field in fields)
        statement = f'UPDATE "{model._meta.db_table}" SET {columns} WHERE "{model._meta.pk.column}" = %s'
        prepared_cursor().executemany(statement, list(rows))
        return
    for start in range(0, len(rows), ROWS_PER_STATEMENT):
        columns_of_page = zip(*rows[start : start + ROWS_PER_STATEMENT], strict=True)
        prepared_cursor().execute(
            _all_at_once(model, fields), [f"{{{','.join(column)}}}" for column in columns_of_page]
        )


def _all_at_once(model: type[Model], fields: Sequence[Field[Any, Any]]) -> str:
    """The statement for PostgreSQL, with an array for each column."""
    table, key = model._meta.db_table, model._meta.pk
    changes = ", ".join(f'"{field.column}" = new_row."{field.column}"' for field in fields)
    columns = ", ".join(f'"{field.column}"' for field in (*fields, key))
    arrays = ", ".join(f"%s::{_kind(field)}[]" for field in (*fields, key))
    new = f"unnest({arrays}) AS new_row({columns})"
    return f'UPDATE "{table}" SET {changes} FROM {new} WHERE "{table}"."{key.column}" = new_row."{key.column}"'


def _kind(field: Field[Any, Any]) -> str:
    return "text[]::jsonb" if isinstance(field, JSONField) else str(field.rel_db_type(connection))


def _adapt(row: Model, field: Field[Any, Any]) -> Any:
    value = field.value_from_object(row)
    if isinstance(field, JSONField):
        return None if value is None else json.dumps(value, cls=field.encoder)
    return field.get_db_prep_save(value, connection)


@cache
def _fields(model: type[Model], names: tuple[str, ...]) -> tuple[Field[Any, Any], ...]:
    return tuple(cast("Field[Any, Any]", model._meta.get_field(name)) for name in names)
