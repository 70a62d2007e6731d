"""When a row was created: now, or the time that another Centre says."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    Moment = models.DateTimeField[str | datetime | date, datetime]
else:
    Moment = models.DateTimeField


class CreationTime(Moment):
    """The moment when a row is first saved, unless the row already has one."""

    def deconstruct(self) -> Any:
        """Migrations see an ordinary DateTimeField."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.DateTimeField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return getattr(model_instance, self.attname) or super().pre_save(model_instance, add)
