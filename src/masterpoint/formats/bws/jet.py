"""Reading tables from a Microsoft Access database, JET 3 (Access 97) and JET 4 (2000 to 2003).

It reads only what a `.bws` needs: the list of tables, their columns, and rows of plain values. Python's own bounds
check every offset; a file that points outside itself is refused. Each page is visited once, so a chain of pages cannot
loop.

The layout, as known from free tools: a file consists of pages of 2048 (JET 3) or 4096 bytes. Page 2 defines the
catalogue. A definition page (type 2) lists columns; a usage map says which data pages (type 1) belong to the table; a
data page lists the offsets of its rows, which are filled from the end. A row has the number of columns, fixed values,
variable values, the offsets of the variable values backwards, and a mask of nulls.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TypeAlias

from masterpoint.formats.bws.pages import (
    BOOL,
    JET3,
    JET4,
    MEMO,
    MOMENT,
    SIMPLE,
    TEXT,
    Column,
    DamagedFile,
    TruncatedFile,
    bits_in,
    checked_slice,
    compressed_text,
    long_at,
    short_at,
)
from masterpoint.formats.problems import refuse
from masterpoint.formats.text import check_size

Value: TypeAlias = int | float | str | datetime | bool | None
Row: TypeAlias = dict[str, Value]

MAX_ROWS = 200_000
MAX_COLUMNS = 255
SIGNATURE = b"\x00\x01\x00\x00Standard Jet DB\x00"
ACE_SIGNATURE = b"\x00\x01\x00\x00Standard ACE DB\x00"
CATALOGUE_PAGE = 2
TABLE_OBJECT = 1
DELETED, ELSEWHERE, OFFSET = 0x8000, 0x4000, 0x1FFF
EPOCH = datetime(1899, 12, 30)

COPY_AGAIN = "Close the Bridgemate program, then copy the .bws file again."


def tables(data: bytes) -> dict[str, list[Row]]:
    """Every table of the database except those of the system."""
    check_size(data)
    if not data.startswith((SIGNATURE, ACE_SIGNATURE)) or len(data) < 0x15:
        refuse(0, "", "is not an Access database", "Choose the .bws file written by the scoring program.")
    try:
        return _Database(data).all_tables()
    except TruncatedFile:
        refuse(0, "", "This .bws file stops in the middle: a part of it is missing.", COPY_AGAIN)
    except (DamagedFile, IndexError, struct.error, UnicodeDecodeError, OverflowError, RecursionError):
        refuse(0, "", "This .bws file is damaged or cut short.", COPY_AGAIN)


class _Database:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.layout = JET3 if data[0x14] == 0 else JET4
        self.rows_left = MAX_ROWS

    def all_tables(self) -> dict[str, list[Row]]:
        catalogue = self.table(CATALOGUE_PAGE)
        rows_by_table: dict[str, list[Row]] = {}
        for entry in catalogue:
            name, kind, page_number = entry.get("Name"), entry.get("Type"), entry.get("Id")
            if (
                kind == TABLE_OBJECT
                and isinstance(name, str)
                and isinstance(page_number, int)
                and not name.startswith("MSys")
            ):
                rows_by_table[name] = self.table(page_number & 0xFFFFFF)
        return rows_by_table

    def page(self, number: int) -> bytes:
        size = self.layout.page
        page = self.data[number * size : (number + 1) * size]
        if len(page) < size:
            raise TruncatedFile(f"page {number} is missing")
        return page

    def table(self, number: int) -> list[Row]:
        definition = self._definition(number)
        columns = self._columns(definition)
        rows = []
        for page_number in self._pages(definition, number):
            for row in self._rows(page_number, number):
                self.rows_left -= 1
                if self.rows_left < 0:
                    refuse(0, "", f"holds more than {MAX_ROWS} rows", "Choose the file of one session.")
                rows.append(self._values(row, columns))
        return rows

    def _definition(self, number: int) -> bytes:
        """A table's definition, with its continuation pages joined."""
        first = self.page(number)
        if first[0] != 2:
            raise DamagedFile("not a definition")
        definition, seen = first, {number}
        next_page = long_at(first, 4)
        while next_page:
            if next_page in seen:
                raise DamagedFile("definition loops")
            seen.add(next_page)
            page = self.page(next_page)
            definition += page[8:]
            next_page = long_at(page, 4)
        return definition

    def _columns(self, definition: bytes) -> list[Column]:
        layout = self.layout
        count = short_at(definition, layout.column_count)
        if not 0 < count <= MAX_COLUMNS:
            raise DamagedFile("number of columns")
        start = layout.definitions + long_at(definition, layout.real_indexes) * layout.index_entry
        names_at = start + count * layout.column_entry
        columns = []
        for i in range(count):
            name, names_at = self._name(definition, names_at)
            entry = definition[start + i * layout.column_entry : start + (i + 1) * layout.column_entry]
            columns.append(
                Column(
                    name=name,
                    kind=entry[0],
                    number=entry[layout.column_number],
                    variable_number=short_at(entry, layout.variable_number),
                    fixed=bool(entry[layout.flags] & 1),
                    offset=short_at(entry, layout.fixed_offset),
                    size=short_at(entry, layout.size),
                )
            )
        return columns

    def _name(self, definition: bytes, start: int) -> tuple[str, int]:
        if self.layout.wide:
            length = short_at(definition, start)
            end = start + 2 + length
            return checked_slice(definition, start + 2, end).decode("utf-16-le"), end
        end = start + 1 + definition[start]
        return checked_slice(definition, start + 1, end).decode("cp1252", "replace"), end

    def _pages(self, definition: bytes, owner: int) -> list[int]:
        """The data pages of a table, from its usage map."""
        pointer = long_at(definition, self.layout.usage_map)
        usage = self._row_at(pointer >> 8, pointer & 0xFF)
        if usage[0] == 0:
            pages = bits_in(usage[5:], long_at(usage, 1))
        else:
            span = (self.layout.page - 4) * 8
            maps = [long_at(usage, i) for i in range(1, len(usage) - 3, 4)]
            pages = [page for i, m in enumerate(maps) if m for page in bits_in(self.page(m)[4:], i * span)]
        return [page for page in pages if self._belongs(page, owner)]

    def _belongs(self, page_number: int, owner: int) -> bool:
        page = self.page(page_number)
        return page[0] == 1 and long_at(page, 4) == owner

    def _rows(self, page_number: int, owner: int) -> Iterator[bytes]:
        page = self.page(page_number)
        for i in range(short_at(page, self.layout.row_count)):
            flags = short_at(page, self.layout.row_count + 2 + 2 * i)
            if flags & DELETED:
                continue
            row = self._row_at(page_number, i)
            if flags & ELSEWHERE:
                pointer = long_at(row, 0)
                row = self._row_at(pointer >> 8, pointer & 0xFF)
            if row:
                yield row

    def _row_at(self, page_number: int, i: int) -> bytes:
        page = self.page(page_number)
        offset = self.layout.row_count + 2 + 2 * i
        if i >= short_at(page, self.layout.row_count):
            raise DamagedFile("row outside its page")
        start = short_at(page, offset) & OFFSET
        end = self.layout.page if i == 0 else short_at(page, offset - 2) & OFFSET
        return checked_slice(page, start, end)

    def _values(self, row: bytes, columns: list[Column]) -> Row:
        count_size = 2 if self.layout.wide else 1
        count = short_at(row, 0) if self.layout.wide else row[0]
        mask_size = (count + 7) // 8
        mask = checked_slice(row, len(row) - mask_size, len(row))
        offsets = self._variable_offsets(row, mask_size) if any(not column.fixed for column in columns) else []
        values: Row = {}
        for column in columns:
            is_present = column.number < count and bool(mask[column.number // 8] >> (column.number % 8) & 1)
            if column.kind == BOOL:
                values[column.name] = is_present
            elif not is_present:
                values[column.name] = None
            elif column.fixed:
                start = count_size + column.offset
                values[column.name] = self._value(column.kind, checked_slice(row, start, start + column.size))
            elif column.variable_number + 1 < len(offsets):
                start, end = offsets[column.variable_number], offsets[column.variable_number + 1]
                values[column.name] = self._value(column.kind, checked_slice(row, start, end))
            else:
                values[column.name] = None
        return values

    def _variable_offsets(self, row: bytes, mask_size: int) -> list[int]:
        """Starts of the variable values and the end of the last, stored backwards before the mask."""
        end = len(row) - mask_size
        if self.layout.wide:
            count = short_at(row, end - 2)
            return [short_at(row, end - 4 - 2 * i) for i in range(count + 1)]
        count = row[end - 1]
        # One byte reaches only to 255. For longer rows, a jump table counts where each further 256 begins.
        jumps = (len(row) - 1) // 256
        start = end - 2 - jumps
        if (start - count) // 256 < jumps:
            jumps -= 1
        offsets, jump_count = [], 0
        for i in range(count + 1):
            while jump_count < jumps and i == row[end - 2 - jump_count]:
                jump_count += 1
            offsets.append(row[start - i] + jump_count * 256)
        return offsets

    def _value(self, kind: int, raw: bytes) -> Value:
        if kind in SIMPLE:
            number: int | float = struct.unpack(SIMPLE[kind], raw)[0]
            return number
        if kind == MOMENT:
            days = struct.unpack("<d", raw)[0]
            if not -100_000 < days < 3_000_000:
                return None
            return EPOCH + timedelta(seconds=round(days * 86400))
        if kind == TEXT:
            return self._text(raw)
        if kind == MEMO and len(raw) >= 12 and long_at(raw, 0) & 0x80000000:
            return self._text(raw[12:])
        return None

    def _text(self, raw: bytes) -> str:
        if not self.layout.wide:
            return raw.decode("cp1252", "replace")
        if raw.startswith(b"\xff\xfe"):
            return compressed_text(raw[2:])
        return raw.decode("utf-16-le", "replace")
