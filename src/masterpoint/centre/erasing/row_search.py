"""Progress of a search for a name: the rows that have it, and the last row searched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from django.db.models import Model, QuerySet

from masterpoint.centre.registry.models import Federation

M = TypeVar("M", bound=Model)


class SearchedRows(NamedTuple):
    """The keys or numbers of a table's rows with the name, and the last row searched."""

    keys: tuple[int, ...] = ()
    last: int = 0

    def since(self, earlier: SearchedRows) -> tuple[int, ...]:
        """The keys that an earlier search did not find."""
        return self.keys[len(earlier.keys) :]


NOT_SEARCHED = SearchedRows()


def continue_search(earlier: SearchedRows, newer_rows: Iterable[tuple[int, bool]]) -> SearchedRows:
    """Continue an earlier search with newer rows, in order, each with whether it has the name."""
    keys, last_key = list(earlier.keys), earlier.last
    for last_key, is_named in newer_rows:
        if is_named:
            keys.append(last_key)
    return SearchedRows(tuple(keys), last_key)


def rows_since(earlier: SearchedRows, rows: QuerySet[M], path: str, federation: Federation) -> QuerySet[M]:
    """A federation's rows after an earlier search, in order; `path` leads to the federation.

    The few new rows are selected by key. Otherwise the database would read all rows of the federation.
    """
    if not earlier.last:
        return rows.filter(**{path: federation}).order_by("pk")
    new = rows.filter(pk__gt=earlier.last).order_by("pk").values_list("pk", path)
    return rows.filter(
        pk__in=[pk for pk, row_federation in new.iterator() if row_federation == federation.pk]
    ).order_by("pk")
