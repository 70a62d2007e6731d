"""Whose rules a file was played by: settled and explained by evidence; we ask if it is thin or contradicts itself."""

from __future__ import annotations

import json
import re
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from formats.made import DATA
from intake.evenings import mitchell, plain_totals, usebio
from masterpoint import intake, schemes
from masterpoint.cli import main
from masterpoint.core.errors import NotReadable
from masterpoint.core.member_numbers import check_digit
from masterpoint.core.results import Entry, FileAward, Player, Ranking, Results
from masterpoint.formats.numbers import WEIGHTS
from masterpoint.intake import Options
from masterpoint.intake.evidence import scheme_of

LINES = mitchell()
ABF = [f"{n}{check_digit(f'{n:06d}', WEIGHTS)}" for n in range(23000, 23030)]
EBU = [str(900000 + n) for n in range(30)]


def results(**fields: Any) -> Results:
    numbers = fields.pop("numbers", [""] * 8)
    colour = fields.pop("printed", "")
    awards = (FileAward(Decimal("0.10"), colour),) if colour else ()
    entries = tuple(
        Entry(str(n), (Player("A", numbers[2 * n - 2]), Player("B", numbers[2 * n - 1])), str(n), n, awards=awards)
        for n in range(1, 5)
    )
    return Results(format=fields.pop("format", "USEBIO 1.2"), source="x", rankings=(Ranking(entries),), **fields)


@pytest.mark.parametrize(
    ("fields", "scheme"),
    [
        ({"format": "NZ Scorer"}, "nz"),
        ({"program_name": "Compscore3"}, "abf"),
        ({"program_name": "Compscore3", "charge_code": "10"}, "abf"),
        ({"program_name": "CompScore2W7", "charge_code": "30", "printed": "green"}, "abf"),
        ({"program_name": "Compscore3", "charge_code": "10", "numbers": ABF, "club_number": "3348"}, "abf"),
        ({"charge_code": "10", "numbers": ABF}, "abf"),
        ({"country": "England"}, "ebu"),
        ({"country": " new  zealand"}, "nz"),
        ({"country": "Wales", "program_name": "EBUScore", "charge_code": "10"}, "wbu"),
        ({"printed": "c"}, "nz"),
        ({"printed": "RED"}, "abf"),
        ({"charge_code": "10", "club_number": "202131"}, "ebu"),
        ({"charge_code": "20", "club_number": "00202131", "numbers": EBU, "printed": "BLACK"}, "ebu"),
        ({"program_name": "ScoreBridge", "charge_code": "10", "club_number": "202131"}, "ebu"),
        # Thin: one lesser clue, or none.
        ({}, ""),
        ({"charge_code": "10"}, ""),
        ({"charge_code": "10", "numbers": EBU}, ""),
        ({"program_name": "EBUScore", "charge_code": "10"}, ""),
        ({"program_name": "ScoreBridge"}, ""),
        ({"club_number": "202131"}, ""),
        ({"charge_code": "07", "club_number": "202131"}, ""),
        ({"program_name": "Scorer of somebody"}, ""),
        # Contradictory.
        ({"program_name": "Compscore3", "country": "England"}, ""),
        ({"program_name": "Compscore3", "club_number": "202131"}, ""),
        ({"program_name": "Compscore3", "printed": "black"}, ""),
        ({"program_name": "Scorer", "country": "Australia"}, ""),
        ({"charge_code": "10", "club_number": "202131", "country": "Scotland"}, ""),
        ({"charge_code": "10", "club_number": "Z99", "numbers": [str(n) for n in range(20001, 20009)]}, ""),
        ({"country": "Ireland", "charge_code": "10", "club_number": "202131"}, ""),
    ],
)
def test_the_evidence_settles_it_or_a_person_is_asked(fields: dict[str, str], scheme: str) -> None:
    verdict = scheme_of(results(**fields), Options())
    assert verdict.scheme == scheme
    assert verdict.reasons if scheme else verdict.question().prompt == "scheme"


def test_what_a_person_chose_holds_and_what_speaks_against_it_is_said() -> None:
    verdict = scheme_of(results(program_name="Compscore3"), Options(scheme="ebu"))
    assert verdict.scheme == "ebu"
    [doubt] = verdict.doubts
    assert "Compscore3" in doubt.message
    assert "England" in doubt.message
    assert scheme_of(results(program_name="Compscore3"), Options(scheme="abf")).doubts == ()


@pytest.mark.parametrize(
    ("fields", "home", "scheme"),
    [
        ({}, "sbu", "sbu"),
        ({"charge_code": "10"}, "wbu", "wbu"),
        ({"program_name": "Compscore3"}, "ebu", ""),
        ({"club_number": "3348"}, "ebu", ""),
        ({"program_name": "Compscore3", "charge_code": "10"}, "abf", "abf"),
    ],
)
def test_whoever_sends_the_file_is_evidence_too(fields: dict[str, str], home: str, scheme: str) -> None:
    assert scheme_of(results(**fields), Options(home=home)).scheme == scheme


