"""Reads a ranked list from a spreadsheet (.xlsx): the first sheet with headings.

An .xlsx is a zip of XML files. Only the few files needed are opened, each with a limit on its unpacked size and through
the same safe parser as any other XML. Formulas are never run: their last shown value is read.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from typing import TypeVar

from lxml import etree

from masterpoint.core.results import Results
from masterpoint.formats import safe_xml
from masterpoint.formats.problems import refuse
from masterpoint.formats.ranked_list import from_sheet
from masterpoint.formats.sheets import Sheet, sheet_of_rows
from masterpoint.formats.text import MAX_FIELD, MAX_ROWS, check_size, from_cell

SIGNATURE = b"PK\x03\x04"
MAX_FILES = 1000
MAX_UNPACKED = 8_000_000
MAX_COLUMNS = 200
MAX_SHEETS = 20
WORKBOOK = "xl/workbook.xml"
T = TypeVar("T")

_CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})\Z")
_NOT_A_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)


def read(data: bytes, *, source: str) -> Results:
    """The list in the first sheet that has one."""
    return from_sheet(_read_workbook(data, _first_list), source=source, format="spreadsheet", parts_of_one=True)


def is_workbook(data: bytes) -> bool:
    """Whether a zip contains a workbook; this looks only at its list of files."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return WORKBOOK in archive.namelist()
    except _NOT_A_ZIP:
        return False


def first_rows(data: bytes) -> list[tuple[int, list[str]]]:
    """The rows of the first sheet, each with its line number."""
    return _read_workbook(
        data, lambda archive: list(_rows(_part(archive, _sheet_paths(archive)[0]), _shared_strings(archive)))
    )


def _read_workbook(data: bytes, use: Callable[[zipfile.ZipFile], T]) -> T:
    check_size(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if len(archive.namelist()) > MAX_FILES:
                refuse(0, "", "holds far more parts than a spreadsheet has", "Save it again as .xlsx.")
            return use(archive)
    except (*_NOT_A_ZIP, IndexError):
        refuse(0, "", "is a damaged spreadsheet", "Open it in your spreadsheet program and save it again as .xlsx.")


def _first_list(archive: zipfile.ZipFile) -> Sheet | None:
    shared_strings = _shared_strings(archive)
    for path in _sheet_paths(archive)[:MAX_SHEETS]:
        rows = list(_rows(_part(archive, path), shared_strings))
        sheet = sheet_of_rows(rows)
        if sheet is not None:
            return sheet
    return None


def _part(archive: zipfile.ZipFile, path: str) -> etree._Element:
    try:
        info = archive.getinfo(path)
    except KeyError:
        refuse(0, path, "is a spreadsheet with a part missing", "Save it again as .xlsx.")
    with archive.open(info) as part:
        # The size stated in the zip may be false: never unpack more than the limit.
        unpacked = part.read(MAX_UNPACKED + 1)
    if len(unpacked) > MAX_UNPACKED:
        refuse(0, path, "unpacks to far more than a ranked list", "Copy the list alone into a new spreadsheet.")
    return safe_xml.parse(unpacked).root


def _local(element: etree._Element, name: str) -> Iterator[etree._Element]:
    return element.iter("{*}" + name)


def _sheet_paths(archive: zipfile.ZipFile) -> list[str]:
    workbook = _part(archive, WORKBOOK)
    links = _part(archive, "xl/_rels/workbook.xml.rels")
    targets = {str(link.get("Id")): str(link.get("Target")) for link in _local(links, "Relationship")}
    paths = []
    for sheet in _local(workbook, "sheet"):
        link = next((str(value) for key, value in sheet.items() if str(key).endswith("}id")), "")
        if link in targets:
            target = targets[link]
            path = target.lstrip("/") if target.startswith("/") else posixpath.join("xl", target)
            paths.append(posixpath.normpath(path))
    return paths


def _shared_strings(archive: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in archive.namelist():
        return []
    return [_all_text(item) for item in _local(_part(archive, "xl/sharedStrings.xml"), "si")]


def _all_text(item: etree._Element) -> str:
    return "".join(piece.text or "" for piece in _local(item, "t"))[: MAX_FIELD + 1]


def _rows(sheet: etree._Element, shared_strings: list[str]) -> Iterator[tuple[int, list[str]]]:
    count = 0
    for n, row in enumerate(_local(sheet, "row"), 1):
        line = int(row.get("r") or n) if (row.get("r") or "1").isdigit() else n
        cells: list[str] = []
        for cell in row.iterchildren("{*}c"):
            column = _column(cell.get("r"), len(cells))
            if column < MAX_COLUMNS:
                cells += [""] * (column - len(cells) + 1)
                cells[column] = from_cell(_cell_text(cell, shared_strings).strip())
        if any(cells):
            count += 1
            if count > MAX_ROWS:
                refuse(line, "", f"has more than {MAX_ROWS} rows", "Send the results of one event.")
            yield line, cells


def _column(reference: str | None, next_column: int) -> int:
    match = _CELL.match(reference or "")
    if not match:
        return next_column
    number = 0
    for letter in match[1]:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _cell_text(cell: etree._Element, shared_strings: list[str]) -> str:
    kind = cell.get("t") or "n"
    if kind == "inlineStr":
        return _all_text(cell)
    text = (cell.findtext("{*}v") or "")[: MAX_FIELD + 1]
    if kind == "s":
        return shared_strings[int(text)] if text.isdigit() and len(text) < 8 and int(text) < len(shared_strings) else ""
    return number_as_typed(text) if kind == "n" else text


def number_as_typed(text: str) -> str:
    """A number as a person typed it: a spreadsheet stores 58.33 as 58.330000000000005, and 3 as 3.0."""
    try:
        number = Decimal(repr(float(text))) if len(text) < 40 else Decimal(0)
    except (ValueError, InvalidOperation):
        return text
    if not number.is_finite() or abs(number) >= 10**12:
        return text
    return str(int(number)) if number == number.to_integral_value() else f"{number.normalize():f}"
