"""Writes a spreadsheet (.xlsx) to fill in. Every cell is text, so that no program makes dates or formulas of it."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from openpyxl import Workbook
from openpyxl.styles import Border, Font, Side
from openpyxl.utils import get_column_letter

TEXT = "@"
LONGEST_TITLE = 31
"""The longest name that a sheet may have."""


def workbook(title: str, rows: Iterable[Sequence[str]]) -> bytes:
    """A workbook from rows of text; a row with a single cell is a heading."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None, "a new workbook has a sheet"
    sheet.title = title[:LONGEST_TITLE]
    line = Side(style="thin")
    row_list = [list(row) for row in rows]
    width = max(map(len, row_list), default=1)
    columns = 0
    for number, row in enumerate(row_list, 1):
        columns = columns if not row else 0 if len(row) <= 1 else max(columns, len(row))
        for column in range(1, max(len(row), columns if not any(row) else 0) + 1):
            cell = sheet.cell(number, column)
            cell.number_format = TEXT
            cell.border = Border(bottom=line)
            if column <= len(row) and row[column - 1]:
                cell.value, cell.data_type = row[column - 1], "s"
        if len(row) == 1:
            sheet.cell(number, 1).font = Font(bold=True)
    for column in range(1, width + 1):
        sheet.column_dimensions[get_column_letter(column)].width = 24 if column == 1 else 18
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()
