"""Files of every kind: read correctly, or refused in one sentence that says what to send instead."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from answers import existing, of_kind
from formats.jet_maker import session
from formats.made import DATA
from intake.evenings import mitchell, plain_totals, usebio
from masterpoint import formats, intake, schemes
from masterpoint.cli import main
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError, NotReadable
from masterpoint.core.events import SessionEvent
from masterpoint.core.file_size import LARGEST_FILE, LIMIT
from masterpoint.core.member_lists import Credits, Members
from masterpoint.core.results import Results
from masterpoint.formats import pages
from masterpoint.intake import Options

TODAY = date(2026, 6, 1)
EVENING = usebio(mitchell(), plain_totals(mitchell()))
XML_WORDS = re.compile(r"\b(element|tag|attribute|xpath|namespace|dtd|parser)s?\b", re.IGNORECASE)


def pack(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "kind", "advice"),
    [
        (b"<!DOCTYPE html><html><body>1st</body></html>", "This is a web page, not a results file.", "scoring program"),
        (b"<!doctype HTML>\n<p>Results</p>", "This is a web page, not a results file.", "scoring program"),
        (b"<table><tr><td>1</td></tr></table>", "This is a web page, not a results file.", "scoring program"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500),
            "This is an old spreadsheet or document (.xls, .doc).",
            ".csv",
        ),
        (b"%PDF-1.7 ...", "This is a PDF, made for printing, not a results file.", "scoring program"),
        (b"{\\rtf1\\ansi Results}", "This is a text document (.rtf), not a results file.", "scoring program"),
        (b"\x89PNG\r\n\x1a\n....", "This is a picture, not a results file.", "scoring program"),
        (pack("results.xml"), "This is a packed folder (zip), not a results file.", "Unpack"),
        (pack("word/document.xml"), "This is a Word document.", ".csv"),
        (pack("mimetype", "content.xml"), "This is an OpenDocument file.", ".csv"),
        (
            b"vg|Match,IMPs,S,1,16,,|\nrs||\npn|a,b,c,d|\nqx|o1|md|3S2|sv|o|mb|1C|\n",
            "This is a LIN file of Bridge Base: hands and bidding, not the results of an event.",
            "scoring program",
        ),
        (
            b"{ Written by nobody }\nD 20240205\nE Pairs\nF X\nB 1\nH W:AK.AK.AK.AK:\nA N?:1N\nC 3N:N\nR 9\n\nB 2\n",
            "This is an RBN file: deals and their play, not the results of an event.",
            "scoring program",
        ),
        (
            b"D 20240205\nB 1\nH W:AK.AK.AK.AK:\nC 3N:N\n",
            "This is an RBN file: deals and their play",
            "scoring program",
        ),
        (b"From: a@example.org\nSubject: results\n\n1 Ann\n", "This is an e-mail, not a results file.", "attached"),
        (b'{"hello": 1}', "This file is JSON, but not results that Masterpoint wrote", "scoring program"),
        (b"<svg/>", "This file is XML of a kind we do not know (“svg”).", "USEBIO"),
        (b"just some words\nand more of them\n", "This file is not in a format we know.", "USEBIO"),
        (b"   \n", "This file is empty.", "Export"),
    ],
)
def test_one_sentence_says_what_it_is_and_what_to_send(data: bytes, kind: str, advice: str, tmp_path: Path) -> None:
    checked = intake.check(data, "x", Options(scheme="ebu"), today=TODAY)
    [problem] = checked.errors
    assert problem.statement.startswith(kind)
    assert advice in problem.fix
    file = tmp_path / "file"
    file.write_bytes(data)
    for command in ("award", "check"):
        answer = CliRunner().invoke(main, [command, str(file), "--scheme", "ebu"])
        assert answer.exit_code == 2
        assert kind in answer.output
        assert "(found" not in answer.output


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7, 0.9, 0.97])
@pytest.mark.parametrize("kind", ["usebio", "pbn", "bws", "jet4", "nz scorer"])
def test_a_file_cut_in_the_middle_is_never_in_order(kind: str, share: float) -> None:
    data = {
        "usebio": EVENING,
        "pbn": _pbn_tables().encode(),
        "bws": session(),
        "jet4": session(jet4=True),
        "nz scorer": (DATA / "nz-scorer.xml").read_bytes(),
    }[kind]
    cut = data[: int(len(data) * share)]
    checked = intake.check(cut, "x", Options(scheme="ebu", day=TODAY), today=TODAY)
    text = " ".join(str(finding) for finding in checked.findings)
    assert re.search("middle|cut short|damaged", text)
    assert kind == "pbn" or checked.errors
    assert not XML_WORDS.search(text)


def _pbn_tables(boards: int = 12, pairs: int = 6) -> str:
    games = ["% PBN 2.1"]
    for board in range(1, boards + 1):
        rows = [f"{2 * n + 1} {2 * n + 2} 3NT N {7 + (n + board) % 5}" for n in range(pairs)]
        head = '[ScoreTable "PairId_NS\\4R;PairId_EW\\4R;Contract\\5L;Declarer\\1R;Result\\2R"]'
        games.append("\n".join([f'[Event "Monday"]\n[Date "2026.02.02"]\n[Board "{board}"]', head, *rows]) + "\n")
    return "\n".join(games)


def _pbn_games(
    *, scoring: str = "", boards: int = 6, names: Callable[..., Any] = lambda seat, table: f"{seat}{table} Player"
) -> bytes:
    text = []
    for board in range(1, boards + 1):
        for table in (1, 2, 3):
            seats = {seat: (seat, 1 + (table + (board if seat in ("East", "West") else 0)) % 3) for seat in SEATS}
            tags = {"Event": "Monday", "Date": "2026.02.02", "Board": str(board)}
            tags |= {seat: names(*who) for seat, who in seats.items()}
            tags |= {"Declarer": "N", "Contract": "3NT", "Result": str(7 + (board * table) % 5)}
            if scoring:
                tags["Scoring"] = scoring
            text.append("\n".join(f'[{name} "{value}"]' for name, value in tags.items()) + "\n")
    return "\n".join(text).encode()


SEATS = ("North", "East", "South", "West")


def test_pbn_without_a_scoring_is_asked_about_once(tmp_path: Path) -> None:
    data = _pbn_games()
    with pytest.raises(NotReadable) as refused:
        intake.read_event(data, "x", Options(scheme="ebu"))
    [problem] = refused.value.problems
    assert problem.prompt == "scoring"
    file = tmp_path / "results.pbn"
    file.write_bytes(data)
    for words in (["--set", "scoring=matchpoints"], ["--scoring", "matchpoints"]):
        answer = CliRunner().invoke(main, ["award", str(file), "--scheme", "ebu", *words])
        assert answer.exit_code == 0, answer.output
        assert "North1 Player & South1 Player" in answer.output
    imported = intake.read_event(data, "x", Options(scheme="ebu", scoring="butler"))
    assert imported.event.scoring == "butler"


def test_pbn_with_columns_of_match_points_needs_no_question() -> None:
    text = _pbn_tables().replace("Result\\2R", "Result\\2R;MP_NS\\2R")
    text = re.sub(r"^(\d+ \d+ 3NT N \d+)$", r"\1 5", text, flags=re.MULTILINE)
    assert formats.read_results(text.encode(), source="x").scoring == "match points"


def test_numbers_behind_names_are_member_numbers() -> None:
    data = _pbn_games(
        scoring="MP", names=lambda seat, table: f"{seat}{table} Player#{48660 + 10 * SEATS.index(seat) + table}"
    )
    results = formats.read_results(data, source="x")
    players = {player.name: player.national for entry in results.entries for player in entry.players}
    assert players["North1 Player"] == "48661"
    assert not any("#" in name for name in players)


def _match(**fields: Any) -> bytes:
    text = []
    for board in range(1, 9):
        for room in (1, 2):
            tags = {"Event": "Match", "Date": "2026.02.02", "Board": str(board)}
            tags |= {seat: f"{seat}{room}#4866{room}" for seat in SEATS}
            tags |= {"Declarer": "N", "Contract": "3NT", "Result": "9"} | fields
            text.append("\n".join(f'[{name} "{value}"]' for name, value in tags.items()) + "\n")
    return "\n".join(text).encode()


@pytest.mark.parametrize(
    "fields", [{}, {"Competition": "Teams"}, {"HomeTeam": "Red", "VisitTeam": "Blue"}, {"Room": "Open"}]
)
def test_a_match_of_teams_in_pbn_is_refused_in_one_sentence(fields: dict[str, str]) -> None:
    checked = intake.check(_match(**fields), "x", Options(scheme="ebu"), today=TODAY)
    [problem] = checked.errors
    assert "match of teams" in problem.message
    assert "USEBIO" in problem.fix


def test_a_file_without_players_is_not_in_order() -> None:
    nameless = re.sub(rb"<PLAYER>.*?</PLAYER>", b"", EVENING)
    checked = intake.check(nameless, "x", Options(scheme="ebu"), today=TODAY)
    assert [problem.message for problem in checked.errors] == ["The file names no players, so nobody can be credited."]
    item = EVENING.replace(existing(re.search(rb"(<PLAYER>.*?</PLAYER>){2}", EVENING))[0], b"", 1)
    [problem] = intake.check(item, "x", Options(scheme="ebu"), today=TODAY).errors
    assert "names no players" in problem.message
    assert "place" in problem.message


@pytest.mark.parametrize(
    ("label", "encoding", "remark"),
    [
        ("iso-8859-1", "utf-8", "it is in UTF-8"),
        ("windows-1252", "utf-8", "it is in UTF-8"),
        ("us-ascii", "utf-8", "it is in UTF-8"),
        ("utf-16", "utf-8", "it is in UTF-8"),
        ("iso-8859-15", "utf-8", "it is in UTF-8"),
        ("unicode_escape", "utf-8", "it is in UTF-8"),
        ("utf-8", "cp1252", "read as Windows-1252"),
        ("", "cp1252", "read as Windows-1252"),
        ("no-such-thing", "cp1252", "read as Windows-1252"),
        ("us-ascii", "cp1252", ""),
        ("iso-8859-1", "iso-8859-1", ""),
        ("windows-1252", "cp1252", ""),
        ("utf-8", "utf-8", ""),
        ("", "utf-8", ""),
        ("utf-16", "utf-16", ""),
    ],
)
def test_a_wrong_declaration_is_noticed_and_remarked_on(label: str, encoding: str, remark: str) -> None:
    name = "Zoë Müller-Ångström"
    text = EVENING.decode().replace("Player 1a", name)
    text = text.replace(' encoding="utf-8"', f' encoding="{label}"' if label else "")
    results = formats.read_results(text.encode(encoding), source="x")
    assert name in {player.name for entry in results.entries for player in entry.players}
    message = " ".join(results.remarks)
    assert (remark in message) if remark else not message
    imported = intake.read_event(text.encode(encoding), "x", Options(scheme="ebu"))
    assert set(results.remarks) <= set(imported.assumed)


def test_one_limit_holds_on_every_door(tmp_path: Path) -> None:
    large = b"<USEBIO>" + b" " * LARGEST_FILE
    with pytest.raises(MasterpointError, match=f"at most {LIMIT}"):
        formats.read(large, source="x")
    with pytest.raises(MasterpointError, match=f"at most {LIMIT}"):
        formats.read(session() + bytes(LARGEST_FILE), source="x")
    file = tmp_path / "large.xml"
    file.write_bytes(large)
    for command in ("award", "check"):
        answer = CliRunner().invoke(main, [command, str(file)])
        assert answer.exit_code == 2
        assert f"at most {LIMIT}" in answer.output


def test_a_bad_place_hides_nothing_else() -> None:
    """Place, day, number and level are all reported, on the command line as in the library."""
    broken = (
        EVENING.replace(b"<PLACE>2</PLACE>", b"<PLACE>second</PLACE>", 1)
        .replace(b"05/02/2026", b"31/02/2026")
        .replace(b"900003", b"9000x3")
    )
    checked = intake.check(broken, "x", Options(scheme="ebu"), today=TODAY)
    text = " ".join(problem.message for problem in checked.errors)
    assert "“second”, which is not a place" in text
    assert "day of play" in text
    assert "9000x3" in text
    with pytest.raises(NotReadable) as refused:
        intake.read_event(broken, "x", Options())
    assert {problem.place for problem in refused.value.problems} >= {"scheme", "day"}
    assert not XML_WORDS.search(text)


def test_each_problem_names_the_person() -> None:
    broken = EVENING.replace(b"<PLACE>2</PLACE>", b"<PLACE>second</PLACE>", 1)
    [problem] = intake.check(broken, "x", Options(scheme="ebu"), today=TODAY).errors
    assert re.search(r"The place of Player \d+a and Player \d+b is written “second”", problem.message)


def test_a_list_cut_in_its_last_line_is_noticed() -> None:
    rows = [f"{n},First {n},Second {n},{100 + n},{200 + n},{60 - n}" for n in range(1, 9)]
    text = "\n".join(["Place,Player 1,Player 2,EBU No 1,EBU No 2,Score", *rows])[:-12]
    checked = intake.check(text.encode(), "x", Options(scheme="ebu", boards=24, day=TODAY), today=TODAY)
    assert any("cut short" in finding.problem.message for finding in checked.findings)


def test_results_written_by_us_are_read_whatever_they_hold() -> None:
    results = formats.read_results(EVENING, source="x")
    assert formats.read_results(pages.write_json(results), source="x").rankings == results.rankings


def test_a_file_with_several_events_asks_which() -> None:
    event = existing(re.search(rb"<EVENT .*</EVENT>", EVENING, re.DOTALL))[0]
    second = event.replace(b"<DATE>05/02/2026", b"<EVENT_DESCRIPTION>Friday</EVENT_DESCRIPTION><DATE>06/02/2026")
    two_events = EVENING.replace(event, event + second)
    [problem] = intake.check(two_events, "x", Options(scheme="ebu"), today=TODAY).errors
    assert "2 events: 1 (without a name), 2 (Friday)" in problem.message
    assert problem.prompt == "session"
    for choice, day in (("1", 5), ("2", 6), ("Friday", 6)):
        assert intake.read_event(two_events, "x", Options(scheme="ebu", session=choice)).event.day.day == day


def test_a_check_reads_a_file_once_and_judges_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: Counter[str] = Counter()
    reader, award = formats.FORMATS["usebio"], schemes.award

    def read(*args: bytes, **kwargs: Any) -> Results | Credits | Members:
        counts["read"] += 1
        return reader.read(*args, **kwargs)

    def judge(event: SessionEvent) -> Result:
        counts["judged"] += 1
        return award(event)

    monkeypatch.setitem(formats.FORMATS, "usebio", msgspec.structs.replace(reader, read=read))
    monkeypatch.setattr(schemes, "award", judge)
    assert intake.check(EVENING, "x", Options(scheme="ebu"), today=TODAY).result is not None
    assert counts == {"read": 1, "judged": 1}


def test_only_phantoms_are_left_out_and_that_is_said() -> None:
    people = EVENING.replace(b"Player 1a", b"Ann Byers").replace(b"Player 1b", b"Tom Byers")
    imported = intake.read_event(people, "x", Options(scheme="ebu"))
    assert len(of_kind(SessionEvent, imported.event).lists[0].entries) == 7
    assert not [line for line in imported.assumed if "Left out" in line]
    missing = EVENING.replace(b"Player 7a", b"PHANTOM").replace(b"Player 7b", b"Sit-out 2")
    imported = intake.read_event(missing, "x", Options(scheme="ebu"))
    assert len(of_kind(SessionEvent, imported.event).lists[0].entries) == 6
    assert "Left out, because nobody played there: PHANTOM and Sit-out 2 (7)." in imported.assumed


def test_who_played_few_of_the_boards_is_told_to_the_book() -> None:
    odd = EVENING.replace(b"<PAIR_NUMBER>3<", b"<BOARDS_PLAYED>5</BOARDS_PLAYED><PAIR_NUMBER>3<", 1)
    sat_out = odd.replace(b"<PAIR_NUMBER>4<", b"<BOARDS_PLAYED>15</BOARDS_PLAYED><PAIR_NUMBER>4<", 1)
    event = of_kind(SessionEvent, intake.read_event(sat_out, "x", Options(scheme="ebu")).event)
    entries = event.lists[0].entries
    assert {entry.number: entry.boards for entry in entries if entry.number in ("2", "3", "4")} == {
        "2": None,
        "3": 5,
        "4": None,
    }


@pytest.mark.parametrize("command", ["award", "check"])
def test_the_answer_says_how_the_file_was_read(command: str, tmp_path: Path) -> None:
    file = tmp_path / "results.xml"
    file.write_bytes(EVENING.replace(b"<DATE>", b"<COUNTRY>England</COUNTRY><DATE>"))
    answer = CliRunner().invoke(main, [command, str(file)])
    assert "By the rules of England (ebu): its country is England; the club number 987001" in answer.output
    assert "18 boards scheduled for each contestant: 6 rounds of 3." in answer.output
