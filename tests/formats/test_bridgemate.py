"""Bridgemate databases: our own small ones in both versions, and the tables as CSV."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.jet_maker import BOOL, LONG, MOMENT, TEXT, Maker, received, session
from masterpoint.core.boards import AdjustedScore, Contract
from masterpoint.core.errors import MasterpointError, NotReadable
from masterpoint.formats import bws
from masterpoint.formats.bws import jet
from masterpoint.intake.rescoring import with_our_places

VERSIONS = [{}, {"jet4": True}, {"jet4": True, "compressed": True}]


@pytest.mark.parametrize("version", VERSIONS, ids=["JET3", "JET4", "JET4 compressed"])
def test_a_session(version: dict[str, bool]) -> None:
    results = bws.read(session(**version), source="monday.bws")
    assert results.played == date(2024, 2, 5)
    assert [(board.number, board.section, len(board.travellers)) for board in results.boards] == [
        (1, "A", 2),
        (2, "A", 2),
        (3, "A", 2),
    ]
    first = results.boards[0].travellers[0]
    assert (first.ns, first.ew, first.contract, first.declarer, first.tricks) == ("1", "3", Contract(4, "S"), "N", 10)
    assert results.boards[1].travellers[1].contract == Contract(2, "D", 2)
    assert results.boards[2].travellers[0].adjusted == AdjustedScore(Decimal(60), Decimal(40), "60%-40%")
    assert [(r.direction, [entry.number for entry in r.entries]) for r in results.rankings] == [
        ("NS", ["1", "2"]),
        ("EW", ["3", "4"]),
    ]
    assert [player.name for player in results.entries[0].players] == ["Zoë Quill", "Kit Kirk"]
    assert [player.national for player in results.entries[2].players] == ["103"]


def test_places_are_scored_here() -> None:
    results = with_our_places(bws.read(session(), source="x"))
    # Board 1: both 420, 1 each. Board 2, NS vulnerable: 3NT+1 630 against 2Dx-2 by West, 300: 2 and 0.
    # Board 3: 60-40 for pair 1; the pass has nothing to compare with, so it gets half the top of 2.
    by_number = {entry.number: entry for entry in results.entries}
    assert by_number["1"].percentage == Decimal("70.00")  # 1 + 2 + 1.2 of 6
    assert by_number["2"].percentage == Decimal("33.33")  # 1 + 0 + 1
    assert by_number["3"].percentage == Decimal("66.67")  # 1 + 2 + 1
    assert by_number["4"].percentage == Decimal("30.00")  # 1 + 0 + 0.8
    assert [by_number[n].place for n in "1234"] == [1, 2, 1, 2]


def test_names_from_a_list() -> None:
    heading = b"PairNumber,Name,ABF No,Initial Seating,Phone,\r\n"
    names = heading + b"4,Wes Wild,200,2-EW,0123,\r\n4,Xan Xu,,2-EW,,\r\n9,PHANTOM,,,,\r\n"
    results = bws.read(session(), source="x", names=names)
    [pair] = [entry for entry in results.entries if entry.number == "4"]
    assert [(player.name, player.national) for player in pair.players] == [("Wes Wild", "200"), ("Xan Xu", "")]


def test_pairs_that_sat_the_other_way_round_are_turned() -> None:
    maker = Maker()
    columns = [*((n, LONG) for n in ("ID", "Section", "Table", "Round", "Board", "PairNS", "PairEW", "Declarer"))]
    columns += [(n, TEXT) for n in ("NS/EW", "Contract", "Result", "Remarks")] + [("DateLog", MOMENT), ("Erased", BOOL)]
    maker.add("ReceivedData", columns, [received(1, 1, 1, 1, 7, 8, "4 S", "N", "=", declarer=8)])
    [board] = bws.read(maker.file(), source="x").boards
    assert (board.travellers[0].ns, board.travellers[0].ew) == ("8", "7")


def test_one_range_of_numbers_each_way() -> None:
    maker = Maker()
    columns = [*((n, LONG) for n in ("ID", "Section", "Table", "Round", "Board", "PairNS", "PairEW", "Declarer"))]
    columns += [(n, TEXT) for n in ("NS/EW", "Contract", "Result", "Remarks")] + [("DateLog", MOMENT), ("Erased", BOOL)]
    rows = [received(1, 1, 1, 1, 1, 1, "4 S", "N", "="), received(2, 2, 1, 1, 2, 2, "4 S", "E", "=")]
    maker.add("ReceivedData", columns, rows)
    results = bws.read(maker.file(), source="x")
    assert [entry.number for entry in results.entries] == ["1 NS", "2 NS", "1 EW", "2 EW"]


def test_tables_as_csv_files_with_the_month_first() -> None:
    received_csv = (
        "ID,Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,Remarks,DateLog,Erased\n"
        '1,1,1,1,1,1,3,1,"N","4 S","=",,"02/05/24 00:00:00",0\n'
        '2,1,2,1,1,2,4,2,"N","4 S","+1",,"02/05/24 00:00:00",0\n'
        '3,1,2,1,1,2,4,2,"N","7 S","=",,"02/05/24 00:00:00",1\n'
    )
    files = {"ReceivedData.csv": received_csv.encode(), "Section.csv": b'ID,Letter,Winners\n1,"A  ",1\n'}
    results = bws.read_csv_tables(files, source="folder")
    assert (results.played, results.winners, len(results.entries)) == (date(2024, 2, 5), 1, 4)
    assert bws.read_csv(received_csv.encode(), source="x").boards[0].travellers[1].tricks == 11


def test_rows_longer_than_256_bytes() -> None:
    maker = Maker()
    words = ["a" * 120, "b" * 130, "c" * 140, "d" * 5]
    maker.add("Long", [(f"T{i}", TEXT) for i in range(4)], [{f"T{i}": word for i, word in enumerate(words)}])
    assert list(jet.tables(maker.file())["Long"][0].values()) == words


def test_many_rows_over_many_pages() -> None:
    maker = Maker(jet4=True)
    maker.add("Numbers", [("N", LONG), ("T", TEXT)], [{"N": n, "T": f"row {n} é"} for n in range(900)])
    rows = jet.tables(maker.file())["Numbers"]
    assert [(row["N"], row["T"]) for row in rows] == [(n, f"row {n} é") for n in range(900)]


@pytest.mark.parametrize(
    ("section", "message"),
    [({"ID": 1, "ScoringType": 4}, "teams session"), ({"ID": 1, "ScoringType": 1}, "no results")],
)
def test_what_cannot_be_scored_is_said(section: dict[str, int], message: str) -> None:
    maker = Maker()
    maker.add("Section", [("ID", LONG), ("ScoringType", LONG)], [section])
    with pytest.raises(NotReadable, match=message):
        bws.read(maker.file(), source="x")


def test_every_truncation_is_refused_or_read() -> None:
    whole = session()
    for end in range(len(whole)):
        with_error = None
        try:
            bws.read(whole[:end], source="x")
        except MasterpointError as error:
            with_error = error
        assert with_error is not None


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0x15, 20000), st.integers(0, 255)), min_size=1, max_size=30))
def test_damaged_bytes_never_crash(damage: list[tuple[int, int]]) -> None:
    data = bytearray(session())
    for at, value in damage:
        data[at % len(data)] = value
    data[:0x15] = session()[:0x15]
    with suppress(MasterpointError):
        bws.read(bytes(data), source="x")
