"""What the rules need from the files in `tables/` of an edition: columns, whole numbers, rows without gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from masterpoint.core.books import Table
from masterpoint.core.figure_checks import Conflict, Conflicts, comma_list

PrintedTables = Mapping[str, Table]


def place_of(name: str) -> str:
    """The path of a table in its edition's folder."""
    return f"tables/{name}.csv"


def has_columns(tables: PrintedTables, name: str, columns: Sequence[str]) -> Conflicts:
    """A table exists and has the columns that rules look for."""
    table = tables.get(name)
    if table is None:
        fix = f"add the file, with the columns {comma_list(columns)}"
        yield Conflict(place_of(name), "", "this table is missing", fix)
    elif missing := [column for column in columns if column not in table.columns]:
        message = f"a column is missing: {comma_list(missing)}"
        yield Conflict(place_of(name), comma_list(table.columns), message, f"columns it needs: {comma_list(columns)}")


def has_rows(tables: PrintedTables, name: str) -> Conflicts:
    """A table is not empty."""
    if not tables[name].cells:
        yield Conflict(place_of(name), "", "this table has no rows", "add its rows")


def has_whole_numbers(
    tables: PrintedTables, name: str, columns: Sequence[str], list_columns: Sequence[str] = ()
) -> Conflicts:
    """Cells hold whole numbers: one each in `columns`, any number with spaces between them in `list_columns`."""
    for number, row in enumerate(tables[name].rows(), 1):
        for column in (*columns, *list_columns):
            words = row[column].split()
            if not all(map(str.isdecimal, words)) or (column in columns and len(words) != 1):
                place = f"{place_of(name)}, row {number}, {column}"
                yield Conflict(place, row[column], "this holds no whole numbers", "write whole numbers, such as 12")


def rows_join(tables: PrintedTables, name: str, first: str, last: str) -> Conflicts:
    """Every row begins where the one before it ends, so that no lookup falls between them."""
    bounds = [(int(row[first]), int(row[last])) for row in tables[name].rows()]
    yield from has_rows(tables, name)
    for number, (start, ends) in enumerate(bounds, 1):
        if ends < start:
            place = f"{place_of(name)}, row {number}, {last}"
            yield Conflict(place, ends, f"the row begins at {start}", f"let it end at {start} or more")
    for number, ((_, ends), (start, _)) in enumerate(pairwise(bounds), 2):
        if start != ends + 1:
            place = f"{place_of(name)}, row {number}, {first}"
            yield Conflict(place, start, f"the row before it ends at {ends}", f"let it begin at {ends + 1}")
