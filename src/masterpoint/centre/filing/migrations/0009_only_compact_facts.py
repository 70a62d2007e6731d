"""The compressed facts take the place of the others, and nobody may change a version again."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.compact import CompactJSON, CompressedBytes
from masterpoint.centre.plain_steps import PlainStep

TABLE = "filing_version"
MESSAGE = "this is append-only: reverse it with a new posting"
REFUSE = {
    "sqlite": tuple(
        f"CREATE TRIGGER {TABLE}_no_{action} BEFORE {action} ON {TABLE}"
        f" BEGIN SELECT RAISE(ABORT, '{TABLE}: {MESSAGE}'); END"
        for action in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        f"CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {TABLE}"
        " FOR EACH STATEMENT EXECUTE FUNCTION masterpoint_append_only()",
    ),
}


def refuse_changes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        for statement in REFUSE[schema_editor.connection.vendor]:
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("filing", "0008_compact_facts")]

    operations = [
        migrations.RemoveField("version", "event"),
        migrations.RemoveField("version", "people"),
        migrations.RemoveField("version", "checks"),
        migrations.RenameField("version", "event_kept", "event"),
        migrations.RenameField("version", "people_kept", "people"),
        migrations.RenameField("version", "checks_kept", "checks"),
        migrations.AlterField("version", "event", CompactJSON()),
        migrations.AlterField("version", "people", CompactJSON(default=dict)),
        migrations.AlterField("version", "original", CompressedBytes()),
        PlainStep(refuse_changes, PlainStep.noop),
    ]
