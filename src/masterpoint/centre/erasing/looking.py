"""Rows that were looked through for a name: those that hold it, and how far the look went."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from django.db.models import Model, QuerySet

from masterpoint.centre.registry.models import Federation

M = TypeVar("M", bound=Model)


class Rows(NamedTuple):
    """The rows of a table that hold the name, by their keys or numbers, and the last that was looked at."""

    keys: tuple[int, ...] = ()
    last: int = 0

    def since(self, before: Rows) -> tuple[int, ...]:
        """Those that an earlier look did not have."""
        return self.keys[len(before.keys) :]


NONE = Rows()


def looked_on(before: Rows, later: Iterable[tuple[int, bool]]) -> Rows:
    """An earlier look gone on with: later rows in order, and whether each holds the name."""
    keys, last = list(before.keys), before.last
    for last, named in later:
        if named:
            keys.append(last)
    return Rows(tuple(keys), last)


def rows_after(before: Rows, rows: QuerySet[M], path: str, federation: Federation) -> QuerySet[M]:
    """Rows of a federation, which they name by a path, that an earlier look has not seen; in order.

    The few new ones are found by their keys: the database would go through everything of a federation for them.
    """
    if not before.last:
        return rows.filter(**{path: federation}).order_by("pk")
    new = rows.filter(pk__gt=before.last).order_by("pk").values_list("pk", path)
    return rows.filter(pk__in=[pk for pk, of in new.iterator() if of == federation.pk]).order_by("pk")
