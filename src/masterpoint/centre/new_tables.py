"""Create the tables of this version, or of an earlier one, in an empty database at once.

The migrations create the same tables through every earlier version, and take twenty times as long. They are for
databases with records. Tests compare both.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Collection
from importlib import import_module
from pathlib import Path

from django.apps import apps
from django.apps.registry import Apps
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

Step = tuple[str, str]
"""The application and the name of a migration."""
GUARDS = (
    *("ledger.0002_append_only.refuse_changes", "journal.0002_begun.refuse_changes"),
    *("filing.0008_compact_facts.allow_changes", "filing.0009_only_compact_facts.refuse_changes"),
    *("billing.0002_append_only.refuse_changes", "billing.0003_questions.refuse_changes"),
    *("billing.0005_facts.refuse_changes", "ledger.0007_opened_without_a_lock.refuse_changes"),
    "ledger.0008_lines_checked_at_once.refuse_changes",
)
"""The migrations that add triggers to append-only tables, in order."""


def known_migrations(labels: Collection[str] | None = None) -> set[Step]:
    """Every migration of this version, or those of some applications, by file name. None of them is loaded."""
    return {
        (config.label, module.name)
        for config in apps.get_app_configs()
        if labels is None or config.label in labels
        for module in pkgutil.iter_modules([str(Path(config.path, "migrations"))])
    }


def create_if_empty(tables: Apps = apps, steps: Collection[Step] | None = None) -> None:
    """Create all tables and triggers, and record the migrations as applied, in one transaction.

    `tables` are those of this version, or others together with the migrations that lead to them. If any migration was
    applied before, nothing happens.
    """
    recorder = MigrationRecorder(connection)
    migrations = known_migrations() if steps is None else steps
    with connection.schema_editor() as editor:
        if recorder.applied_migrations():
            return
        recorder.ensure_schema()
        for model in tables.get_models():
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        for statement in editor.deferred_sql:
            editor.execute(statement)  # foreign keys; triggers replace a few of them
        editor.deferred_sql.clear()
        for label, name, act in (guard.split(".") for guard in GUARDS):
            if (label, name) in migrations:
                getattr(import_module(f"masterpoint.centre.{label}.migrations.{name}"), act)(tables, editor)
        recorder.migration_qs.bulk_create(
            recorder.Migration(app=label, name=name) for label, name in sorted(migrations)
        )


def apply_missing() -> None:
    """Apply every missing migration, each in its own transaction, and send Django's signal after the last.

    If none is missing, none is loaded.
    """
    if known_migrations() <= MigrationRecorder(connection).applied_migrations().keys():
        emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)
    else:
        call_command("migrate", verbosity=0, interactive=False)
