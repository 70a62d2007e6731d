"""Load the rows of a portable backup with each database's own bulk path."""

from __future__ import annotations

import base64
from typing import Any

from django.db import connection, models

PLAIN_FIELD_TYPES = frozenset(
    {
        *("AutoField", "BigAutoField", "IntegerField", "BigIntegerField", "SmallIntegerField", "BooleanField"),
        *("PositiveIntegerField", "PositiveBigIntegerField", "PositiveSmallIntegerField"),
        *("CharField", "TextField", "DateField"),
    }
)
"""Types of fields whose values a backup stores in a form that the database accepts."""
UTC_SUFFIX = "+00:00"
"""How a moment in a backup ends."""


def insert_page(model: type[models.Model], columns: list[str], page: list[list[Any]]) -> None:
    """Insert a page of rows of one table, as stored in the backup."""
    fields_by_name = {field.attname: field for field in model._meta.concrete_fields}
    fields = [fields_by_name[name] for name in columns]
    names = ", ".join(
        connection.ops.quote_name(field.column or name) for name, field in zip(columns, fields, strict=True)
    )
    table = connection.ops.quote_name(model._meta.db_table)
    converted = [(index, field) for index, field in enumerate(fields) if not _is_plain(field)]
    for row in page:
        for index, field in converted:
            row[index] = _stored_value(field, row[index])
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            copying = cursor.copy(f"COPY {table} ({names}) FROM STDIN")
            with connection.wrap_database_errors, copying as copy:
                for row in page:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(fields))
        cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", page)


def _is_plain(field: Any) -> bool:
    """Whether a column accepts values of JSON: numbers, text, days, and keys of other rows."""
    stored_field = field.target_field if field.is_relation else field
    return stored_field.get_internal_type() in PLAIN_FIELD_TYPES


def _stored_value(field: Any, value: Any) -> Any:
    if isinstance(value, str) and value.endswith(UTC_SUFFIX) and field.get_internal_type() == "DateTimeField":
        return value.removesuffix(UTC_SUFFIX).replace("T", " ") if connection.vendor == "sqlite" else value
    if isinstance(value, dict) and isinstance(field, models.BinaryField):
        value = base64.b64decode(value["bytes"])
    return field.get_db_prep_save(field.to_python(value), connection)
