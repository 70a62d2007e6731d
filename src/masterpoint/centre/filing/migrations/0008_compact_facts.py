"""Facts and files of versions are kept compressed: what is there is written again, and then refused as before.

The digests of the chain are over the data itself, so every posting stays as it was sealed.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.compact import CompactJSON, compress, dumps
from masterpoint.centre.plain_steps import PlainStep

PAGE = 500
ALLOW = {
    "sqlite": ("DROP TRIGGER IF EXISTS filing_version_no_UPDATE", "DROP TRIGGER IF EXISTS filing_version_no_DELETE"),
    "postgresql": ("DROP TRIGGER IF EXISTS filing_version_append_only ON filing_version",),
}
SOME = """
SELECT id, event, people, checks, original FROM filing_version WHERE id > %s ORDER BY id LIMIT %s
"""
WRITE = """
UPDATE filing_version SET event_kept = %s, people_kept = %s, checks_kept = %s, original = %s WHERE id = %s
"""


def allow_changes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        for statement in ALLOW[schema_editor.connection.vendor]:
            cursor.execute(statement)


def write_again(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    last = 0
    with schema_editor.connection.cursor() as cursor:
        while True:
            cursor.execute(SOME, [last, PAGE])
            page = cursor.fetchall()
            if not page:
                return
            cursor.executemany(WRITE, [_compact(*row) for row in page])
            last = page[-1][0]


def _compact(pk: int, event: Any, people: Any, checks: Any, original: Any) -> tuple[Any, ...]:
    kept = [None if text is None else dumps(_data(text)) for text in (event, people, checks)]
    return *kept, compress(bytes(original)), pk


def _data(text: Any) -> Any:
    return json.loads(text) if isinstance(text, str) else text


class Migration(migrations.Migration):
    dependencies = [("filing", "0007_newest_filings"), ("ledger", "0002_append_only")]

    operations = [
        PlainStep(allow_changes, PlainStep.noop),
        migrations.AddField("version", "event_kept", CompactJSON(null=True)),
        migrations.AddField("version", "people_kept", CompactJSON(null=True)),
        migrations.AddField("version", "checks_kept", CompactJSON(null=True)),
        PlainStep(write_again, PlainStep.noop),
    ]
