"""Malicious and broken files: a clear refusal, in limited time and memory; nothing is fetched or run."""

from __future__ import annotations

import io
import subprocess
import sys
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from answers import existing
from formats.jet_maker import session
from formats.made import DATA
from masterpoint import formats, intake
from masterpoint.core.errors import MasterpointError
from masterpoint.formats import pages
from masterpoint.intake import Options

FILES = sorted(path for path in DATA.iterdir() if path.is_file())
MEGABYTES, TIMES = 200, 80
"""The most that a file may use: this much memory, and this many times the processor time of `usual_work`."""

USEBIO = '<USEBIO Version="1.2"><CLUB/><EVENT EVENT_TYPE="PAIRS">{}</EVENT></USEBIO>'
PAIR = "<PAIR><PLACE>1</PLACE><PLAYER><PLAYER_NAME>{}</PLAYER_NAME></PLAYER></PAIR>"


def laughs() -> str:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    return f'<!DOCTYPE USEBIO [<!ENTITY e0 "ha">{entities}]>' + USEBIO.format("<PARTICIPANTS>" + PAIR.format("&e11;"))


def external() -> str:
    body = USEBIO.format("<PARTICIPANTS>" + PAIR.format("&x;") + "</PARTICIPANTS>")
    return '<!DOCTYPE USEBIO [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + body


def zip_bomb() -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"<workbook>" + b" " * 60_000_000 + b"</workbook>")
        archive.writestr("xl/_rels/workbook.xml.rels", "<Relationships/>")
    return output.getvalue()


def workbook_with(sheet: bytes, strings: bytes = b"<sst/>") -> bytes:
    output = io.BytesIO()
    link = '<sheet name="s" xmlns:r="urn:r" r:id="a"/>'
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", f"<workbook><sheets>{link}</sheets></workbook>")
        target = '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>'
        archive.writestr("xl/_rels/workbook.xml.rels", target)
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
        archive.writestr("xl/sharedStrings.xml", strings)
    return output.getvalue()


def json_with(field: str) -> bytes:
    entry = '{"number":"1","players":[],' + field + "}"
    return ('{"format":"x","source":"x","rankings":[{"entries":[' + entry + "]}]}").encode()


def many_cells() -> bytes:
    return workbook_with(b"<worksheet><sheetData>" + b'<row r="1"><c/></row>' * 390_000 + b"</sheetData></worksheet>")


HOSTILE: dict[str, Callable[[], bytes]] = {
    "billion laughs": lambda: laughs().encode(),
    "external entity": lambda: external().encode(),
    "entity in UTF-16": lambda: b"\xff\xfe" + external().encode("utf-16-le"),
    "parameter entity": lambda: b'<!DOCTYPE USEBIO [<!ENTITY % p SYSTEM "http://x.invalid/p"> %p;]><USEBIO/>',
    "unexplained entity": lambda: ('<!DOCTYPE USEBIO SYSTEM "x.dtd">' + USEBIO.format("&who;")).encode(),
    "nested 100,000 deep": lambda: b"<USEBIO>" + b"<A>" * 100_000,
    "a million tags": lambda: b"<USEBIO>" + b"<A/>" * 1_000_000 + b"</USEBIO>",
    "a million attributes": lambda: b"<USEBIO " + b" ".join(b'a%d=""' % n for n in range(500_000)) + b"/>",
    "a field of 7 MB": lambda: USEBIO.format("<PARTICIPANTS>" + PAIR.format("Q" * 7_000_000)).encode(),
    "20 MB": lambda: b"<USEBIO>" + b" " * 20_000_000 + b"</USEBIO>",
    "zero bytes": lambda: USEBIO.format("\0").encode(),
    "zip bomb": zip_bomb,
    "spreadsheet with an entity": lambda: workbook_with(b'<!DOCTYPE w [<!ENTITY a "b">]><worksheet/>'),
    "spreadsheet of many cells": many_cells,
    "CSV with a field of 3 MB": lambda: b"Place,Name 1,Name 2,%\n1," + b"Q" * 3_000_000 + b",R,50\n",
    "CSV with an open quote": lambda: b'Place,Name 1,Name 2,%\n1,"' + b"Q,R\n" * 300_000,
    "CSV of 300,000 rows": lambda: b"Place,Name 1,Name 2,%\n" + b"1,Q,R,50\n" * 300_000,
    "PBN of 300,000 lines": lambda: b'[Event "Q"]\n' * 300_000,
    "PBN with an endless comment": lambda: b'[Event "Q"]\n{' + b"a" * 5_000_000,
    "JSON nested deep": lambda: b'{"a":' * 100_000,
    "JSON with an infinite figure": lambda: json_with('"percentage":"Infinity"'),
    "JSON with a figure of a billion digits": lambda: json_with('"score":"1E+999999999"'),
    "JSON with an impossible place": lambda: json_with('"place":-3'),
    "digits without end": lambda: b"1" * 1_000_000,
    "a number of a million digits": lambda: USEBIO.format(f"<BOARDS_PLAYED>{'9' * 1_000_000}</BOARDS_PLAYED>").encode(),
}


@pytest.fixture(scope="module")
def usual_work() -> float:
    """The processor time of some ordinary work on this machine now, while memory is traced: a quarter second."""
    tracemalloc.start()
    started = time.process_time()
    assert len({str(number) for number in range(200_000)}) == 200_000
    seconds = time.process_time() - started
    tracemalloc.stop()
    return seconds


