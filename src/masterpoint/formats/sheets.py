"""Rows under headings: what a CSV text or a spreadsheet holds, before it is known what it lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from masterpoint.core.boards import Direction
from masterpoint.core.results import Player
from masterpoint.formats.headings import Column, columns, is_heading
from masterpoint.formats.text import PASTED, pasted_rows, rows_of

MOST_ROWS_ABOVE = 30

_SEPARATOR = re.compile(r"\s*(?:&|;|/|\+|\band\b)\s*", re.IGNORECASE)


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
        together = self.text("names") or (self.text("name") if Column("name", 1) not in self.cells else "")
        numbers = [part.strip() for part in _SEPARATOR.split(self.text("national"))] if self.text("national") else []
        if together:
            people = [name for name in _SEPARATOR.split(together) if name]
            return [
                Player(name, _nth(numbers, i) or self._national(i + 1), line=self.line) for i, name in enumerate(people)
            ]
        ns = sorted({col.n for col in self.cells if col.kind in ("name", "given", "surname", "national")} or {0})
        named = [(self._name(n), self._national(n)) for n in ns]
        return [Player(name, national, line=self.line) for name, national in named if name or national]

    def _name(self, n: int) -> str:
        whole = self.cells.get(Column("name", n), "")
        parts = (self.cells.get(Column("given", n), ""), self.cells.get(Column("surname", n), ""))
        return whole or " ".join(part for part in parts if part)

    def _national(self, n: int) -> str:
        return self.cells.get(Column("national", n), "")


def _nth(items: Sequence[str], i: int) -> str:
    return items[i] if i < len(items) else ""


class Sheet(msgspec.Struct, frozen=True):
    """Rows under headings, and what stood above them."""

    rows: tuple[SheetRow, ...]
    above: dict[str, str]
    kinds: frozenset[str]

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


def sheet_of_rows(rows: Sequence[tuple[int, list[str]]]) -> Sheet | None:
    at = next((i for i, (_, cells) in enumerate(rows[:MOST_ROWS_ABOVE]) if is_heading(cells)), None)
    if at is None:
        return None
    above = {cells[0].strip(" :").lower(): cells[1] for _, cells in rows[:at] if len(cells) > 1 and cells[1]}
    headings = columns(rows[at][1])
    listed: list[SheetRow] = []
    direction: Direction = direction_of(" ".join(rows[at - 1][1]).strip()) if at else ""
    for line, cells in rows[at + 1 :]:
        filled = [cell for cell in cells if cell]
        if len(filled) == 1 and direction_of(filled[0]):
            direction = direction_of(filled[0])
        elif not is_heading(cells) or columns(cells) != headings:
            by_column = {col: cell for col, cell in zip(headings, cells, strict=False) if col is not None}
            listed.append(SheetRow(line, by_column, direction, len(cells)))
    return Sheet(tuple(listed), above, frozenset(col.kind for col in headings if col is not None))


def direction_of(written: str) -> Direction:
    """`NS`, `N/S`, `North-South`, and so for East-West."""
    letters = re.sub(r"[^a-z]", "", written.lower())
    if letters in ("ns", "northsouth", "n"):
        return "NS"
    return "EW" if letters in ("ew", "eastwest", "e") else ""
