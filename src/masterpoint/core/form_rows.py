"""A form of a book's office as rows of cells, for a CSV file or a spreadsheet: written empty or full, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.form_layouts import (
    MAX_PARTS,
    MAX_ROWS,
    Box,
    Grid,
    Layout,
    Section,
    filled_rows,
    part_section,
    read_day,
    row_fields,
    sections,
)

Row = Sequence[str]
CONTINUED = "continued"


def rows_of_form(title: str, layout: Layout, fields: Mapping[str, str]) -> Iterator[list[str]]:
    """The title, then each section: its boxes as rows of label and value, and its grids under their headings."""
    yield [title]
    for section in sections(layout, fields):
        if section.title:
            yield []
            yield [section.title]
        for box in section.boxes:
            yield [box.label, fields.get(f"{section.prefix}{box.name}", "")]
        for grid in section.grids:
            rows = filled_rows(grid, section.prefix, fields)
            yield []
            yield [grid.title]
            yield [box.label for box in grid.columns]
            yield from rows
            yield from ([] for _ in range(grid.rows - len(rows)))


def fields_of_rows(layout: Layout, title: str, rows: Iterable[tuple[int, Row]]) -> dict[str, str]:
    """The fields that a file holds, or every row that is not part of the form."""
    reader = _Reader(layout, title)
    for line, cells in rows:
        reader.read_row(line, [cell.strip() for cell in cells])
    if reader.problems:
        raise NotReadable(reader.problems)
    return reader.fields | {
        name: value
        for (section, grid), grid_rows in reader.rows.items()
        for name, value in row_fields(grid, section.prefix, grid_rows).items()
    }


def _as_people_write(box: Box, cell: str) -> str:
    """A day that a spreadsheet stores as a number, written as 2026-11-15; other cells unchanged."""
    day = read_day(cell) if box.kind == "day" and cell.isdigit() else None
    return day.isoformat() if day else cell


class _Reader:
    """The position while a form is read: its section, and the grid whose rows follow."""

    def __init__(self, layout: Layout, title: str) -> None:
        self.layout, self.title = layout, title.casefold()
        self.section = next(sections(layout, {}))
        self.grid: Grid | None = None
        self.fields: dict[str, str] = {}
        self.rows: dict[tuple[Section, Grid], list[Row]] = {}
        self.problems: list[Problem] = []

    def read_row(self, line: int, cells: list[str]) -> None:
        if not any(cells) or cells[0].startswith("#"):
            return
        title = cells[0].casefold() if not any(cells[1:]) else ""
        if title and (title == self.title or self._begins_section(title) or self._begins_grid(title)):
            return
        if self.grid is not None:
            self._row(line, cells)
        else:
            self._box(line, cells)

    def _begins_section(self, text: str) -> bool:
        part = self.layout.part
        if part is None:
            return False
        numbers = {f"{part.title} {number + 1}".casefold(): number for number in range(MAX_PARTS)}
        if text not in numbers:
            return False
        self.section, self.grid = part_section(part, numbers[text]), None
        return True

    def _begins_grid(self, text: str) -> bool:
        """Start a grid if this is its title, perhaps repeated on a continuation page."""
        title = text.removesuffix(CONTINUED).rstrip(" ,")
        grids = {grid.title.casefold(): grid for grid in self.section.grids}
        if title not in grids:
            return False
        self.grid = grids[title]
        return True

    def _row(self, line: int, cells: list[str]) -> None:
        grid = self.grid
        assert grid is not None, "rows come after the title of a grid"
        if [cell.casefold() for cell in cells if cell] == [box.label.casefold() for box in grid.columns]:
            return
        if any(cells[len(grid.columns) :]):
            fix = f"columns: {', '.join(box.label for box in grid.columns)}"
            self._refuse(line, cells[-1], "this row has more cells than the form has columns", fix)
        rows = self.rows.setdefault((self.section, grid), [])
        if len(rows) >= MAX_ROWS:
            self._refuse(line, cells[0], f"more than {MAX_ROWS} rows", "split it into two sheets")
        rows.append([_as_people_write(box, cell) for box, cell in zip(grid.columns, cells, strict=False)])

    def _box(self, line: int, cells: list[str]) -> None:
        boxes = {box.label.casefold(): box for box in self.section.boxes}
        box = boxes.get(cells[0].rstrip(":").casefold())
        if box is None:
            labels = [*(box.label for box in self.section.boxes), *(grid.title for grid in self.section.grids)]
            self._refuse(line, cells[0], "this is not part of the form", f"the form has: {', '.join(labels)}")
            return
        if any(cells[2:]):
            fix = "write the value in the second column alone"
            self._refuse(line, ", ".join(cells[2:]), f"more than one value for {box.label}", fix)
        if len(cells) > 1 and cells[1]:
            self.fields[f"{self.section.prefix}{box.name}"] = _as_people_write(box, cells[1])

    def _refuse(self, line: int, value: str, message: str, fix: str) -> None:
        self.problems.append(Problem(f"line {line}", value[:60], message, fix))
