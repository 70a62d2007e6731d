"""How open data is laid out: tables of typed columns, each with what it means and the layout it came with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any, Literal, NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.registry.access import hidden_people
from masterpoint.centre.registry.models import Federation

FIRST, VERSION = 2, 3
"""Layouts that were released. A layout rises when something public comes in, goes, or changes its meaning."""
AT_ONCE = 2000
Kind = Literal["text", "day", "points", "number", "yes or no"]
Value = str | date | int | bool | None
"""Points are whole hundredths here; files write them as decimals."""
Rows = Iterator[tuple[Value, ...]]


class Field(NamedTuple):
    """A column, what it holds and what it means."""

    name: str
    kind: Kind
    about: str
    since: int = FIRST
    """The first layout that has it."""


class DataTable(NamedTuple):
    """A table by name: its columns and its rows."""

    name: str
    fields: Sequence[Field]
    rows: Callable[[Federation], Rows]
    since: int = FIRST

    def columns(self, layout: int) -> list[str]:
        """The columns it had in a layout; none where it was not there."""
        return [field.name for field in self.fields if max(field.since, self.since) <= layout]


def every(rows: QuerySet[Any], *fields: str) -> Rows:
    """These fields of every row."""
    yield from rows.order_by("pk").values_list(*fields).iterator(AT_ONCE)


def of_shown(rows: QuerySet[Any], federation: Federation, person: str, *fields: str) -> Rows:
    """These fields of the rows whose person may be named."""
    hidden = hidden_people(federation)
    yield from (row[1:] for row in every(rows, person, *fields) if row[0] not in hidden)


def in_utc(moment: datetime) -> str:
    """A moment as the files write it."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")
