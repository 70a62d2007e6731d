"""E37 to E55, the tables of awards: printed grids, looked up by the number of contestants.

A table without a formula is its own rule. A row that follows a reading names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

import msgspec

from masterpoint.core.derivation import Clause, Step, derive
from masterpoint.core.errors import Problem
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book


class Row(msgspec.Struct, frozen=True):
    """The awards for one number of contestants to another."""

    first: int
    last: int
    awards: tuple[int, ...]
    reading: str = ""
    cells: frozenset[int] = frozenset()
    """The places that follow the reading; all of them if none is named."""


Rows = tuple[Row, ...]


class AwardTable(msgspec.Struct, frozen=True):
    """One printed table."""

    clause: Clause
    name: str
    rows: Rows

    @property
    def last(self) -> int:
        return self.rows[-1].last


def _rows(book: Book, name: str) -> Rows:
    return tuple(
        Row(
            int(row["from"]),
            int(row["to"]),
            tuple(int(award) for award in row["awards"].split()),
            row["reading"],
            frozenset(int(cell) for cell in row["cells"].split()),
        )
        for row in book.tables[name].rows()
    )


@cache
def c_tables(book: Book) -> tuple[AwardTable, ...]:
    """E12, E40 and E41 print the same scale for fields of growing size."""
    return tuple(
        AwardTable(
            book.clause(line["clause"]),
            line["title"],
            tuple(row for row in _rows(book, line["table"]) if row.last <= int(line["last"])),
        )
        for line in book.tables["c_points"].rows()
    )


@cache
def overall_tables(book: Book) -> dict[tuple[str, str], tuple[AwardTable, ...]]:
    """E38.3: the tables of each class, for pairs and for teams; a chart continues where the table ends."""
    tables: dict[tuple[str, str], tuple[AwardTable, ...]] = {}
    for line in book.tables["overall"].rows():
        table = AwardTable(book.clause(line["clause"]), line["title"], _rows(book, line["table"]))
        key = line["class"], line["contest"]
        tables[key] = (*tables.get(key, ()), table)
    return tables


def table_for(tables: Sequence[AwardTable], contestants: int) -> AwardTable:
    """The first table that is large enough; fields beyond the last one were refused (`too_large`)."""
    return next(table for table in tables if contestants <= table.last)


def too_large(book: Book, tables: Sequence[AwardTable], contestants: int, place: str, number: str) -> Iterator[Problem]:
    """A problem with a field for which no row is printed."""
    last = tables[-1]
    if contestants > last.last:
        message = sentence(
            "the {name} ends at {last} contestants (page {split})",
            name=last.name,
            last=last.last,
            split=last.clause.number.split(".")[0],
        )
        fix = "ask NZ Bridge for the awards of a larger field, or enter sections that were scored apart one by one"
        yield book.problem(place, contestants, message, fix, number)


def awards_for(table: AwardTable, contestants: Step) -> Ladder:
    """The row of a table, with a step for each place."""
    count = whole(contestants.value)
    row = row_of(table.rows, count)
    steps = [
        derive(
            partial(cell, table.rows, place),
            contestants,
            clause=table.clause,
            message=sentence(
                "{name}, row {first} to {last}: {award} for place {place}",
                name=table.name,
                first=row.first,
                last=row.last,
                award=award,
                place=place,
            ),
            reading=row.reading if not row.cells or place in row.cells else "",
        )
        for place, award in enumerate(row.awards, 1)
    ]
    template = "{name}, row {first} to {last}, places that earn"
    message = sentence(template, name=table.name, first=row.first, last=row.last)
    return Ladder(steps, derive(partial(places_in, table.rows), contestants, clause=table.clause, message=message))


def row_of(rows: Rows, contestants: int) -> Row:
    return next(row for row in rows if row.first <= contestants <= row.last)


def places_in(rows: Rows, contestants: Exact) -> Exact:
    """How many places a field of this size pays."""
    return len(row_of(rows, whole(contestants)).awards)


def cell(rows: Rows, place: int, contestants: Exact) -> Exact:
    """The award of a place in a field of this size."""
    return row_of(rows, whole(contestants)).awards[place - 1]
