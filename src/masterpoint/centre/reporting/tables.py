"""Reports as tables of text, from which the page, the CSV and the A4 sheet are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from masterpoint.core.exact import figure_text, group_thousands, tidy
from masterpoint.formats.text import csv_text


class Column(NamedTuple):
    """A column heading; figures are right-aligned."""

    name: str
    is_figure: bool = False
    is_blank: bool = False
    """Whether it is an empty box on paper, to be filled in by hand."""


class Table(NamedTuple):
    """Rows under headings, and perhaps a row of sums."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[list[str]]
    sums: Sequence[str] = ()
    when_empty: str = "None."

    def for_people(self) -> Table:
        """The table with thousands separators; the CSV has plain numbers."""
        return self._replace(rows=[self._group_cells(row) for row in self.rows], sums=self._group_cells(self.sums))

    def _group_cells(self, cells: Sequence[str]) -> list[str]:
        return [
            group_thousands(cell) if column.is_figure else cell
            for cell, column in zip(cells, self.columns, strict=False)
        ]


class Report(NamedTuple):
    """The contents of a report."""

    title: str
    organisation: str
    """The name and number of its organisation: a club, a region or the federation."""
    period: str
    tables: list[Table]
    notes: Sequence[str] = ()

    @property
    def heading(self) -> str:
        return f"{self.title}, {self.organisation}, {self.period}"


def text_columns(*names: str) -> list[Column]:
    return [Column(name) for name in names]


def figure_columns(*names: str) -> list[Column]:
    return [Column(name, is_figure=True) for name in names]


def blank_columns(*names: str) -> list[Column]:
    return [Column(name, is_blank=True) for name in names]


def points(hundredths: int) -> str:
    """Ledger hundredths as points: 1800 as 18, 75 as 0.75."""
    return figure_text(tidy(Fraction(hundredths, 100)))


def points_by_colour(amounts: Mapping[str, int], colours: Iterable[str]) -> list[str]:
    """A cell for each colour; empty if there are no points of it."""
    return [points(amounts[colour]) if amounts.get(colour) else "" for colour in colours]


def as_csv(report: Report) -> bytes:
    """The report as CSV, each table under its title. A single table has no title, for other programs."""
    return csv_text(_lines(report)).encode("utf-8-sig")


def _lines(report: Report) -> Iterator[Sequence[str]]:
    has_several = len(report.tables) > 1
    for number, table in enumerate(report.tables):
        if has_several:
            yield from [[]] if number else []
            yield [table.title]
        yield [column.name for column in table.columns]
        yield from table.rows
        if table.sums:
            yield table.sums
