"""The layout of open data: tables of typed columns, each with its meaning and its first layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any, Literal, NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.registry.access import hidden_people
from masterpoint.centre.registry.models import Federation

FIRST, VERSION = 2, 3
"""The first and the current layout. The number rises if something public is added, removed or changes its meaning."""
CHUNK_SIZE = 2000
Kind = Literal["text", "day", "points", "number", "yes or no"]
Value = str | date | int | bool | None
"""The value of a cell. Points are whole hundredths here, and decimals in the files."""
Rows = Iterator[tuple[Value, ...]]


class Field(NamedTuple):
    """A column, its type and its meaning."""

    name: str
    kind: Kind
    about: str
    since: int = FIRST
    """The first layout with this column."""


class DataTable(NamedTuple):
    """A table: its name, columns and rows."""

    name: str
    fields: Sequence[Field]
    rows: Callable[[Federation], Rows]
    since: int = FIRST

    def columns(self, layout: int) -> list[str]:
        """The columns in a layout; none if the table did not exist."""
        return [field.name for field in self.fields if max(field.since, self.since) <= layout]


def rows_of(rows: QuerySet[Any], *fields: str) -> Rows:
    """Some fields of every row."""
    yield from rows.order_by("pk").values_list(*fields).iterator(CHUNK_SIZE)


def visible_rows(rows: QuerySet[Any], federation: Federation, person: str, *fields: str) -> Rows:
    """Some fields of the rows whose person may be named."""
    hidden = hidden_people(federation)
    yield from (row[1:] for row in rows_of(rows, person, *fields) if row[0] not in hidden)


def in_utc(moment: datetime) -> str:
    """A moment in the format of the files."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")
