"""`masterpoint verify`: every line has its posting and its person, and the database sees to it that none goes without.

SQLite has foreign keys for that; on PostgreSQL triggers check all lines of a statement at once (migration 0008).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

from django.db import connection

MADE = import_module("masterpoint.centre.ledger.migrations.0008_lines_checked_at_once")
SCHEMA = re.compile(r"\b\w+\.(?=\w)")
THERE = """
SELECT pg_get_triggerdef(pg_trigger.oid), prosrc FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') AND tgrelid = ANY (%s::regclass[])
"""
"""O and A are triggers that fire for everybody; R and D are ways to switch one off."""
TABLES = ("ledger_line", "filing_zeroevening", "ledger_posting", "filing_version", "registry_person")
LOST_LINES = """
SELECT line.id FROM ledger_line AS line
LEFT JOIN ledger_posting AS posting ON posting.id = line.posting_id
LEFT JOIN registry_person AS person ON person.id = line.person_id
WHERE posting.id IS NULL OR person.id IS NULL ORDER BY line.id LIMIT 1000
"""


def guard_differences() -> Iterator[str]:
    """Every table whose rows PostgreSQL would let go without each other."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(THERE, [list(TABLES)])
        there = {(SCHEMA.sub("", trigger), body) for trigger, body in cursor.fetchall()}
    gone = {_table(trigger) for trigger in MADE.TRIGGERS if (trigger, _body(trigger)) not in there}
    for table in TABLES:
        if table in gone:
            yield f"{table}: a trigger that keeps lines with their postings and people is gone"


def _table(trigger: str) -> str:
    return _word_after("ON", trigger)


def _body(trigger: str) -> str:
    """What the function of a trigger does: the text between the dollar signs."""
    statement: str = MADE.FUNCTIONS[_word_after("FUNCTION", trigger).removesuffix("()")]
    return statement.split("$$")[1]


def _word_after(before: str, trigger: str) -> str:
    words = trigger.split()
    return words[words.index(before) + 1]


def lost_lines() -> Iterator[str]:
    """Every line without its posting or its person: no chain would miss it."""
    with connection.cursor() as cursor:
        cursor.execute(LOST_LINES)
        for (line,) in cursor.fetchall():
            yield f"line {line} has no posting, or no person"
