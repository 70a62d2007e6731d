"""Migration steps that only run SQL."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState, StateApps


class PlainStep(migrations.RunPython):
    """A step that gets no models, because building those of an earlier version takes longer than the step itself."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        self.code(StateApps([], {}), schema_editor)
