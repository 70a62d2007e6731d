"""What the tables of a database are like: columns, constraints, indexes and triggers, in any order.

Names count where a model gives them; those that Django makes up remember how a table was called before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.apps import apps
from django.db import connection

TEXTS = {
    "sqlite": ("SELECT tbl_name, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name NOT LIKE 'sqlite_%'",),
    "postgresql": (
        "SELECT relname, '', concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, attidentity)"
        " FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace"
        " AND relkind = 'r' AND attnum > 0 AND NOT attisdropped",
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = 'public'::regnamespace AND conrelid <> 0",
        "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(pg_trigger.oid) || prosrc FROM pg_trigger"
        " JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal",
    ),
}
COLUMN = re.compile(r"(?:[^,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+")
"""Up to the next comma that stands in no parentheses."""


def shapes() -> dict[str, list[str]]:
    """By table, everything that is said of it."""
    names = _given_names()
    result: dict[str, list[str]] = {}
    with connection.cursor() as cursor:
        for statement in TEXTS[connection.vendor]:
            cursor.execute(statement)
            for table, name, text in cursor.fetchall():
                result.setdefault(table, []).extend(_parts(name, text, names))
    return {table: sorted(parts) for table, parts in result.items()}


def _given_names() -> set[str]:
    options = [model._meta for model in apps.get_models()]
    return {item.name for about in options for item in (*about.indexes, *about.constraints)}


def _parts(name: str, text: str, names: set[str]) -> Iterator[str]:
    plain = " ".join(text.replace('"', "").replace(" DEFAULT ''", "").split())
    if plain.startswith("CREATE TABLE"):
        body = plain[plain.index("(") + 1 : plain.rindex(")")]
        yield from (column.strip() for column in COLUMN.findall(body))
    else:
        yield f"{name} {plain}" if name in names else plain.replace(name, "") if name else plain
