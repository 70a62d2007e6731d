"""A ranked list with forgiving headings: read from CSV or a spreadsheet's rows, written as CSV."""

from __future__ import annotations

from masterpoint.formats.ranked_list.reading import SCORINGS, from_sheet, read
from masterpoint.formats.ranked_list.writing import write

__all__ = ["SCORINGS", "from_sheet", "read", "write"]
