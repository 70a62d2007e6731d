"""Rows under headings: what a CSV text or a spreadsheet holds, before anybody knows what it lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from masterpoint.core.boards import Direction
from masterpoint.core.results import Player
from masterpoint.formats.headings import Column, columns, is_heading
from masterpoint.formats.text import CELL_SEPARATORS, pasted_rows, plain_cell, rows_of

MAX_ROWS_ABOVE = 30

_SEPARATOR = re.compile(r"\s*(?:&|;|/|\+|\band\b)\s*", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_DASH = re.compile(r"\s+[-–—]\s+")
"""Separates the names of a pair if nothing else does; a hyphen inside a name has no spaces around it."""


class SheetRow(msgspec.Struct, frozen=True):
    """A row under its headings."""

    line: int
    cells: dict[Column, str]
    direction: Direction = ""
    length: int = 0
    """How many cells it has."""

    def text(self, kind: str) -> str:
        return self.cells.get(Column(kind), "")

    def players(self) -> list[Player]:
        """The players from one column each, or from one column for all; the same for their numbers."""
        name_text = self._names() or (self.text("name") if Column("name", 1) not in self.cells else "")
        numbers = [part.strip() for part in _SEPARATOR.split(self.text("national"))] if self.text("national") else []
        if name_text:
            people = _names_in(name_text)
            return [
                Player(name, _nth(numbers, i) or self._national(i + 1), line=self.line) for i, name in enumerate(people)
            ]
        ns = sorted({col.n for col in self.cells if col.kind in ("name", "given", "surname", "national")} or {0})
        names_and_numbers = [(self._name(n), self._national(n)) for n in ns]
        return [Player(name, national, line=self.line) for name, national in names_and_numbers if name or national]

    def _names(self) -> str:
        """The names from one column for all, or from several under one heading; some may be empty or hold no name."""
        name_cells = [cell for column, cell in self.cells.items() if column.kind == "names" and cell]
        return " & ".join(name_cells if len(name_cells) == 1 else [cell for cell in name_cells if _LETTER.search(cell)])

    def _name(self, n: int) -> str:
        full_name = self.cells.get(Column("name", n), "")
        parts = (self.cells.get(Column("given", n), ""), self.cells.get(Column("surname", n), ""))
        return full_name or " ".join(part for part in parts if part)

    def _national(self, n: int) -> str:
        return self.cells.get(Column("national", n), "")


def _names_in(text: str) -> list[str]:
    people = [name for name in _SEPARATOR.split(text) if name]
    return people if len(people) > 1 else [name for name in _DASH.split(text) if name]


def _nth(items: Sequence[str], i: int) -> str:
    return items[i] if i < len(items) else ""


class Sheet(msgspec.Struct, frozen=True):
    """Rows under headings, and the facts above them."""

    rows: tuple[SheetRow, ...]
    facts: dict[str, str]
    kinds: frozenset[str]
    unused: tuple[str, ...] = ()
    """Headings of columns that hold something but are not read."""

    def has(self, kind: str) -> bool:
        return kind in self.kinds


def sheet_of(text: str) -> Sheet | None:
    """The sheet in a CSV text (comma, semicolon or tab) or in a pasted table; `None` if there is no heading."""
    for delimiter in _delimiters(text):
        sheet = sheet_of_rows(rows_of(text, delimiter=delimiter))
        if sheet is not None:
            return sheet
    pasted = (sheet_of_rows(pasted_rows(text, delimiter)) for delimiter in CELL_SEPARATORS)
    return next((sheet for sheet in pasted if sheet is not None), None)


def _delimiters(text: str) -> list[str]:
    head = text[:4000]
    return sorted(",;\t", key=lambda mark: -head.count(mark))


def sheet_of_rows(raw_rows: Sequence[tuple[int, list[str]]]) -> Sheet | None:
    rows = [(line, [plain_cell(cell) for cell in cells]) for line, cells in raw_rows]
    heading_index = _heading_at(rows)
    if heading_index is None:
        return None
    facts = dict(fact for _, cells in rows[:heading_index] if (fact := _fact(cells)))
    words = _whole_heading(rows[heading_index][1], rows[heading_index - 1][1] if heading_index else [])
    headings = columns(words)
    sheet_rows: list[SheetRow] = []
    direction: Direction = direction_of(" ".join(rows[heading_index - 1][1]).strip()) if heading_index else ""
    for line, cells in rows[heading_index + 1 :]:
        filled_cells = [cell for cell in cells if cell]
        if len(filled_cells) == 1 and direction_of(filled_cells[0]):
            direction = direction_of(filled_cells[0])
        elif not is_heading(cells) or columns(cells) != headings:
            by_column = {col: cell for col, cell in zip(headings, cells, strict=False) if col is not None}
            sheet_rows.append(SheetRow(line, by_column, direction, len(cells)))
    kinds = frozenset(col.kind for col in headings if col is not None)
    return Sheet(tuple(sheet_rows), facts, kinds, tuple(_unused_headings(words, headings, rows[heading_index + 1 :])))


def _unused_headings(
    words: Sequence[str], headings: Sequence[Column | None], rows: Sequence[tuple[int, list[str]]]
) -> Iterator[str]:
    for i, (word, column) in enumerate(zip(words, headings, strict=True)):
        is_read = column is not None and column.kind != "ignored"
        if word and not is_read and any(cells[i : i + 1] not in ([], [""]) for _, cells in rows):
            yield word


def _fact(cells: Sequence[str]) -> tuple[str, str] | None:
    """A fact above the list: `Date,05/02/2024`, `#Date;05/02/2024`, or in one cell `Date: 05/02/2024`."""
    filled_cells = [cell for cell in cells if cell]
    name, value = filled_cells[0].partition(":")[::2] if len(filled_cells) == 1 else (*cells, "", "")[:2]
    return (name.strip(" :#").lower(), value.strip()) if name and value.strip() else None


def _heading_at(rows: Sequence[tuple[int, list[str]]]) -> int | None:
    """The index of the row of headings. Of two in a row, as over merged cells, the one that names more columns."""
    index = next((i for i, (_, cells) in enumerate(rows[:MAX_ROWS_ABOVE]) if is_heading(cells)), None)
    if index is None or index + 1 >= len(rows):
        return index
    cells, next_cells = rows[index][1], rows[index + 1][1]
    return index + 1 if is_heading(next_cells) and _known_count(next_cells) > _known_count(cells) else index


def _known_count(cells: Sequence[str]) -> int:
    return sum(col is not None for col in columns(cells))


def _whole_heading(cells: Sequence[str], upper_cells: Sequence[str]) -> list[str]:
    """Headings over two rows: an empty cell takes the word above it, if that row has only headings."""
    words = [cell for cell in upper_cells if cell]
    if len(words) < 2 or _known_count(words) < len(words):
        return list(cells)
    upper_row = [*upper_cells, *[""] * (len(cells) - len(upper_cells))]
    return [cell or upper for cell, upper in zip(cells, upper_row, strict=False)]


def direction_of(text: str) -> Direction:
    """`NS`, `N/S`, `North-South`, and likewise for East-West."""
    letters = re.sub(r"[^a-z]", "", text.lower())
    if letters in ("ns", "northsouth", "n"):
        return "NS"
    return "EW" if letters in ("ew", "eastwest", "e") else ""
