"""E37 to E55, the tables of awards: printed grids, looked up by the number of contestants.

A table without a formula is its own rule; each row carries the reading it rests on, where it has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from masterpoint.core.derivation import Clause, Step, derive
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import whole
from masterpoint.schemes.nz.rules.handbook import BOOK, clause, problem

FIRST_ROW = 3  # every table starts at three contestants


class Row(msgspec.Struct, frozen=True):
    """From so many contestants to so many, these awards."""

    first: int
    last: int
    awards: tuple[int, ...]
    reading: str = ""
    cells: frozenset[int] = frozenset()
    """The places that rest on the reading; all of them where none is named."""


Rows = tuple[Row, ...]


class AwardTable(msgspec.Struct, frozen=True):
    """One printed table."""

    clause: Clause
    name: str
    rows: Rows

    @property
    def last(self) -> int:
        return self.rows[-1].last


def _load(name: str) -> Rows:
    return tuple(
        Row(
            int(row["from"]),
            int(row["to"]),
            tuple(int(award) for award in row["awards"].split()),
            row["reading"],
            frozenset(int(cell) for cell in row["cells"].split()),
        )
        for row in BOOK.tables[name].rows()
    )


def _table(number: str, title: str, file: str) -> AwardTable:
    return AwardTable(clause(number), title, _load(file))


# E12, E40 and E41 print the same scale to 16, 28 and 145 contestants
_C_ROWS = _load("c_basic")
C_TABLES = (
    AwardTable(clause("E12.1b"), "Basic Table of C Points", tuple(row for row in _C_ROWS if row.last <= 16)),
    AwardTable(clause("E40.1"), "Basic Table of C Points", tuple(row for row in _C_ROWS if row.last <= 28)),
    AwardTable(clause("E41.1"), "expanded table of C Points", _C_ROWS),
)
OVERALL_TABLES: dict[tuple[str, str], tuple[AwardTable, ...]] = {
    ("15A", "pairs"): (_table("E42.T", "15A pairs", "15A_pairs"),),
    ("15A", "teams"): (_table("E44.T", "15A teams", "15A_teams"),),
    ("10A", "pairs"): (_table("E45.T", "10A pairs", "10A_pairs"),),
    ("10A", "teams"): (_table("E47.T", "10A teams", "10A_teams"),),
    ("5A", "pairs"): (_table("E49.PT", "5A pairs", "5A_pairs"),),
    ("5A", "teams"): (_table("E49.TT", "5A teams", "5A_teams"),),
    ("3A", "pairs"): (
        _table("E50.PT", "3A pairs", "3A_pairs"),
        _table("E51.C", "3A chart for pairs", "3A_chart_pairs"),
    ),
    ("3A", "teams"): (
        _table("E50.TT", "3A teams", "3A_teams"),
        _table("E52.C", "3A chart for teams", "3A_chart_teams"),
    ),
    ("8B", "pairs"): (_table("E53.PT", "8B pairs", "8B_pairs"),),
    ("8B", "teams"): (_table("E53.TT", "8B teams", "8B_teams"),),
    ("5B", "pairs"): (_table("E54.PT", "5B pairs", "5B_pairs"),),
    ("5B", "teams"): (_table("E54.TT", "5B teams", "5B_teams"),),
    ("3B", "pairs"): (_table("E55.T", "3B pairs", "3B_pairs"),),
    ("3B", "teams"): (_table("E55.T", "3B teams", "3B_teams"),),
}


def table_for(tables: Sequence[AwardTable], contestants: int, place: str, number: str) -> AwardTable:
    """The first table that goes far enough; beyond the last one the book has no awards."""
    for table in tables:
        if contestants <= table.last:
            return table
    raise Refused(list(too_large(tables, contestants, place, number)))


def too_large(tables: Sequence[AwardTable], contestants: int, place: str, number: str) -> Iterator[Problem]:
    """A field for which no row is printed."""
    last = tables[-1]
    if contestants > last.last:
        message = f"the {last.name} ends at {last.last} contestants (page {last.clause.number.split('.')[0]})"
        fix = "ask NZ Bridge for the awards of a larger field, or enter sections that were scored apart one by one"
        yield problem(place, contestants, message, fix, number)


def awards_for(table: AwardTable, contestants: Step) -> list[Step]:
    """The row of a table, one step a place."""
    count = whole(contestants.value)
    row = row_of(table.rows, count)
    return [
        derive(
            partial(cell, table.rows, place),
            contestants,
            clause=table.clause,
            message=f"{table.name}, {row.first} to {row.last}: place {place}",
            reading=row.reading if not row.cells or place in row.cells else "",
        )
        for place in range(1, len(row.awards) + 1)
    ]


def row_of(rows: Rows, contestants: int) -> Row:
    return next(row for row in rows if row.first <= contestants <= row.last)


def cell(rows: Rows, place: int, contestants: Exact) -> Exact:
    """The award of a place in a field of this size."""
    return row_of(rows, whole(contestants)).awards[place - 1]
