"""The tables of this version or an earlier one, made in an empty database at once.

The migrations lead to the same tables by way of every version before, and take twenty times as long. They are for
databases that have records; tests hold both ways to the same result.
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
"""What the migrations do about the triggers on the tables that only grow, in their order."""


def known_migrations(labels: Collection[str] | None = None) -> set[Step]:
    """Every migration of this version, or those of some applications, by the names of their files: none is loaded."""
    return {
        (config.label, module.name)
        for config in apps.get_app_configs()
        if labels is None or config.label in labels
        for module in pkgutil.iter_modules([str(Path(config.path, "migrations"))])
    }


def create_if_empty(tables: Apps = apps, steps: Collection[Step] | None = None) -> None:
    """All tables, their triggers, and a note of the migrations that are done with it: all of it or nothing.

    Those of this version, or others with the migrations that lead to them. Nothing happens where a migration was
    applied before.
    """
    recorder = MigrationRecorder(connection)
    done = known_migrations() if steps is None else steps
    with connection.schema_editor() as editor:
        if recorder.applied_migrations():
            return
        recorder.ensure_schema()
        for model in tables.get_models():
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        for statement in editor.deferred_sql:
            editor.execute(statement)  # foreign keys, and some triggers take the place of a few
        editor.deferred_sql.clear()
        for label, name, act in (guard.split(".") for guard in GUARDS):
            if (label, name) in done:
                getattr(import_module(f"masterpoint.centre.{label}.migrations.{name}"), act)(tables, editor)
        recorder.migration_qs.bulk_create(recorder.Migration(app=label, name=name) for label, name in sorted(done))


def apply_missing() -> None:
    """Every migration that is missing here, each whole or not at all; and what Django does after the last of them.

    Where none is missing, none is loaded.
    """
    if known_migrations() <= MigrationRecorder(connection).applied_migrations().keys():
        emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)
    else:
        call_command("migrate", verbosity=0, interactive=False)
