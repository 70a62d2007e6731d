"""One writer at a time in a federation. All writers take this lock first, so there is no deadlock."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import Model

from masterpoint.centre.statements import Query, prefetch, select
from masterpoint.centre.write_batch import HeldLock, batch_of


def lock(federation: Model) -> None:
    """Lock the federation's row until the transaction ends. (SQLite locks the whole database at BEGIN.)

    Every act takes this lock, some of them several times, so it uses plain SQL.
    """
    writes = batch_of()
    if writes is None or writes.federation != federation.pk:
        lock_with_keys(federation)


def lock_with_keys(federation: Model, *tables: type[Model], queries: Iterable[Query] = ()) -> HeldLock:
    """Lock the federation, and reserve a key for a new row of each table. The keys are in the order of the lock.

    `queries`: what the caller reads next. The database answers them once it has granted the lock.
    """
    if not connection.features.has_select_for_update:
        return HeldLock(federation.pk, {})
    lock_query = _lock_query(federation, tables)
    prefetch(lock_query, *queries)
    rows = select(*lock_query)
    if not rows:
        raise ObjectDoesNotExist(f"no such federation: {federation.pk}")
    return HeldLock(federation.pk, dict(zip(tables, rows[0], strict=False)))


def _lock_query(federation: Model, tables: Iterable[type[Model]]) -> Query:
    table, key = federation._meta.db_table, federation._meta.pk.column
    columns = ", ".join(f"nextval('{_sequence(model)}')" for model in tables) or "1"
    return f'SELECT {columns} FROM (SELECT 1 FROM "{table}" WHERE "{key}" = %s FOR UPDATE) held', federation.pk


@cache
def _sequence(model: type[Model]) -> str:
    """The sequence of a table's keys."""
    ((name,),) = select("SELECT pg_get_serial_sequence(%s, %s)", model._meta.db_table, model._meta.pk.column)
    return str(name)
