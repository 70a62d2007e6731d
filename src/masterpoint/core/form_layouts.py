"""The layout of an office form: boxes, grids of rows, and parts that repeat.

A form filled in is a mapping of fields: `date` for a box, `ns.0.place` for a cell of the first row of a grid, and
`session_sheets.1.ns.0.place` for the same in the second part. The page keys them, the printed form shows them, and a
CSV file or a spreadsheet is read into them and written from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Literal

import msgspec

Kind = Literal["text", "day", "count", "counts", "choice"]
MAX_ROWS = 600
MAX_PARTS = 20
_DAY_FIRST = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})\Z")
_DAY_ZERO = date(1899, 12, 30)
"""Spreadsheets count days from here."""


class Box(msgspec.Struct, frozen=True):
    """One thing to fill in: a box of the heading, or a column of a grid."""

    name: str
    label: str
    kind: Kind = "text"
    choices: tuple[str, ...] = ()


class Grid(msgspec.Struct, frozen=True):
    """Rows under headings; `rows` of them on a printed page."""

    name: str
    title: str
    columns: tuple[Box, ...]
    rows: int
    grouped: int = 0
    """How many leading columns apply to several rows; a row that leaves them empty belongs to those above."""


class Part(msgspec.Struct, frozen=True):
    """A smaller form that goes with this one, repeated as often as a box of it says."""

    name: str
    title: str
    count: str
    boxes: tuple[Box, ...]
    grids: tuple[Grid, ...]


class Layout(msgspec.Struct, frozen=True):
    """A whole form."""

    boxes: tuple[Box, ...]
    grids: tuple[Grid, ...]
    part: Part | None = None

    def parts(self, fields: Mapping[str, str]) -> int:
        """The number of parts: as many as the form says, or more if more are filled in."""
        if self.part is None:
            return 0
        text = fields.get(self.part.count, "")
        stated_count = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
        filled_count = max((number + 1 for number in _numbers(fields, f"{self.part.name}.")), default=0)
        return min(MAX_PARTS, max(stated_count, filled_count))


class Section(msgspec.Struct, frozen=True):
    """The form itself, or one of its parts."""

    prefix: str
    title: str
    boxes: tuple[Box, ...]
    grids: tuple[Grid, ...]


def sections(layout: Layout, fields: Mapping[str, str]) -> Iterator[Section]:
    """The form, then each part of it."""
    yield Section("", "", layout.boxes, layout.grids)
    if layout.part is not None:
        for number in range(layout.parts(fields)):
            yield part_section(layout.part, number)


def part_section(part: Part, number: int) -> Section:
    return Section(f"{part.name}.{number}.", f"{part.title} {number + 1}", part.boxes, part.grids)


def place_label(layout: Layout, place: str) -> str:
    """A place in the data as the form names it: `session_sheets[0].ns row 2` as `Session 1, North-South row 2`."""
    boxes, grids = layout.boxes, layout.grids
    start = ""
    part = layout.part
    match = re.match(rf"{part.name}\[(\d+)\]\.?", place) if part else None
    if part and match:
        start, place = f"{part.title} {int(match[1]) + 1}", place[match.end() :]
        boxes, grids = part.boxes, part.grids
    name, tail = re.match(r"(\w*)(.*)", place, re.DOTALL).groups()  # type: ignore[union-attr] # it matches anything
    label = next((item.label for item in boxes if item.name == name), "")
    grid = next((item for item in grids if item.name == name), None)
    if grid is not None:
        label = grid.title
        row_match = re.match(r"\[(\d+)\]", tail)
        if row_match:
            word = grid.columns[grid.grouped - 1].label if grid.grouped else f"{grid.title} row"
            label, tail = f"{word} {int(row_match[1]) + 1}", tail[row_match.end() :]
    elif part and name == part.name:
        label = f"{part.title}s"
    return ", ".join(piece for piece in (start, f"{label or name}{tail}") if piece)


def filled_rows(grid: Grid, prefix: str, fields: Mapping[str, str]) -> list[list[str]]:
    """The rows of a grid that hold anything, cell by cell."""
    start = f"{prefix}{grid.name}."
    numbers = sorted(set(_numbers(fields, start)))[:MAX_ROWS]
    rows = [[fields.get(f"{start}{number}.{box.name}", "") for box in grid.columns] for number in numbers]
    return [row for row in rows if any(row)]


def _numbers(fields: Mapping[str, str], start: str) -> Iterator[int]:
    for name, value in fields.items():
        if value and name.startswith(start):
            number = name.removeprefix(start).partition(".")[0]
            if number.isascii() and number.isdigit() and len(number) < 4:
                yield int(number)


def closed_up(layout: Layout, fields: Mapping[str, str]) -> dict[str, str]:
    """The fields of the form, renumbered so that no empty rows or parts stand between filled ones."""
    main_section, *parts = sections(layout, fields)
    parts.sort(key=lambda section: not has_rows(section, fields))
    closed_fields = _section_fields(main_section, "", fields)
    for number, section in enumerate(parts):
        closed_fields |= _section_fields(section, part_prefix(layout, number), fields)
    return closed_fields


def has_rows(section: Section, fields: Mapping[str, str]) -> bool:
    return any(filled_rows(grid, section.prefix, fields) for grid in section.grids)


def _section_fields(section: Section, prefix: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The fields of a section, written under a prefix."""
    texts = {box.name: fields.get(f"{section.prefix}{box.name}", "").strip() for box in section.boxes}
    values = {f"{prefix}{name}": value for name, value in texts.items() if value}
    for grid in section.grids:
        values |= row_fields(grid, prefix, filled_rows(grid, section.prefix, fields))
    return values


