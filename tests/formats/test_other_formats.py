"""The smaller formats, each from a made-up file."""

from __future__ import annotations

import io
from datetime import date
from decimal import Decimal
from typing import Any

import openpyxl
import pytest

from answers import existing
from formats.made import DATA
from masterpoint import formats
from masterpoint.core.errors import MasterpointError, NotReadable, NotUnderstood
from masterpoint.core.member_lists import Credits
from masterpoint.core.member_numbers import check_digit
from masterpoint.core.results import FileAward, Results
from masterpoint.formats import abf_credits, bridgewebs, mempad, nz_scorer, pbn, ranked_list, xlsx
from masterpoint.formats.numbers import WEIGHTS, abf_is_valid
from masterpoint.intake.numbers import is_guest, number_problem


def data(name: str) -> bytes:
    return (DATA / name).read_bytes()


def standings(results: Results) -> list[tuple[str, list[tuple[Any, ...]]]]:
    return [
        (ranking.direction, [(entry.place, entry.number, str(entry.percentage)) for entry in ranking.entries])
        for ranking in results.rankings
    ]


def test_nz_scorer() -> None:
    results = nz_scorer.read(data("nz-scorer.xml"), source="x")
    assert (results.club_number, results.played, results.across_field) == ("999", date(2024, 2, 5), False)
    assert standings(results) == [
        ("NS", [(1, "1 NS", "70"), (2, "2 NS", "30")]),
        ("EW", [(1, "2 EW", "70"), (2, "1 EW", "25")]),
    ]
    first = results.entries[0]
    assert (first.awards, first.handicap, first.raw_percentage) == (
        (FileAward(Decimal(40), "c"),),
        Decimal(-10),
        Decimal(75),
    )
    assert results.entries[1].awards == ()
    assert [(board.number, len(board.travellers)) for board in results.boards] == [(1, 2), (2, 2)]
    doubled = results.boards[0].travellers[1]
    assert (existing(doubled.contract).stake, doubled.tricks, doubled.ns_points, doubled.ew) == (
        2,
        7,
        Decimal(0),
        "2 EW",
    )
    passed, artificial = results.boards[1].travellers
    assert (existing(passed.contract).level, passed.score, passed.ns_points) == (0, 0, Decimal("1.2"))
    assert (existing(artificial.adjusted).as_written, artificial.ew_points) == ("Adj", Decimal("0.8"))


def test_pbn_with_tables() -> None:
    results = pbn.read(data("results.pbn"), source="x")
    assert (results.event_name, results.played, results.club_name) == (
        "Monday",
        date(2024, 2, 5),
        "Invented Bridge Club",
    )
    assert standings(results) == [("", [(1, "2", "100.00"), (1, "3", "100.00"), (3, "1", "0.00"), (3, "4", "0.00")])]
    assert [player.name for player in results.entries[0].players] == ["Zoe Quill", "Kit Kirk"]
    first, passed = results.boards[0].travellers
    assert (existing(first.contract).stake, first.tricks, existing(passed.contract).level) == (2, 9, 0)


def test_pbn_one_game_a_result() -> None:
    games = [
        f'[Event "Q"]\n[Board "1"]\n[North "{a}"]\n[South "{a}"]\n[East "{b}"]\n[West "{b}"]\n[Declarer "N"]\n'
        f'[Scoring "MP"]\n[Contract "4S"]\n[Result "{tricks}"]\n'
        for a, b, tricks in (("P1", "P2", 10), ("P3", "P4", 9))
    ]
    results = pbn.read("\n".join(games).encode(), source="x")
    assert [line.tricks for line in results.boards[0].travellers] == [10, 9]
    assert {entry.number for entry in results.entries} == {"P1", "P2", "P3", "P4"}


def test_a_hand_record_is_said_to_be_one() -> None:
    with pytest.raises(NotReadable, match="hands only"):
        pbn.read(data("hands.pbn"), source="x")


@pytest.mark.parametrize("line_end", [b"\r\n", b"\r", b"\n"])
def test_bridgewebs(line_end: bytes) -> None:
    results = bridgewebs.read(data("bridgewebs.csv").replace(b"\n", line_end), source="x")
    assert standings(results) == [
        ("NS", [(1, "1", "50.00"), (1, "2", "50.00")]),
        ("EW", [(1, "3", "61.11"), (2, "4", "38.89")]),
    ]
    assert (results.played, results.counts.pairs, results.boards_played) == (date(2024, 2, 5), 4, 24)
    assert any("left out" in remark for remark in results.remarks)


def test_a_forgiving_list() -> None:
    results = ranked_list.read(data("ranked.csv"), source="x")
    assert standings(results) == [("", [(1, "4", "58.33"), (2, "1", "45.83"), (2, "3", "45.83")])]
    assert (results.played, results.club_name) == (date(2024, 2, 5), "Invented Bridge Club")
    first, second, third = results.entries
    assert [(player.name, player.national) for player in first.players] == [
        ("Zoe Quill", "900101"),
        ("Kit Kirk", "900104"),
    ]
    assert [player.name for player in third.players] == ["Wes Wild", "Xan Xu"]
    assert second.awards == (FileAward(Decimal("0.09"), "black"),)


