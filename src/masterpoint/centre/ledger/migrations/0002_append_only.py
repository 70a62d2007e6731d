"""Nobody edits the past: both databases refuse UPDATE and DELETE on what must stay as it was written."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.plain_steps import PlainStep

KEPT = ("ledger_posting", "ledger_line", "filing_version", "registry_change")
SAYS = "this is append-only: reverse it with a new posting"

SQLITE = """
CREATE TRIGGER {table}_no_{action} BEFORE {action} ON {table}
BEGIN SELECT RAISE(ABORT, '{table}: {message}'); END
"""
POSTGRES_FUNCTION = """
CREATE FUNCTION masterpoint_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '%: {message}', TG_TABLE_NAME; END $$
"""
POSTGRES = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION masterpoint_append_only()
"""


def refuse_changes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    execute = schema_editor.connection.cursor().execute
    if schema_editor.connection.vendor == "sqlite":
        for table in KEPT:
            for action in ("UPDATE", "DELETE"):
                execute(SQLITE.format(table=table, action=action, message=SAYS))
        return
    execute(POSTGRES_FUNCTION.format(message=SAYS))
    for table in KEPT:
        execute(POSTGRES.format(table=table))


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial"), ("filing", "0001_initial"), ("registry", "0001_initial")]
    operations = [PlainStep(refuse_changes, PlainStep.noop)]
