"""Check an uploaded PNG byte by byte, and remove everything but the picture."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEPT_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""The chunks of the picture itself. Comments, locations, profiles and animations are removed."""
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Samples per pixel, by colour type."""
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
FILTERS = 4


class NotAPicture(ValueError):
    """The upload is not a PNG picture that can be shown; the message says why."""


class Header(NamedTuple):
    """The first chunk of a picture."""

    width: int
    height: int
    depth: int
    kind: int
    compression: int
    filtering: int
    interlaced: int

    @property
    def row(self) -> int:
        """Bytes of a row, including the filter byte."""
        return 1 + (self.width * SAMPLES[self.kind] * self.depth + 7) // 8


def strip(data: bytes, *, smallest: int, largest: int) -> bytes:
    """The picture without the rest of the file; refuses other files and other sizes."""
    if not data.startswith(SIGNATURE):
        raise NotAPicture("this is not a PNG picture")
    chunks = [(kind, body) for kind, body in _chunks(data) if kind in KEPT_CHUNKS]
    kinds = [kind for kind, _ in chunks]
    if kinds[:1] != [b"IHDR"] or kinds[-1:] != [b"IEND"] or kinds.count(b"IHDR") != 1:
        raise NotAPicture("the file is not whole")
    header = _header(chunks[0][1])
    if not (smallest <= header.width <= largest and smallest <= header.height <= largest):
        raise NotAPicture(f"it is {header.width} by {header.height} pixels")
    _require_pixels(header, b"".join(body for kind, body in chunks if kind == b"IDAT"))
    if header.kind == 3 and b"PLTE" not in kinds:
        raise NotAPicture("the file is not whole")
    return SIGNATURE + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    offset = len(SIGNATURE)
    while offset < len(data):
        if len(data) < offset + 12:
            raise NotAPicture("the file is not whole")
        (length,) = struct.unpack_from(">I", data, offset)
        kind, body = data[offset + 4 : offset + 8], data[offset + 8 : offset + 8 + length]
        if data[offset : offset + 12 + length] != _chunk(kind, body):
            raise NotAPicture("the file is damaged")
        yield kind, body
        if kind == b"IEND":
            return
        offset += 12 + length
    raise NotAPicture("the file is not whole")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _header(body: bytes) -> Header:
    if len(body) != 13:
        raise NotAPicture("the file is damaged")
    header = Header(*struct.unpack(">IIBBBBB", body))
    if header.depth not in DEPTHS.get(header.kind, ()) or header.compression or header.filtering:
        raise NotAPicture("it is a kind of PNG that does not exist")
    if header.interlaced:
        raise NotAPicture("it is interlaced: save it without interlacing")
    return header


def _require_pixels(header: Header, packed: bytes) -> None:
    """Check the pixels, decompressing no more than the picture's size: a small file may unpack to a huge one."""
    size = header.row * header.height
    unpacking = zlib.decompressobj()
    try:
        pixels = unpacking.decompress(packed, size + 1)
    except zlib.error:
        raise NotAPicture("the file is damaged") from None
    if len(pixels) != size or not unpacking.eof or max(pixels[:: header.row]) > FILTERS:
        raise NotAPicture("the file is damaged")
