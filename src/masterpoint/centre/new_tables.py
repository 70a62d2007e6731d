"""The tables of this version, made in an empty database at once.

The migrations lead to the same tables by way of every earlier version, and take twenty times as long. They are for
databases that have records; a test holds both ways to the same result.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

GUARDS = (
    *("ledger.migrations.0002_append_only", "journal.migrations.0002_begun", "billing.migrations.0002_append_only"),
    *("billing.migrations.0003_questions", "billing.migrations.0005_facts"),
    *("ledger.migrations.0007_opened_without_a_lock", "ledger.migrations.0008_lines_checked_at_once"),
)
"""The migrations whose `refuse_changes` makes the triggers on the tables that only grow."""


def known_migrations(labels: Iterable[str] | None = None) -> set[tuple[str, str]]:
    """Every migration of this version, or those of some applications."""
    known = set(MigrationLoader(None).disk_migrations or {})
    if labels is None:
        return known
    wanted = set(labels)
    return {(label, name) for label, name in known if label in wanted}


def create_if_empty() -> None:
    """All tables, their triggers, and a note that every migration is done: all of it or nothing.

    Nothing happens where a migration was applied before.
    """
    recorder = MigrationRecorder(connection)
    with connection.schema_editor() as editor:
        if recorder.applied_migrations():
            return
        recorder.ensure_schema()
        for model in apps.get_models():
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        for statement in editor.deferred_sql:
            editor.execute(statement)  # foreign keys, and some triggers take the place of a few
        editor.deferred_sql.clear()
        for name in GUARDS:
            import_module(f"masterpoint.centre.{name}").refuse_changes(apps, editor)
        for label, name in sorted(known_migrations()):
            recorder.record_applied(label, name)
