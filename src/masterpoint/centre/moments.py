"""When a row was made: now, or as another Centre gives it."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    Moment = models.DateTimeField[str | datetime | date, datetime]
else:
    Moment = models.DateTimeField


class MadeAt(Moment):
    """The moment a row is written, unless the row says already when it was made."""

    def deconstruct(self) -> Any:
        """To the database and its migrations an ordinary moment."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.DateTimeField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return getattr(model_instance, self.attname) or super().pre_save(model_instance, add)