def part_prefix(layout: Layout, number: int) -> str:
    """The prefix of the fields of a part."""
    return f"{layout.part.name}.{number}." if layout.part else ""


def row_fields(grid: Grid, prefix: str, rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Rows as fields."""
    return {
        f"{prefix}{grid.name}.{number}.{box.name}": cell.strip()
        for number, row in enumerate(rows)
        for box, cell in zip(grid.columns, row, strict=False)
        if cell.strip()
    }


def box_values(boxes: Sequence[Box], prefix: str, fields: Mapping[str, str]) -> dict[str, Any]:
    """Boxes as data: days, whole numbers and text. What cannot be read stays as written, to be refused later."""
    texts = {box: fields.get(f"{prefix}{box.name}", "") for box in boxes}
    return {box.name: _value(box, text) for box, text in texts.items() if text or box.kind == "text"}


def box_text(boxes: Sequence[Box], prefix: str, fields: Mapping[str, str]) -> dict[str, str]:
    """Boxes as text, days as 2026-11-15."""
    texts = {box: fields.get(f"{prefix}{box.name}", "") for box in boxes}
    return {box.name: str(read_day(text) or text) if box.kind == "day" else text for box, text in texts.items()}


def _value(box: Box, text: str) -> Any:
    if box.kind == "day":
        return read_day(text) or text
    if box.kind == "count":
        return _count(text)
    if box.kind == "counts":
        return [_count(word) for word in re.split(r"[\s,;]+", text.strip())]
    return text.strip().lower() if box.kind == "choice" else text.strip()


def _count(text: str) -> int | str:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text


def read_day(text: str) -> date | None:
    """2026-11-15, 15/11/2026, or the number by which a spreadsheet knows the day."""
    text = text.strip()
    day_first = _DAY_FIRST.match(text)
    try:
        if day_first:
            return date(int(day_first[3]), int(day_first[2]), int(day_first[1]))
        if len(text) == 5 and text.isascii() and text.isdigit():
            return _DAY_ZERO + timedelta(days=int(text))
        return date.fromisoformat(text)
    except ValueError:
        return None


def grouped_rows(grid: Grid, rows: Sequence[Sequence[str]]) -> list[tuple[list[str], list[list[str]]]]:
    """Rows in groups: the cells that all of them share, and the rest of each row."""
    groups: list[tuple[list[str], list[list[str]]]] = []
    for row in rows:
        head, tail = list(row[: grid.grouped]), list(row[grid.grouped :])
        if not groups or (any(head) and head != groups[-1][0]):
            groups.append((head, []))
        groups[-1][1].append(tail)
    return groups


def listed_rows(layout: Layout, fields: Mapping[str, str]) -> list[dict[str, str]]:
    """The rows of a form that is a single list, each with the values of the heading."""
    heading = box_text(layout.boxes, "", fields)
    (grid,) = layout.grids
    closed_fields = row_fields(grid, "", filled_rows(grid, "", fields))
    count = 1 + max(_numbers(closed_fields, f"{grid.name}."), default=-1)
    return [heading | box_text(grid.columns, f"{grid.name}.{number}.", closed_fields) for number in range(count)]
