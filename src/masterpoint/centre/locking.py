"""One writer at a time in a federation: everything that writes takes this lock first, so that no deadlock can be."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import Model

from masterpoint.centre.statements import Question, ask_ahead, select
from masterpoint.centre.together import Held, writes_of


def lock(federation: Model) -> None:
    """Hold the federation's row until the transaction ends; SQLite locks the whole database at BEGIN.

    Every act takes it, some of them several times: so it is written as SQL.
    """
    writes = writes_of()
    if writes is None or writes.federation != federation.pk:
        lock_with_keys(federation)


def lock_with_keys(federation: Model, *tables: type[Model], beside: Iterable[Question] = ()) -> Held:
    """The same, with a key for a new row of each table, in the order in which the lock is had.

    `beside`: what will be asked next; it is answered after the lock is had.
    """
    if not connection.features.has_select_for_update:
        return Held(federation.pk, {})
    question = _lock_question(federation, tables)
    ask_ahead(question, *beside)
    rows = select(*question)
    if not rows:
        raise ObjectDoesNotExist(f"no such federation: {federation.pk}")
    return Held(federation.pk, dict(zip(tables, rows[0], strict=False)))


def _lock_question(federation: Model, tables: Iterable[type[Model]]) -> Question:
    table, key = federation._meta.db_table, federation._meta.pk.column
    wanted = ", ".join(f"nextval('{_sequence(model)}')" for model in tables) or "1"
    return f'SELECT {wanted} FROM (SELECT 1 FROM "{table}" WHERE "{key}" = %s FOR UPDATE) held', federation.pk


@cache
def _sequence(model: type[Model]) -> str:
    """What counts the keys of a table."""
    ((name,),) = select("SELECT pg_get_serial_sequence(%s, %s)", model._meta.db_table, model._meta.pk.column)
    return str(name)
