"""Reads a ranked list from an old spreadsheet (.xls): the first sheet with headings. Formulas are never run."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from python_calamine import CalamineWorkbook

from masterpoint.core.results import Results
from masterpoint.formats.problems import refuse
from masterpoint.formats.ranked_list import from_sheet
from masterpoint.formats.sheets import sheet_of_rows
from masterpoint.formats.text import MAX_FIELD, MAX_ROWS, check_size, from_cell
from masterpoint.formats.xlsx import MAX_COLUMNS, MAX_SHEETS, number_as_typed

SIGNATURE = b"\xd0\xcf\x11\xe0"
Cell = int | float | str | bool | time | date | datetime | timedelta


def is_workbook(data: bytes) -> bool:
    """Whether an old office file contains sheets; a document (.doc) has none."""
    with contextlib.suppress(DamagedFile), _failures_as_damage():
        return bool(CalamineWorkbook.from_filelike(io.BytesIO(data)).sheet_names)
    return False


def read(data: bytes, *, source: str) -> Results:
    """The list in the first sheet that has one."""
    check_size(data)
    try:
        rows = _sheets(data)
    except DamagedFile:
        refuse(0, "", "is a damaged spreadsheet", "Open it in your spreadsheet program and save it again as .xlsx.")
    parsed_sheets = (sheet_of_rows(list(_rows(sheet))) for sheet in rows)
    sheet = next((sheet for sheet in parsed_sheets if sheet is not None), None)
    return from_sheet(sheet, source=source, format="spreadsheet", parts_of_one=True)


def _sheets(data: bytes) -> list[list[list[Cell]]]:
    with _failures_as_damage():
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = workbook.sheet_names[:MAX_SHEETS]
        return [workbook.get_sheet_by_name(name).to_python(nrows=MAX_ROWS + 1) for name in names]


class DamagedFile(Exception):
    """The library cannot read the file."""


@contextlib.contextmanager
def _failures_as_damage() -> Iterator[None]:
    """Turns any failure of the library into `DamagedFile`; its panics are not subclasses of Exception."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        raise DamagedFile from error


def _rows(rows: list[list[Cell]]) -> Iterator[tuple[int, list[str]]]:
    if len(rows) > MAX_ROWS:
        refuse(MAX_ROWS, "", f"has more than {MAX_ROWS} rows", "Send the results of one event.")
    for line, cells in enumerate(rows, 1):
        texts = [_cell_text(cell) for cell in cells[:MAX_COLUMNS]]
        if any(texts):
            yield line, texts


def _cell_text(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int | float):
        return number_as_typed(repr(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    return from_cell(str(cell).strip()[:MAX_FIELD])
