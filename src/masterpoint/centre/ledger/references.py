"""`masterpoint verify`: every line has its posting and its person, and the database enforces it.

SQLite has foreign keys for that; on PostgreSQL triggers check all lines of a statement at once (migration 0008).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

from django.db import connection

MIGRATION = import_module("masterpoint.centre.ledger.migrations.0008_lines_checked_at_once")
SCHEMA = re.compile(r"\b\w+\.(?=\w)")
TRIGGER_QUERY = """
SELECT pg_get_triggerdef(pg_trigger.oid), prosrc FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') AND tgrelid = ANY (%s::regclass[])
"""
"""O and A are triggers that always fire; R and D are switched off."""
TABLES = ("ledger_line", "filing_zeroevening", "ledger_posting", "filing_version", "registry_person")
LOST_LINES = """
SELECT line.id FROM ledger_line AS line
LEFT JOIN ledger_posting AS posting ON posting.id = line.posting_id
LEFT JOIN registry_person AS person ON person.id = line.person_id
WHERE posting.id IS NULL OR person.id IS NULL ORDER BY line.id LIMIT 1000
"""


def guard_differences() -> Iterator[str]:
    """Every table without its reference triggers on PostgreSQL."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(TRIGGER_QUERY, [list(TABLES)])
        triggers = {(SCHEMA.sub("", trigger), body) for trigger, body in cursor.fetchall()}
    missing = {_table(trigger) for trigger in MIGRATION.TRIGGERS if (trigger, _body(trigger)) not in triggers}
    for table in TABLES:
        if table in missing:
            yield f"{table}: a trigger that ties lines to their postings and people is missing"


def _table(trigger: str) -> str:
    return _word_after("ON", trigger)


def _body(trigger: str) -> str:
    """The body of a trigger's function: the text between the dollar signs."""
    statement: str = MIGRATION.FUNCTIONS[_word_after("FUNCTION", trigger).removesuffix("()")]
    return statement.split("$$")[1]


def _word_after(keyword: str, trigger: str) -> str:
    parts = trigger.split()
    return parts[parts.index(keyword) + 1]


def lost_lines() -> Iterator[str]:
    """Every line without its posting or person; the chain would not reveal it."""
    with connection.cursor() as cursor:
        cursor.execute(LOST_LINES)
        for (line,) in cursor.fetchall():
            yield f"line {line} has no posting, or no person"