@pytest.mark.parametrize("name", HOSTILE)
def test_a_clear_refusal_in_bounded_time_and_memory(
    name: str, monkeypatch: pytest.MonkeyPatch, usual_work: float
) -> None:
    def no_network(*args: Any, **kwargs: Any) -> None:
        raise AssertionError("nothing may be fetched")

    monkeypatch.setattr("socket.socket.connect", no_network)
    data = HOSTILE[name]()
    tracemalloc.start()
    started = time.process_time()
    with pytest.raises(MasterpointError) as caught:
        formats.read(data, source="hostile")
    seconds = time.process_time() - started
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert seconds < TIMES * usual_work
    assert peak < MEGABYTES * 1_000_000
    assert all(problem.message and problem.fix for problem in caught.value.problems)
    assert len(str(caught.value)) < 100_000
    assert "root:" not in str(caught.value)


def test_a_doctype_that_cannot_be_reached_is_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.socket.connect", lambda *args: pytest.fail("fetched"))
    head = '<!DOCTYPE USEBIO SYSTEM "http://nowhere.invalid/usebio_v1_2.dtd">'
    data = head + USEBIO.format("<PARTICIPANTS>" + PAIR.format("Q") + "</PARTICIPANTS>")
    assert len(formats.read_results(data.encode(), source="x").entries) == 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_truncation(path: Path) -> None:
    """Cut at any byte, a file is read or refused with a message. XML that stops early is always refused."""
    whole = path.read_bytes()
    end_of_root = len(whole.rstrip())
    for end in range(len(whole)):
        try:
            formats.read(whole[:end], source=path.name)
        except MasterpointError as error:
            assert error.problems
            assert all(problem.message and problem.fix for problem in error.problems)
        else:
            assert path.suffix != ".xml" or end >= end_of_root


def small_workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in (["Place", "Name 1", "Name 2", "Percentage"], [1, "Qa", "Qb", 60], [2, "Qc", "Qd", 40]):
        existing(book.active).append(row)
    output = io.BytesIO()
    book.save(output)
    return output.getvalue()


def small_json() -> bytes:
    return pages.write_json(formats.read_results((DATA / "teams-1.2.xml").read_bytes(), source="x"))


@pytest.mark.parametrize("make", [small_workbook, small_json])
def test_every_truncation_of_what_is_made_here(make: Callable[..., bytes]) -> None:
    whole = make()
    assert formats.read_results(whole, source="x").entries
    for end in range(len(whole.rstrip())):
        with pytest.raises(MasterpointError):
            formats.read(whole[:end], source="x")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(damage=st.lists(st.tuples(st.integers(0, 5000), st.binary(max_size=6)), min_size=1, max_size=8))
def test_damage_is_read_or_refused(path: Path, damage: list[tuple[int, bytes]]) -> None:
    data = bytearray(path.read_bytes())
    for at, piece in damage:
        at %= len(data)
        data[at : at + len(piece)] = piece
    with suppress(MasterpointError):
        formats.read(bytes(data), source="x")
    intake.check(bytes(data), "x", Options(), today=date(2024, 6, 1))


STARTS = [
    b"",
    b"<USEBIO>",
    b"<session ",
    b"PK\x03\x04",
    b'[Event "',
    b"#VERSION,x\n#SCORES\n",
    b"Place,Name,Score\n",
    b"{",
]


@settings(max_examples=200, deadline=None)
@given(start=st.sampled_from([*STARTS, session()[:64]]), rest=st.binary(max_size=300))
def test_rubbish_is_read_or_refused(start: bytes, rest: bytes) -> None:
    with suppress(MasterpointError):
        formats.read(start + rest, source="x")


VALUES = st.sampled_from(
    ["", "-1", "1e9", "NaN", "Infinity", "9" * 400, "３", "٣", "=1+1", "\ufeff", "A6040", "1=", "½", "Z" * 50]
)
FIELDS = ["PLACE", "PERCENTAGE", "TOTAL_SCORE", "BOARDS_PLAYED", "MASTER_POINTS_AWARDED", "HANDICAP", "STRAT_NUMBER"]
LINE_FIELDS = [
    "CONTRACT",
    "TRICKS",
    "SCORE",
    "NS_MATCH_POINTS",
    "EW_MATCH_POINTS",
    "LEAD",
    "PLAYED_BY",
    "NS_PAIR_NUMBER",
]


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), VALUES), st.dictionaries(st.sampled_from(LINE_FIELDS), VALUES), VALUES)
def test_strange_values_in_every_field(fields: dict[str, str], line_fields: dict[str, str], number: str) -> None:
    content = "".join(f"<{name}>{value}</{name}>" for name, value in fields.items())
    line = "".join(f"<{name}>{value}</{name}>" for name, value in line_fields.items())
    board = f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER><TRAVELLER_LINE>{line}</TRAVELLER_LINE></BOARD>"
    data = USEBIO.format(f"<DATE>{number}</DATE><PARTICIPANTS><PAIR>{content}</PAIR></PARTICIPANTS>{board}").encode()
    intake.check(data, "x", Options(), today=date(2024, 6, 1))


def test_memory_as_the_machine_counts_it() -> None:
    """All hostile files in their own process: tracemalloc does not see the memory that the C library takes."""
    child = """
import resource
from formats.test_hostile_files import HOSTILE
from masterpoint import formats, intake
from masterpoint.core.errors import MasterpointError
worst = 0
for make in HOSTILE.values():
    data = make()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        formats.read(data, source="x")
    except MasterpointError:
        pass
    worst = max(worst, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
print(worst // 1024)
"""
    environment = {"PYTHONPATH": str(Path(__file__).parents[1]), "PATH": ""}
    result = subprocess.run([sys.executable, "-c", child], capture_output=True, text=True, env=environment, check=True)
    assert int(result.stdout) < MEGABYTES
