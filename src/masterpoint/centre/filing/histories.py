"""The history of a record, newest first: lines of the ledger, and zero evenings.

The lines of a corrected award are one entry with the net amount.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from django.db import connection

from masterpoint.centre.filing.models import ZeroEvening
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.queries import StatementLine
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import records_of
from masterpoint.core.seasons import CALENDAR_YEAR, Season

WON = "SELECT day, id, 1 AS won FROM ledger_line WHERE person_id = %s AND day BETWEEN %s AND %s"
OF_COLOUR = "AND colour = %s"
NOTHING = "UNION ALL SELECT day, id, 0 FROM filing_zeroevening WHERE person_id IN ({people}) AND day BETWEEN %s AND %s"
A_PAGE = "ORDER BY day DESC, won DESC, id DESC LIMIT %s OFFSET %s"


class Selection(NamedTuple):
    """The selected part of a history: up to a day, of a season, of a colour."""

    last: date | None = None
    year: int | None = None
    colour: str = ""
    season: Season = CALENDAR_YEAR

    @property
    def first_day(self) -> date:
        return self.season.first_day(self.year) if self.year else date.min

    @property
    def last_day(self) -> date:
        last_days = [
            day for day in (self.last, self.season.last_day(self.year) if self.year else None) if day is not None
        ]
        return min(last_days, default=date.max)


class ZeroLine(NamedTuple):
    """An evening without points."""

    pk: int
    day: date
    version: int
    event: str
    organisation: str
    state: str
    receipt: str


class Entry(NamedTuple):
    """One row of a history: a line of the ledger, all lines of a corrected award, or a zero evening."""

    lines: tuple[StatementLine, ...]
    zero: ZeroLine | None = None

    @property
    def hundredths(self) -> int:
        return sum(line.hundredths for line in self.lines)

    @property
    def counting(self) -> StatementLine | None:
        """The newest line that is not a reversal."""
        return next((line for line in self.lines if line.kind != Posting.Kind.REVERSAL), None)


def length(person: Person, selection: Selection) -> int:
    """The number of lines and zero evenings selected."""
    days = (selection.first_day, selection.last_day)
    lines = Line.objects.filter(person=person, day__range=days)
    if selection.colour:
        return lines.filter(colour=selection.colour).count()
    return lines.count() + ZeroEvening.objects.filter(person__in=records_of([person.pk]), day__range=days).count()


def history(person: Person, selection: Selection, *, skip: int, count: int) -> list[Entry]:
    """A page of lines and zero evenings; a corrected award is at the position of its newest line."""
    keys = _keys(person, selection, skip, count)
    on_page = {pk for _, pk, won in keys if won}
    edges = {keys[0][0], keys[-1][0]} if keys else set()
    lines = ledger.statement_lines(person, on_page, edges, selection.colour)
    groups = _groups(lines)
    groups_by_first_line = {entry.lines[0].pk: entry for entry in groups}
    corrected = {line.receipt for line in lines}
    zeros = {zero.pk: zero for zero in _zeros([pk for _, pk, won in keys if not won])}
    entries = (groups_by_first_line.get(pk) if won else _zero_entry(zeros[pk], corrected) for _, pk, won in keys)
    return [entry for entry in entries if entry is not None]


def _zero_entry(zero: ZeroLine, corrected: Collection[str | None]) -> Entry | None:
    """The entry of a zero evening; None if it is the end of a correction, which has an entry."""
    return None if zero.receipt in corrected else Entry((), zero)


def _keys(person: Person, selection: Selection, skip: int, count: int) -> list[tuple[date, int, bool]]:
    """The days and keys of a page, and whether each is a line of the ledger."""
    days = [selection.first_day.isoformat(), selection.last_day.isoformat()]
    values: list[int | str] = [person.pk, *days]
    if selection.colour:
        query = [WON, OF_COLOUR]
        values.append(selection.colour)
    else:
        people = list(records_of([person.pk]))
        query = [WON, NOTHING.format(people=", ".join(["%s"] * len(people)))]
        values += [*people, *days]
    with connection.cursor() as cursor:
        cursor.execute(" ".join([*query, A_PAGE]), [*values, count, skip])
        rows = cursor.fetchall()
    return [(date.fromisoformat(day) if isinstance(day, str) else day, pk, bool(won)) for day, pk, won in rows]


def _groups(lines: Sequence[StatementLine]) -> Iterator[Entry]:
    """Every line is an entry, except that those of a reversed award are one."""
    corrected: dict[tuple[date, str, str], list[StatementLine]] = {}
    for line in lines:
        if line.receipt is not None:
            corrected.setdefault((line.day, line.receipt, line.colour), []).append(line)
    merged_groups = {
        key: rows for key, rows in corrected.items() if any(row.kind == Posting.Kind.REVERSAL for row in rows)
    }
    for line in lines:
        rows = merged_groups.get((line.day, line.receipt or "", line.colour))
        if rows is None:
            yield Entry((line,))
        elif rows[0] is line:
            yield Entry(tuple(rows))


def _zeros(keys: Iterable[int]) -> list[ZeroLine]:
    filing = "version__filing__"
    rows = ZeroEvening.objects.filter(pk__in=list(keys)).values_list(
        "pk",
        "day",
        "version",
        f"{filing}name",
        f"{filing}organisation__name",
        f"{filing}state",
        f"{filing}receipt",
    )
    return [ZeroLine(*row) for row in rows]
