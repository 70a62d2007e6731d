"""PostgreSQL: an erasure opens tables that only grow for its own transaction, and nobody else waits for it.

Until now it switched their triggers off, which locks each table against everybody who writes. Who may do either is
the same: whoever owns the table.
"""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.plain_steps import PlainStep

REFUSE = """
CREATE OR REPLACE FUNCTION masterpoint_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = ANY (string_to_array(current_setting('masterpoint.opened', true), ','))
AND pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN RETURN NULL; END IF;
RAISE EXCEPTION '%: this is append-only: reverse it with a new posting', TG_TABLE_NAME; END $$
"""


def refuse_changes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.connection.cursor().execute(REFUSE)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0006_reported_credits")]
    operations = [PlainStep(refuse_changes, PlainStep.noop)]