def australian(**head: str) -> bytes:
    extra = "".join(f"<{name}>{value}</{name}>" for name, value in head.items())
    data = usebio(LINES, plain_totals(LINES), head=extra).replace(b"987001", b"3348")
    for n in range(2, 300):
        data = data.replace(f">{900000 + n}<".encode(), f">{n:04d}{check_digit(f'{n:06d}', WEIGHTS)}<".encode())
    return data


AUSTRALIAN = {"PROGRAM_NAME": "Compscore3", "P2P_CHARGE_RATE": "10", "BOARD_SCORING_METHOD": "MATCH_POINTS"}


@pytest.mark.parametrize("command", ["award", "check"])
def test_an_australian_file_with_a_charge_code_is_never_english(tmp_path: Path, command: str) -> None:
    file = tmp_path / "results.xml"
    file.write_bytes(australian(**AUSTRALIAN))
    answer = CliRunner().invoke(main, [command, str(file), "--json"])
    assert answer.exit_code == 0, answer.output
    data = json.loads(answer.stdout)
    if command == "award":
        assert data["scheme"] == "abf" if "scheme" in data else data["event"]["scheme"] == "abf"
        assert any("Australia (abf): Compscore3" in line for line in data["file"]["assumed"])
    assert "ebu" not in answer.stdout.lower()


def test_a_conflict_is_asked_with_what_was_seen() -> None:
    with pytest.raises(NotReadable) as refused:
        intake.read_event(australian(**AUSTRALIAN, COUNTRY="England"), "x", Options())
    [problem] = refused.value.problems
    assert problem.prompt == "scheme"
    assert "Compscore3" in problem.message
    assert "England" in problem.message


def test_checking_says_what_speaks_against_the_choice() -> None:
    checked = intake.check(australian(**AUSTRALIAN), "x", Options(scheme="ebu"), today=date(2026, 1, 1))
    assert any(
        finding.problem.place == "scheme" and "Compscore3" in finding.problem.message for finding in checked.findings
    )


def test_a_difference_never_cites_an_empty_clause(tmp_path: Path) -> None:
    """Points of a colour that the book does not give, to contestants of every place."""
    printed = results(program_name="Compscore3", printed="red", played=date(2026, 1, 5), boards_played=24)
    from masterpoint.formats import pages

    file = tmp_path / "results.json"
    file.write_bytes(pages.write_json(printed))
    answer = CliRunner().invoke(main, ["award", str(file), "--explain"])
    assert answer.exit_code == 0, answer.output
    assert "in the file" in answer.output
    assert "[]" not in answer.output
    imported = intake.read_event(file.read_bytes(), "x", Options())
    differences = intake.award_differences(imported, schemes.award(imported.event))
    assert differences
    assert all(difference.clause and difference.clause in difference.reason for difference in differences)


def test_a_printed_colour_tells_the_colour_of_the_event() -> None:
    base = results(printed="green", played=date(2026, 1, 5), boards_played=24)
    green = msgspec.structs.replace(base, charge_code="50")  # a code that would mean blue
    from masterpoint.formats import pages

    options = Options(scheme="ebu", level="county", more={"facts": {"permission": True}})
    imported = intake.read_event(pages.write_json(green), "x", options)
    assert imported.event.colour == "green"
    assert any(re.search("own awards are green", line) for line in imported.assumed)
    changed = msgspec.structs.replace(options, colour="local")
    assert intake.read_event(pages.write_json(green), "x", changed).event.colour == "local"


@pytest.mark.parametrize(
    ("swiss", "words"), [(True, "a Swiss event and lists no matches"), (False, "Read as a session")]
)
def test_a_swiss_without_its_matches_is_no_session_in_silence(swiss: bool, words: str) -> None:
    from masterpoint.formats import pages

    data = pages.write_json(results(swiss=swiss, played=date(2026, 1, 5), boards_played=24))
    imported = intake.read_event(data, "x", Options(scheme="ebu"))
    assert any(words in line for line in imported.assumed)


def test_a_refusal_says_that_the_colour_came_from_the_file() -> None:
    from masterpoint.formats import pages

    data = pages.write_json(results(printed="green", played=date(2026, 1, 5), boards_played=24))
    checked = intake.check(data, "x", Options(scheme="ebu"), today=date(2026, 2, 1))
    assert any(problem.prompt == "colour" and "green" in problem.message for problem in checked.errors)


@pytest.mark.parametrize(
    ("options", "remark"),
    [
        (Options(scheme="ebu", boards=24, level="club"), "It is awarded as run by a club."),
        (Options(scheme="ebu", boards=24), "If that is who ran it, choose the level."),
    ],
    ids=["filed for a club", "nothing chosen"],
)
def test_a_file_that_rates_the_event_otherwise_is_remarked_on(options: Options, remark: str) -> None:
    data = (DATA / "mitchell-1.0-latin1.xml").read_bytes()
    rated = data.replace(b"<MASTER_POINT_SCALE>Club<", b"<MASTER_POINT_SCALE>County<")
    assert f"The file rates the event as County. {remark}" in intake.read_event(rated, "x.xml", options).assumed
    assert not any("rates the event" in sentence for sentence in intake.read_event(data, "x.xml", options).assumed)
