"""Makes small Access databases for tests, from the layout that free tools document.

This is not the reader in reverse: rows, masks and maps are laid out independently.
"""

from __future__ import annotations

import struct
from datetime import datetime
from typing import Any

BOOL, SHORT, LONG, MOMENT, TEXT = 1, 3, 4, 8, 10
SIZES = {SHORT: 2, LONG: 4, MOMENT: 8}
EPOCH = datetime(1899, 12, 30)


class Maker:
    """Turn tables into bytes. `columns` are (name, kind); rows are dicts."""

    def __init__(self, *, jet4: bool = False, compressed: bool = False) -> None:
        self.jet4, self.compressed = jet4, compressed
        self.size = 4096 if jet4 else 2048
        head = b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes([1 if jet4 else 0])
        self.pages = [head.ljust(self.size, b"\0"), b"".ljust(self.size, b"\0"), b""]
        self.catalogue: list[dict[str, Any]] = []

    def add(self, name: str, columns: list[tuple[str, int]], rows: list[dict[str, Any]]) -> None:
        self.catalogue.append({"Id": len(self.pages), "Name": name, "Type": 1})
        self.pages.append(b"")
        self._table(len(self.pages) - 1, columns, rows)

    def file(self) -> bytes:
        columns = [("Id", LONG), ("Name", TEXT), ("Type", SHORT)]
        self._table(2, columns, self.catalogue)
        return b"".join(self.pages)

    def _table(self, number: int, columns: list[tuple[str, int]], rows: list[dict[str, Any]]) -> None:
        compress_result = [self._row(columns, row) for row in rows]
        data_pages = []
        while compress_result:
            batch, used = [], 200
            while compress_result and used + len(compress_result[0]) + 2 < self.size:
                used += len(compress_result[0]) + 2
                batch.append(compress_result.pop(0))
            data_pages.append(len(self.pages))
            self.pages.append(self._data_page(number, batch))
        bitmap = bytearray(64)
        for page in data_pages:
            bitmap[page // 8] |= 1 << page % 8
        usage = len(self.pages)
        self.pages.append(self._data_page(0, [b"\x00" + struct.pack("<I", 0) + bytes(bitmap)]))
        self.pages[number] = self._definition(columns, usage)

    def _data_page(self, owner: int, rows: list[bytes]) -> bytes:
        head = b"\x01\x01\x00\x00" + struct.pack("<I", owner) + (bytes(4) if self.jet4 else b"")
        end, offsets, body = self.size, [], b""
        for row in rows:
            end -= len(row)
            offsets.append(end)
            body = row + body
        front = head + struct.pack("<H", len(rows)) + b"".join(struct.pack("<H", at) for at in offsets)
        return front.ljust(self.size - len(body), b"\0") + body

    def _definition(self, columns: list[tuple[str, int]], usage: int) -> bytes:
        entries, names, fixed_at, variable = b"", b"", 0, 0
        for number, (name, kind) in enumerate(columns):
            size = SIZES.get(kind, 0)
            entry = bytearray(25 if self.jet4 else 18)
            entry[0] = kind
            entry[5 if self.jet4 else 1] = number
            struct.pack_into("<H", entry, 7 if self.jet4 else 3, variable)
            entry[15 if self.jet4 else 13] = 0 if kind == TEXT else 1
            struct.pack_into("<H", entry, 21 if self.jet4 else 14, fixed_at)
            struct.pack_into("<H", entry, 23 if self.jet4 else 16, size)
            variable += kind == TEXT
            fixed_at += size
            entries += bytes(entry)
            raw = name.encode("utf-16-le" if self.jet4 else "cp1252")
            names += (struct.pack("<H", len(raw)) if self.jet4 else bytes([len(raw)])) + raw
        head = bytearray(63 if self.jet4 else 43)
        head[0:2] = b"\x02\x01"
        struct.pack_into("<H", head, 45 if self.jet4 else 25, len(columns))
        struct.pack_into("<I", head, 55 if self.jet4 else 35, usage << 8)
        return (bytes(head) + entries + names).ljust(self.size, b"\0")

    def _row(self, columns: list[tuple[str, int]], row: dict[str, Any]) -> bytes:
        fixed, texts = b"", []
        mask = bytearray((len(columns) + 7) // 8)
        for number, (name, kind) in enumerate(columns):
            value = row.get(name)
            if kind == BOOL:
                mask[number // 8] |= bool(value) << number % 8
                continue
            if value is not None:
                mask[number // 8] |= 1 << number % 8
            if kind == TEXT:
                texts.append(self._text(value or ""))
            elif kind == MOMENT:
                days = (value - EPOCH).total_seconds() / 86400 if value else 0.0
                fixed += struct.pack("<d", days)
            else:
                fixed += struct.pack({SHORT: "<h", LONG: "<i"}[kind], value or 0)
        count = struct.pack("<H", len(columns)) if self.jet4 else bytes([len(columns)])
        body = count + fixed
        starts = []
        for text in texts:
            starts.append(len(body))
            body += text
        return body + self._offsets([*starts, len(body)], len(texts), len(body), len(mask)) + bytes(mask)

    def _offsets(self, starts: list[int], count: int, body: int, mask: int) -> bytes:
        backwards = list(reversed(starts))
        if self.jet4:
            return b"".join(struct.pack("<H", at) for at in backwards) + struct.pack("<H", count)
        # A row of more than 256 bytes has one jump for each 256 bytes: the index of the value from which 256 is added.
        length = body + len(starts) + 1 + mask
        jumps = (length - 1) // 256
        jumps = (length + jumps - 1) // 256
        table = [next((i for i, at in enumerate(starts) if at >= 256 * (n + 1)), 255) for n in range(jumps)]
        return bytes(at % 256 for at in backwards) + bytes(reversed(table)) + bytes([count])

    def _text(self, text: str) -> bytes:
        if not self.jet4:
            return text.encode("cp1252")
        if self.compressed and text.isascii():
            return b"\xff\xfe" + text.encode("latin-1")
        return text.encode("utf-16-le")


RECEIVED = [
    *[(name, LONG) for name in ("ID", "Section", "Table", "Round", "Board", "PairNS", "PairEW", "Declarer")],
    *[(name, TEXT) for name in ("NS/EW", "Contract", "Result", "LeadCard", "Remarks")],
    ("DateLog", MOMENT),
    ("Erased", BOOL),
]
PLAYED = datetime(2024, 2, 5)


def received(
    id: int,
    table: int,
    round: int,
    board: int,
    ns: int,
    ew: int,
    contract: str,
    seat: str = "N",
    result: str = "",
    declarer: int | None = None,
    remarks: str | None = None,
    erased: bool = False,
) -> dict[str, Any]:
    row: dict[str, Any] = {
        "ID": id,
        "Section": 1,
        "Table": table,
        "Round": round,
        "Board": board,
        "PairNS": ns,
        "PairEW": ew,
    }
    row |= {"Declarer": declarer if declarer is not None else (ns if seat in "NS" else ew), "NS/EW": seat}
    return row | {"Contract": contract, "Result": result, "Remarks": remarks, "DateLog": PLAYED, "Erased": erased}


def session(*, jet4: bool = False, compressed: bool = False) -> bytes:
    """Two tables, two rounds, pairs 1 and 2 against 3 and 4; a correction, an erased row, an artificial score."""
    maker = Maker(jet4=jet4, compressed=compressed)
    maker.add("Section", [("ID", LONG), ("Letter", TEXT), ("Tables", LONG)], [{"ID": 1, "Letter": "A  ", "Tables": 2}])
    movement = [("Section", LONG), ("Table", LONG), ("Round", LONG), ("NSPair", LONG), ("EWPair", LONG)]
    rounds = [(1, 1, 1, 3), (2, 1, 2, 4), (1, 2, 1, 4), (2, 2, 2, 3)]
    maker.add(
        "RoundData",
        movement,
        [dict(zip((name for name, _ in movement), (1, *row), strict=True)) for row in rounds],
    )
    maker.add(
        "ReceivedData",
        RECEIVED,
        [
            received(1, 1, 1, 1, 1, 3, "4 S", "N", "-1"),
            received(2, 2, 1, 1, 2, 4, "4 S", "N", "="),
            received(3, 1, 1, 1, 1, 3, "4 S", "N", "="),  # keyed in again: the last one counts
            received(4, 1, 2, 2, 1, 4, "3 NT", "S", "+1"),
            received(5, 2, 2, 2, 2, 3, "2 D x", "W", "-2"),
            received(6, 2, 2, 2, 2, 3, "7 NT", "W", "=", erased=True),
            received(7, 1, 2, 3, 1, 4, "", "N", remarks="60%-40%"),
            received(8, 2, 2, 3, 2, 3, "PASS", "N"),
            received(9, 2, 2, 4, 2, 3, "", "N", remarks="Not played"),
        ],
    )
    people = [("Section", LONG), ("Table", LONG), ("Direction", TEXT), ("Number", TEXT), ("Name", TEXT)]
    seats = [(1, "N", "101", "Zoë Quill"), (1, "S", "102", "Kit Kirk"), (1, "E", "103", "Uma Udall"), (2, "N", "0", "")]
    maker.add(
        "PlayerNumbers",
        people,
        [dict(zip((name for name, _ in people), (1, *row), strict=True)) for row in seats],
    )
    return maker.file()
