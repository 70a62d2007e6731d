"""One writer at a time in a federation: everything that writes takes this lock first, so that no deadlock can be."""

from __future__ import annotations

from django.db import connection
from django.db.models import Model


def lock(federation: Model) -> None:
    """Hold the federation's row until the transaction ends; SQLite locks the whole database at BEGIN."""
    if connection.features.has_select_for_update:
        type(federation)._default_manager.select_for_update().values_list("pk").get(pk=federation.pk)
