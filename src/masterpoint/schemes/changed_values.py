"""Two values of a figure, or two prints of a table, side by side: the cells that differ, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from fractions import Fraction
from typing import Any

import msgspec

from masterpoint.core.books import Table
from masterpoint.core.exact import figure_text
from masterpoint.core.table_words import heading_text

NOTHING = "–"
_ABSENT = object()


class Cell(msgspec.Struct, frozen=True):
    """What one place holds before and after."""

    place: str
    """The line and the column, in words; empty where the whole is one cell."""
    before: str
    after: str


def value_cells(before: Any, after: Any, place: str = "") -> Iterator[Cell]:
    """The cells in which two values of one figure differ."""
    if before == after:
        return
    if isinstance(before, msgspec.Struct) and type(before) is type(after):
        for name in before.__struct_fields__:
            yield from value_cells(
                getattr(before, name), getattr(after, name), _joined_place(place, name.replace("_", " "))
            )
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys((*before, *after)):
            yield from value_cells(before.get(key, _ABSENT), after.get(key, _ABSENT), _joined_place(place, str(key)))
    elif isinstance(before, tuple) and isinstance(after, tuple):
        yield from _row_cells(before, after, place)
    elif isinstance(before, int | Fraction) and isinstance(after, int | Fraction) and _endless(before, after):
        yield Cell(place, str(before), str(after))
    else:
        yield Cell(place, written_plainly(before), written_plainly(after))


def _endless(*values: int | Fraction) -> bool:
    """Whether one of these is an endless decimal: then a third is compared with a half, not with 0.50."""
    return any(10_000 % value.denominator for value in values)


def _row_cells(before: Sequence[Any], after: Sequence[Any], place: str) -> Iterator[Cell]:
    """Lists line by line: by the number or word that each line begins with, or by their positions."""
    if not (_have_labels(before) and _have_labels(after)):
        for index in range(max(len(before), len(after))):
            previous, current = (values[index] if index < len(values) else _ABSENT for values in (before, after))
            yield from value_cells(previous, current, _joined_place(place, f"line {index + 1}"))
        return
    old, new = ({_label(row): _rest(row) for row in rows} for rows in (before, after))
    if list(old.values()) == list(new.values()):
        for index, (previous, current, rest) in enumerate(zip(old, new, new.values(), strict=True), 1):
            if previous != current:
                line = _joined_place(place, f"line {index} ({written_plainly(rest)})")
                yield Cell(
                    line, *(label if isinstance(label, str) else f"from {label}" for label in (previous, current))
                )
    elif old == new:
        yield Cell(_joined_place(place, "order"), *(", ".join(map(str, labels)) for labels in (old, new)))
    else:
        for label in sorted({*old, *new}, key=[*old, *new].index):
            yield from _rest_cells(old.get(label), new.get(label), _joined_place(place, f"line {label}"))


def _rest_cells(before: Any, after: Any, place: str) -> Iterator[Cell]:
    """What follows the label of a line: one value or several."""
    if before is None or after is None:
        yield Cell(place, *(NOTHING if part is None else written_plainly(part) for part in (before, after)))
    elif isinstance(before, Mapping):
        yield from value_cells(before, after, place)
    elif len(before) == len(after) == 1:
        yield from value_cells(before[0], after[0], place)
    elif len(before) == len(after):
        for index, (previous, current) in enumerate(zip(before, after, strict=True), 2):
            yield from value_cells(previous, current, _joined_place(place, f"column {index}"))
    elif before != after:
        yield Cell(place, written_plainly(before), written_plainly(after))


def _have_labels(rows: Sequence[Any]) -> bool:
    """Whether each line begins with a word or number of its own: a list, or a line of named values."""
    if not all(isinstance(row, msgspec.Struct) or (isinstance(row, tuple) and len(row) > 1) for row in rows):
        return False
    labels = [_label(row) for row in rows]
    return all(isinstance(label, int | Fraction | str) for label in labels) and len({*labels}) == len(labels)


def _label(row: Any) -> Any:
    """What a line begins with."""
    return getattr(row, row.__struct_fields__[0]) if isinstance(row, msgspec.Struct) else row[0]


def _rest(row: Any) -> Any:
    """What follows the label: the rest of a list, or the named values that are given."""
    if isinstance(row, msgspec.Struct):
        return dict(list(_given_values(row).items())[1:])
    return row[1:]


def _given_values(row: msgspec.Struct) -> dict[str, Any]:
    """The values of a line by their names in words, without those that are what they are if nothing is written."""
    return {
        field.name.replace("_", " "): getattr(row, field.name)
        for field in msgspec.structs.fields(row)
        if getattr(row, field.name) != field.default
    }


def _joined_place(place: str, part: str) -> str:
    return f"{place}, {part}" if place else part


def written_plainly(value: Any) -> str:
    """A value as a book prints it; a list with commas."""
    if value is _ABSENT:
        return NOTHING
    if isinstance(value, msgspec.Struct):
        return ", ".join(f"{name} {written_plainly(item)}" for name, item in _given_values(value).items())
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {written_plainly(item)}" for key, item in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(written_plainly(item) for item in value)
    if isinstance(value, Fraction) and _endless(value):
        return str(value)
    return figure_text(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else str(value)


def table_cells(before: Table | None, after: Table | None) -> Iterator[Cell]:
    """The cells in which two prints of one table differ; a line that only one of them has counts as a whole."""
    if before is None or after is None:
        count = len((before or after or Table((), ())).cells)
        lines = f"{count} lines" if count != 1 else "1 line"
        yield Cell("the table", lines if before else NOTHING, lines if after else NOTHING)
        return
    if before.columns != after.columns:
        columns = (", ".join(map(heading_text, table.columns)) for table in (before, after))
        yield Cell("columns", *columns)
    matcher = SequenceMatcher(None, before.cells, after.cells, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "equal":
            continue
        old, new = before.cells[start:end], after.cells[new_start:new_end]
        for index in range(max(len(old), len(new))):
            previous, current = (rows[index] if index < len(rows) else None for rows in (old, new))
            yield from _line_cells(before, after, previous, current)


def _line_cells(
    before: Table, after: Table, previous: Sequence[str] | None, current: Sequence[str] | None
) -> Iterator[Cell]:
    place = _line_place(before if previous else after, previous or current or ())
    if previous is None or current is None or before.columns != after.columns:
        yield Cell(place, _line(previous), _line(current))
        return
    for column, old, new in zip(before.columns, previous, current, strict=True):
        if old != new:
            yield Cell(_joined_place(place, heading_text(column)), old or NOTHING, new or NOTHING)


def _line_place(table: Table, line: Sequence[str]) -> str:
    """A line by as many of its first cells as distinguish it from the others, not counting clause and page."""
    place, similar_lines = "", list(table.cells)
    for index, column in enumerate(table.columns[: len(line)]):
        if column in ("clause", "page") or not line[index]:
            continue
        place = _joined_place(place, f"{heading_text(column)} {line[index]}")
        similar_lines = [other for other in similar_lines if index < len(other) and other[index] == line[index]]
        if len(similar_lines) <= 1:
            break
    return place


def _line(cells: Sequence[str] | None) -> str:
    return ", ".join(filter(None, cells)) if cells else NOTHING
