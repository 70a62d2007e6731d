"""Nobody edits the accounts: both databases refuse UPDATE and DELETE on all that was posted."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.plain_steps import PlainStep

triggers = import_module("masterpoint.centre.ledger.migrations.0002_append_only")
TABLES = (
    *("posting", "seal", "tariffentry", "chargecode", "charge", "invoice", "invoiceline", "billedcharge"),
    *("payment", "paymentmatch", "accountline"),
)


def refuse_changes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    refuse_changes_of(schema_editor, TABLES)


def refuse_changes_of(schema_editor: BaseDatabaseSchemaEditor, names: Sequence[str]) -> None:
    """Triggers for some tables of the accounts."""
    execute = schema_editor.connection.cursor().execute
    for table in (f"billing_{name}" for name in names):
        if schema_editor.connection.vendor == "sqlite":
            for action in ("UPDATE", "DELETE"):
                execute(triggers.SQLITE.format(table=table, action=action, message=triggers.SAYS))
        else:
            execute(triggers.POSTGRES.format(table=table))


class Migration(migrations.Migration):
    dependencies = [("billing", "0001_accounts"), ("ledger", "0002_append_only")]
    operations = [PlainStep(refuse_changes, PlainStep.noop)]