def test_directions_as_lines_between() -> None:
    text = "Place,Name 1,Name 2,%\nNorth-South\n1,Qa,Qb,60\n2,Qc,Qd,40\nEast/West\n1,Qe,Qf,60\n2,Qg,Qh,40\n"
    results = ranked_list.read(text.encode(), source="x")
    assert [(ranking.direction, len(ranking.entries)) for ranking in results.rankings] == [("NS", 2), ("EW", 2)]


def test_places_from_scores_where_none_are_given() -> None:
    results = ranked_list.read(b"Name,Partner,Percentage\nQa,Qb,40\nQc,Qd,60\nQe,Qf,40\n", source="x")
    assert [(entry.place, entry.players[0].name) for entry in results.entries] == [(1, "Qc"), (2, "Qa"), (2, "Qe")]
    assert any("no places" in remark for remark in results.remarks)


def test_a_list_of_teams() -> None:
    results = ranked_list.read(
        b"Rank,Team name,VPs,Players\n1,Quills,60,Qa & Qb & Qc & Qd\n2,Kirks,40,Qe;Qf;Qg;Qh;Qi\n", source="x"
    )
    assert (results.contest, results.entries[0].team_name, results.entries[0].score) == ("teams", "Quills", Decimal(60))
    assert [len(entry.players) for entry in results.entries] == [4, 5]


def test_every_bad_line_of_a_list_is_told() -> None:
    with pytest.raises(NotReadable) as caught:
        ranked_list.read(b"Place,Name 1,Name 2,Percentage\nfirst,Qa,Qb,60\n2,Qc,Qd,lots\n3,,,\n", source="x")
    assert [problem.place for problem in caught.value.problems] == ["line 2", "line 3", "line 4"]


