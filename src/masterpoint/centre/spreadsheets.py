"""Read tables that spreadsheets saved as CSV: rows by column name, and problems by line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.formats.text import from_cell

LARGEST = 20 * 1024 * 1024


def table_rows(
    data: bytes, *, source: str, columns: Sequence[str], required: Sequence[str]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Every row with its line number. The file is refused as a whole if a required column is missing."""
    if len(data) > LARGEST:
        raise NotReadable(Problem(source, "", "this file is too large", "split it into files under 20 MB"))
    reader = csv.DictReader(io.StringIO(text_of(data), newline=""))
    try:
        heading = [name.strip().lower().replace(" ", "_") for name in reader.fieldnames or []]
        missing = [name for name in required if name not in heading]
        if missing:
            message, fix = f"the column {missing[0]} is missing", f"columns: {', '.join(columns)}"
            raise NotReadable(problem_in(source, 1, ", ".join(heading)[:60], message, fix))
        reader.fieldnames = heading
        for raw in reader:
            cells = {key: value or "" for key, value in raw.items() if isinstance(value, str | None) and key}
            yield reader.line_num, {key: from_cell(value.strip()) for key, value in cells.items()}
    except csv.Error:
        message, fix = "this is not a table", "save the spreadsheet as CSV"
        raise NotReadable(problem_in(source, reader.line_num, "", message, fix)) from None


def text_of(data: bytes) -> str:
    """The text of a file in either of the encodings that spreadsheets use."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    return text.replace("\0", "")


def problem_in(source: str, line: int, value: str, message: str, fix: str) -> Problem:
    return Problem(f"{source}, line {line}", value, message, fix)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems in the order of their lines."""
    return sorted(problems, key=lambda problem: int(problem.place.rsplit(" ", 1)[1]))
