"""The layout of the pages of an Access database, and how to read single values from them."""

from __future__ import annotations

import msgspec

BOOL, BYTE, SHORT, LONG, MONEY, SINGLE, DOUBLE, MOMENT, TEXT, MEMO = 1, 2, 3, 4, 5, 6, 7, 8, 10, 12
SIMPLE = {BYTE: "<B", SHORT: "<h", LONG: "<i", MONEY: "<q", SINGLE: "<f", DOUBLE: "<d"}


class Layout(msgspec.Struct, frozen=True):
    """Offsets on a page; the two versions differ in little else."""

    page: int
    row_count: int
    column_count: int
    real_indexes: int
    usage_map: int
    definitions: int
    index_entry: int
    column_entry: int
    column_number: int
    variable_number: int
    flags: int
    fixed_offset: int
    size: int
    wide: bool
    """JET 4: the counts and offsets in a row take two bytes, and text is UTF-16."""


JET3 = Layout(2048, 8, 25, 31, 35, 43, 8, 18, 1, 3, 13, 14, 16, wide=False)
JET4 = Layout(4096, 12, 45, 51, 55, 63, 12, 25, 5, 7, 15, 21, 23, wide=True)


class Column(msgspec.Struct, frozen=True):
    name: str
    kind: int
    number: int
    variable_number: int
    fixed: bool
    offset: int
    size: int


class DamagedFile(Exception):
    """An impossible value: the file is cut short or was not closed properly."""


class TruncatedFile(DamagedFile):
    """A page that the file refers to lies beyond its end."""


def compressed_text(raw: bytes) -> str:
    """JET 4's compressed text: one byte per letter; a zero byte switches to two bytes per letter and back."""
    letters, narrow, index = bytearray(), True, 0
    while index < len(raw):
        if raw[index] == 0:
            narrow = not narrow
            index += 1
        elif narrow:
            letters += bytes((raw[index], 0))
            index += 1
        else:
            letters += raw[index : index + 2]
            index += 2
    return letters.decode("utf-16-le", "replace")


def short_at(data: bytes, offset: int) -> int:
    return int.from_bytes(checked_slice(data, offset, offset + 2), "little")


def long_at(data: bytes, offset: int) -> int:
    return int.from_bytes(checked_slice(data, offset, offset + 4), "little")


def checked_slice(data: bytes, start: int, end: int) -> bytes:
    if not 0 <= start <= end <= len(data):
        raise DamagedFile("points outside its page")
    return data[start:end]


def bits_in(bitmap: bytes, first: int) -> list[int]:
    return [first + 8 * i + bit for i, byte in enumerate(bitmap) if byte for bit in range(8) if byte >> bit & 1]
