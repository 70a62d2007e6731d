"""One writer at a time in a federation: everything that writes takes this lock first, so that no deadlock can be."""

from __future__ import annotations

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import Model

from masterpoint.centre.statements import select


def lock(federation: Model) -> None:
    """Hold the federation's row until the transaction ends; SQLite locks the whole database at BEGIN.

    Every act takes it, some of them several times: so it is written as SQL.
    """
    if not connection.features.has_select_for_update:
        return
    table, key = federation._meta.db_table, federation._meta.pk.column
    if not select(f'SELECT 1 FROM "{table}" WHERE "{key}" = %s FOR UPDATE', federation.pk):
        raise ObjectDoesNotExist(f"no such federation: {federation.pk}")
