"""Steps of migrations that send SQL and ask no models."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState, StateApps


class PlainStep(migrations.RunPython):
    """It gets no models: to build those of an earlier version takes longer than the step."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        self.code(StateApps([], {}), schema_editor)
