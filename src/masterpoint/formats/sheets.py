"""Rows under headings: what a CSV text or a spreadsheet holds, before it is known what it lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from masterpoint.core.boards import Direction
from masterpoint.core.results import Player
from masterpoint.formats.headings import Column, columns, is_heading
from masterpoint.formats.text import PASTED, pasted_rows, plain_cell, rows_of

MOST_ROWS_ABOVE = 30

_SEPARATOR = re.compile(r"\s*(?:&|;|/|\+|\band\b)\s*", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_DASH = re.compile(r"\s+[-–—]\s+")
"""Between the names of a pair where nothing else stands there; a hyphen inside a name has no spaces."""


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
        """One column a player, or one column for all, names and numbers alike."""
        together = self._names() or (self.text("name") if Column("name", 1) not in self.cells else "")
        numbers = [part.strip() for part in _SEPARATOR.split(self.text("national"))] if self.text("national") else []
        if together:
            people = _names_in(together)
            return [
                Player(name, _nth(numbers, i) or self._national(i + 1), line=self.line) for i, name in enumerate(people)
            ]
        ns = sorted({col.n for col in self.cells if col.kind in ("name", "given", "surname", "national")} or {0})
        named = [(self._name(n), self._national(n)) for n in ns]
        return [Player(name, national, line=self.line) for name, national in named if name or national]

    def _names(self) -> str:
        """The column that holds all, or several under one heading, of which some may be empty or hold no name."""
        written = [cell for column, cell in self.cells.items() if column.kind == "names" and cell]
        return " & ".join(written if len(written) == 1 else [cell for cell in written if _LETTER.search(cell)])

    def _name(self, n: int) -> str:
        whole = self.cells.get(Column("name", n), "")
        parts = (self.cells.get(Column("given", n), ""), self.cells.get(Column("surname", n), ""))
        return whole or " ".join(part for part in parts if part)

    def _national(self, n: int) -> str:
        return self.cells.get(Column("national", n), "")


def _names_in(together: str) -> list[str]:
    people = [name for name in _SEPARATOR.split(together) if name]
    return people if len(people) > 1 else [name for name in _DASH.split(together) if name]


def _nth(items: Sequence[str], i: int) -> str:
    return items[i] if i < len(items) else ""


class Sheet(msgspec.Struct, frozen=True):
    """Rows under headings, and what stood above them."""

    rows: tuple[SheetRow, ...]
    above: dict[str, str]
    kinds: frozenset[str]
    unused: tuple[str, ...] = ()
    """Headings of columns with something in them that nothing is read from."""

    def has(self, kind: str) -> bool:
        return kind in self.kinds


def sheet_of(text: str) -> Sheet | None:
    """The sheet in a CSV text, by comma, semicolon or tab, or in a pasted table; `None` when no heading is found."""
    for delimiter in _delimiters(text):
        sheet = sheet_of_rows(rows_of(text, delimiter=delimiter))
        if sheet is not None:
            return sheet
    pasted = (sheet_of_rows(pasted_rows(text, delimiter)) for delimiter in PASTED)
    return next((sheet for sheet in pasted if sheet is not None), None)


def _delimiters(text: str) -> list[str]:
    head = text[:4000]
    return sorted(",;\t", key=lambda mark: -head.count(mark))


def sheet_of_rows(written: Sequence[tuple[int, list[str]]]) -> Sheet | None:
    rows = [(line, [plain_cell(cell) for cell in cells]) for line, cells in written]
    at = _heading_at(rows)
    if at is None:
        return None
    above = dict(fact for _, cells in rows[:at] if (fact := _fact(cells)))
    words = _whole_heading(rows[at][1], rows[at - 1][1] if at else [])
    headings = columns(words)
    listed: list[SheetRow] = []
    direction: Direction = direction_of(" ".join(rows[at - 1][1]).strip()) if at else ""
    for line, cells in rows[at + 1 :]:
        filled = [cell for cell in cells if cell]
        if len(filled) == 1 and direction_of(filled[0]):
            direction = direction_of(filled[0])
        elif not is_heading(cells) or columns(cells) != headings:
            by_column = {col: cell for col, cell in zip(headings, cells, strict=False) if col is not None}
            listed.append(SheetRow(line, by_column, direction, len(cells)))
    kinds = frozenset(col.kind for col in headings if col is not None)
    return Sheet(tuple(listed), above, kinds, tuple(_unused(words, headings, rows[at + 1 :])))


def _unused(
    words: Sequence[str], headings: Sequence[Column | None], rows: Sequence[tuple[int, list[str]]]
) -> Iterator[str]:
    for i, (word, column) in enumerate(zip(words, headings, strict=True)):
        is_read = column is not None and column.kind != "ignored"
        if word and not is_read and any(cells[i : i + 1] not in ([], [""]) for _, cells in rows):
            yield word


def _fact(cells: Sequence[str]) -> tuple[str, str] | None:
    """A name and its value above the list: `Date,05/02/2024`, `#Date;05/02/2024`, or in one cell `Date: 05/02/2024`."""
    filled = [cell for cell in cells if cell]
    name, value = filled[0].partition(":")[::2] if len(filled) == 1 else (*cells, "", "")[:2]
    return (name.strip(" :#").lower(), value.strip()) if name and value.strip() else None


def _heading_at(rows: Sequence[tuple[int, list[str]]]) -> int | None:
    """Which row names the columns: of two in a row, such as one over merged cells, the one that names more."""
    at = next((i for i, (_, cells) in enumerate(rows[:MOST_ROWS_ABOVE]) if is_heading(cells)), None)
    if at is None or at + 1 >= len(rows):
        return at
    cells, following = rows[at][1], rows[at + 1][1]
    return at + 1 if is_heading(following) and _known(following) > _known(cells) else at


def _known(cells: Sequence[str]) -> int:
    return sum(col is not None for col in columns(cells))


def _whole_heading(cells: Sequence[str], above: Sequence[str]) -> list[str]:
    """Headings over two rows: where a cell is empty, the word above it counts, if that row is all headings."""
    named = [cell for cell in above if cell]
    if len(named) < 2 or _known(named) < len(named):
        return list(cells)
    padded = [*above, *[""] * (len(cells) - len(above))]
    return [cell or over for cell, over in zip(cells, padded, strict=False)]


def direction_of(written: str) -> Direction:
    """`NS`, `N/S`, `North-South`, and so for East-West."""
    letters = re.sub(r"[^a-z]", "", written.lower())
    if letters in ("ns", "northsouth", "n"):
        return "NS"
    return "EW" if letters in ("ew", "eastwest", "e") else ""
