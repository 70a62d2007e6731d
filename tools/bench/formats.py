"""Results files: USEBIO compared with the bare XML parser on the same bytes, and a thousand club evenings awarded."""

from __future__ import annotations

import os
import random
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from decimal import Decimal
from time import perf_counter
from typing import Literal

from lxml import etree

from masterpoint import intake, schemes
from masterpoint.core.boards import Board, Contract, Traveller
from masterpoint.core.results import Entry, Player, Results
from masterpoint.core.scoring.ranking import places
from masterpoint.formats import FORMATS
from masterpoint.formats.lists import rankings_of
from masterpoint.formats.usebio.writing import write
from masterpoint.intake import Options
from tools.bench.timing import rates, report

TABLES = 12
BOARDS = 24
FILES = 1_000
KINDS = 25
"""The number of different evenings that the thousand files are made from."""
CHUNK = 20
SEATS: tuple[Literal["N", "E", "S", "W"], ...] = ("N", "E", "S", "W")


def evening(seed: int, tables: int = TABLES, numbers: list[str] | None = None) -> bytes:
    """A two-winner club evening with all travellers, as most scoring programs write it."""
    chance = random.Random(seed)
    sides: tuple[tuple[Literal["NS", "EW"], int], ...] = (("NS", 1), ("EW", 101))
    marks = {side: [Decimal(str(round(chance.gauss(50, 8), 2))) for _ in range(tables)] for side, _ in sides}
    entries = [
        Entry(
            number=str(first + index),
            players=tuple(_player(2 * index + (0 if side == "NS" else 2 * tables) + who, numbers) for who in range(2)),
            place=place,
            percentage=mark,
            direction=side,
        )
        for side, first in sides
        for index, (mark, place) in enumerate(zip(marks[side], places(marks[side]), strict=True))
    ]
    rankings, _ = rankings_of(entries, winners=2)
    boards = tuple(Board(number, _travellers(number, tables, chance)) for number in range(1, BOARDS + 1))
    return write(
        Results(
            format="usebio",
            source="",
            scoring="match points",
            event_name="Tuesday pairs",
            played=date(2026, 11, 10),
            club_name="Riverside Bridge Club",
            club_number="1001",
            winners=2,
            boards_played=BOARDS,
            rankings=rankings,
            boards=boards,
        )
    )


def _player(index: int, numbers: list[str] | None) -> Player:
    return Player(name=f"Invented Player{index}", national=numbers[index] if numbers else str(100_000 + index))


def _travellers(board: int, tables: int, chance: random.Random) -> tuple[Traveller, ...]:
    """A Mitchell movement: each pair of one side meets a pair of the other."""
    results = []
    for table in range(tables):
        level, tricks = chance.randrange(2, 5), chance.randrange(7, 12)
        success = tricks - 6 >= level
        results.append(
            Traveller(
                str(1 + table),
                str(101 + (table + board // 2) % tables),
                contract=Contract(level, chance.choice(["C", "D", "H", "S", "NT"])),
                declarer=chance.choice(SEATS),
                tricks=tricks,
                lead="HT",
                score=110 if success else -50 * (level + 6 - tricks),
            )
        )
    return tuple(results)


def awarded(files: list[bytes]) -> int:
    """Read, score and award the files, as the site does with an uploaded file."""
    count = 0
    for data in files:
        imported = intake.read_event(data, "evening.xml", Options(scheme="ebu", level="club"))
        count += len(schemes.award(imported.event).awards)
    return count


def run() -> None:
    data = evening(1)
    size = len(data) / 1e6
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    result = rates(
        {
            "bare lxml parse": lambda: etree.fromstring(data, parser),
            "USEBIO read and checked": lambda: FORMATS["usebio"].read(data, source="evening.xml"),
            "read, scored and awarded": lambda: awarded([data]),
        }
    )
    title = f"One evening of {TABLES} tables, {BOARDS} boards, every traveller: {size * 1000:.0f} KB"
    report(title, result, "bare lxml parse", "files/s", {"USEBIO read and checked": 4})
    for name, rate in result.items():
        print(f"  {name:<44}{rate * size:>12,.1f} MB/s")
    _thousand()


def _thousand() -> None:
    kinds = [evening(seed, tables=random.Random(seed).randrange(6, 16)) for seed in range(KINDS)]
    files = [kinds[index % KINDS] for index in range(FILES)]
    start = perf_counter()
    with ProcessPoolExecutor() as pool:
        list(pool.map(awarded, [files[at : at + CHUNK] for at in range(0, FILES, CHUNK)]))
    spent = perf_counter() - start
    total = sum(map(len, files)) / 1e6
    print(f"\n{FILES:,} ordinary club files ({total:,.0f} MB) read, scored and awarded on {os.cpu_count()} cores")
    print(f"  {spent:.1f} s, {FILES / spent:,.0f} files/s, {total / spent:,.1f} MB/s   aim: under 60 s")