def workbook(rows: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        existing(book.active).append(row)
    output = io.BytesIO()
    book.save(output)
    return output.getvalue()


def test_a_spreadsheet() -> None:
    rows: list[list[Any]] = [
        ["Event", "Monday"],
        [],
        ["Place", "Pair", "Name 1", "EBU No 1", "Name 2", "EBU No 2", "Percentage"],
    ]
    rows += [
        [1, 4, "Zoë Quill", 900101, "Kit Kirk", None, 58.33],
        ["2=", 1, "Uma Udall", "00900105", "Vic Vane", 900106, 41.67],
    ]
    results = xlsx.read(workbook(rows), source="x")
    assert standings(results) == [("", [(1, "4", "58.33"), (2, "1", "41.67")])]
    assert [player.national for player in results.entries[0].players] == ["900101", ""]
    assert results.entries[1].players[0].national == "00900105"
    assert (results.event_name, results.entries[1].line) == ("Monday", 5)


def test_a_spreadsheet_made_of_our_csv_keeps_no_mark_of_text() -> None:
    """An apostrophe before something like a formula is ours, and a spreadsheet saves it with the cell."""
    (_, (sign, name)) = xlsx.first_rows(workbook([["'+ or -", "O'Neil"]]))[0]
    assert (sign, name) == ("+ or -", "O'Neil")


def test_percentages_kept_as_fractions() -> None:
    results = xlsx.read(
        workbook([["Place", "Name 1", "Name 2", "%"], [1, "Qa", "Qb", 0.5833], [2, "Qc", "Qd", 0.4167]]), source="x"
    )
    assert [entry.percentage for entry in results.entries] == [Decimal("58.33"), Decimal("41.67")]


def test_abf_credit_files() -> None:
    green = abf_credits.read(data("credits.grn"), source="night.grn")
    assert [(credit.national, credit.awards) for credit in green.credits] == [
        ("2003", (FileAward(Decimal("0.05"), "green"),)),
        ("7654324", (FileAward(Decimal("1.45"), "green"),)),
    ]
    file = abf_credits.read(data("credits.rag"), source="NIGHT.RAG")
    assert file.credits[0].awards == (FileAward(Decimal("0.42"), "red"), FileAward(Decimal("0.05"), "green"))
    assert file.credits[2].awards == (FileAward(Decimal("9999.99"), "red"),)
    assert green.notices == file.notices == ()
    assert abf_credits.read(data("credits.grn"), source="x").remarks == (abf_credits.COLOUR_UNKNOWN,)


def test_abf_files_are_written_exactly() -> None:
    assert abf_credits.write(abf_credits.read(data("credits.rag"), source="a.rag"), colours=("red", "green")) == data(
        "credits.rag"
    )
    assert abf_credits.write(abf_credits.read(data("credits.grn"), source="a.grn"), colours=("green",)) == data(
        "credits.grn"
    )


def test_two_credits_of_a_player_are_added() -> None:
    file = abf_credits.read(b"0002003000005\n0002003000007\n", source="a.grn")
    assert abf_credits.write(file, colours=("green",)) == b"0002003000012\r\n"


@pytest.mark.parametrize(
    ("lines", "source", "message"),
    [
        (b"12345\n", "a.grn", "should be 13 digits"),
        (b"0002003 00005\n", "a.grn", "should be 13 digits"),
        (b"0002003000005\n0002003000005000001\n", "a", "mixes"),
        (b"0002003000005\n", "a.rag", "colours need 19"),
    ],
)
def test_wrong_credit_lines(lines: bytes, source: str, message: str) -> None:
    with pytest.raises(NotReadable, match=message):
        abf_credits.read(lines, source=source)


def test_a_bad_check_digit_is_noticed_not_refused() -> None:
    [notice] = abf_credits.read(b"0002004000005\n", source="a.grn").notices
    assert notice.value == "0002004"


def test_amounts_too_large_are_not_written() -> None:
    too_large = abf_credits.read(b"1111116999999\n1111116000001\n", source="a.red")
    with pytest.raises(MasterpointError, match=r"9999\.99"):
        abf_credits.write(too_large, colours=("red",))
    with pytest.raises(MasterpointError, match="no column"):
        abf_credits.write(too_large, colours=("green",))
    with pytest.raises(MasterpointError, match="no credit file"):
        abf_credits.write(too_large, colours=("blue",))


# The example worked out in FORMATS.md, and three more by hand: sums 8, 139 and 27 leave 8, 7 and 5.
@pytest.mark.parametrize("number", ["209406", "0002003", "7654324", "1111116"])
def test_abf_check_digit(number: str) -> None:
    assert abf_is_valid(number)
    assert not abf_is_valid(str(int(number) + 1))


def test_remainders_nought_and_one_stand_for_themselves() -> None:
    assert check_digit("004001", WEIGHTS) == 0  # 4 * 5 + 1 * 2 = 22
    assert check_digit("000040", WEIGHTS) == 1  # 4 * 3 = 12


@pytest.mark.parametrize(
    ("number", "federation", "fine"),
    [
        ("900101", "ebu", True),
        ("123456789", "ebu", False),
        ("12a", "", False),
        ("30001", "sbu", False),
        ("21001", "sbu", True),
        ("209407", "abf", False),
        ("88888888", "sbu", True),
        ("", "abf", True),
    ],
)
def test_impossible_numbers(number: str, federation: str, fine: bool) -> None:
    assert (number_problem(number, federation) == "") is fine


def test_guests() -> None:
    assert is_guest("88888888")
    assert is_guest("99900")
    assert not is_guest("900101")


def test_mempad_claims() -> None:
    claims = mempad.read_claims(data("claims.csv"), source="x")
    assert [(credit.national, credit.club_code, credit.awards) for credit in claims.credits] == [
        ("21001", "X01", (FileAward(Decimal("0.75"), "local"),)),
        ("21002", "", (FileAward(Decimal("1.40"), "national"),)),
    ]
    assert mempad.write_claims(claims) == data("claims.csv")


def test_every_bad_claim_is_told() -> None:
    bad = data("claims.csv") + b"someday,x,A,B,-1,many\n"
    with pytest.raises(NotReadable) as caught:
        mempad.read_claims(bad, source="x")
    assert [problem.value for problem in caught.value.problems] == ["someday", "x", "-1", "many"]


def test_mempad_members_without_their_postcodes() -> None:
    members = mempad.read_members(data("members.csv"), source="x")
    assert [(member.national, member.surname, member.rank) for member in members.members] == [
        ("21001", "Quill", "District Master"),
        ("21002", "Kirk", "Life Master"),
    ]
    assert b"QQ9" in data("members.csv")
    assert "QQ9" not in str(members)


RECOGNISED = {
    "mitchell-1.0-latin1.xml": "usebio",
    "teams-1.2.xml": "usebio",
    "two-sections-1.2.xml": "usebio",
    "nz-scorer.xml": "nz scorer",
    "results.pbn": "pbn",
    "hands.pbn": "pbn",
    "bridgewebs.csv": "bridgewebs",
    "ranked.csv": "ranked list",
    "plain.csv": "ranked list",
    "credits.grn": "abf credits",
    "credits.rag": "abf credits",
    "claims.csv": "mempad claims",
    "members.csv": "mempad members",
}


@pytest.mark.parametrize("name", RECOGNISED)
def test_formats_are_recognised_by_content(name: str) -> None:
    assert formats.recognise(data(name)) == RECOGNISED[name]
    assert RECOGNISED[name] in formats.FORMATS


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<html><body>results</body></html>", "web page"),
        (b"<svg/>", "XML of a kind we do not know"),
        (b"%PDF-1.7 x", "PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old spreadsheet"),
        (b"PK\x03\x04rubbish", "zip"),
        (b"\n\n  ", "empty"),
    ],
)
def test_what_it_is_instead_is_said(content: bytes, message: str) -> None:
    with pytest.raises(NotReadable, match=message):
        formats.recognise(content)


def test_what_is_nothing_known_lists_what_is() -> None:
    with pytest.raises(NotUnderstood, match="USEBIO"):
        formats.recognise(b"Dear scorer, here are the results. Yours, Q.")


def test_credits_are_not_results() -> None:
    assert isinstance(formats.read(data("credits.grn"), source="a.grn"), Credits)
    with pytest.raises(NotReadable, match="not the results of an event"):
        formats.read_results(data("credits.grn"), source="a.grn")
