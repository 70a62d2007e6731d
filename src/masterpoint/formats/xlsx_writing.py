"""A spreadsheet (.xlsx) to be filled in: every cell is text, so that no program makes dates or formulas of it."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from openpyxl import Workbook
from openpyxl.styles import Border, Font, Side
from openpyxl.utils import get_column_letter

TEXT = "@"
LONGEST_TITLE = 31
"""As long as the name of a sheet may be."""


def workbook(title: str, rows: Iterable[Sequence[str]]) -> bytes:
    """Rows of text; a row with one cell alone is a heading."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None, "a new workbook has a sheet"
    sheet.title = title[:LONGEST_TITLE]
    line = Side(style="thin")
    listed = [list(row) for row in rows]
    width = max(map(len, listed), default=1)
    columns = 0
    for number, row in enumerate(listed, 1):
        columns = columns if not row else 0 if len(row) <= 1 else max(columns, len(row))
        for at in range(1, max(len(row), columns if not any(row) else 0) + 1):
            cell = sheet.cell(number, at)
            cell.number_format = TEXT
            cell.border = Border(bottom=line)
            if at <= len(row) and row[at - 1]:
                cell.value, cell.data_type = row[at - 1], "s"
        if len(row) == 1:
            sheet.cell(number, 1).font = Font(bold=True)
    for at in range(1, width + 1):
        sheet.column_dimensions[get_column_letter(at)].width = 24 if at == 1 else 18
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()
