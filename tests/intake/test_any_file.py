"""From any results file to awards: what the file says, what we ask for, what we assume, how awards differ."""

from __future__ import annotations

import ast
import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import masterpoint
from masterpoint import intake, schemes
from masterpoint.api.problems import with_prompt
from masterpoint.cli import main
from masterpoint.cli.fixes import fix_of as words_at_the_terminal
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.formats import mempad
from masterpoint.intake import Options
from masterpoint.intake.reading import ImportedFile
from masterpoint.web.wording import fix_of as words_on_the_site

DATA = Path(__file__).parents[1] / "formats" / "data"
SAMPLES = Path(__file__).parents[2] / ".." / "shared" / "formats" / "samples"
RANKED = "Place,Player 1,Player 2,EBU No 1,EBU No 2,Score,Master points\n" + "\n".join(
    f"{place},First {n},Second {n},{100 + n},{200 + n},{60 - n},{points}"
    for n, (place, points) in enumerate(
        [("1", 18), ("2=", 9), ("2=", 9), ("4", 0), ("5", 0), ("6", 0), ("7", 0), ("8", 0)], 1
    )
)


def read(data: bytes, **options: Any) -> ImportedFile:
    return intake.read_event(data, "results", Options(**options))


def test_everything_missing_is_asked_for_at_once() -> None:
    with pytest.raises(NotReadable) as refused:
        read(RANKED.encode())
    assert [problem.place for problem in refused.value.problems] == ["scheme", "boards", "day"]
    assert [problem.prompt for problem in refused.value.problems] == ["scheme", "boards", "day"]


@pytest.mark.parametrize("prompt", ["scheme", "boards", "day", "scoring", "colour", "session", "example", "schema"])
def test_each_door_says_in_its_own_words_how_to_put_it_right(prompt: str) -> None:
    problem = Problem("here", "", "this is wrong", "mend it", prompt=prompt)
    at_the_terminal, on_the_site, for_programs = (
        words_at_the_terminal(problem),
        words_on_the_site(problem),
        with_prompt(problem),
    )
    assert "--" in at_the_terminal or "`masterpoint " in at_the_terminal
    assert not re.search(r"--|`|/api", on_the_site)
    assert "--" not in for_programs["fix"] and "masterpoint" not in for_programs["fix"]


BY_OPERATORS = ("copies.py", "upgrading.py")
"""Databases are copied or upgraded on the command line, and nowhere else."""


@pytest.mark.parametrize("room", ["core", "formats", "schemes", "centre"])
def test_no_inner_room_speaks_of_the_command_line(room: str) -> None:
    """Messages are also read on pages and by programs."""
    for module in (Path(masterpoint.__file__).parent / room).rglob("*.py"):
        if module.name in BY_OPERATORS:
            continue
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
                messages = [
                    item.value for item in ast.walk(node) if isinstance(item, ast.Constant) and type(item.value) is str
                ]
                assert not [row for row in messages if re.search(r"--[a-z]|`masterpoint ", row)], module


def test_defaults_are_shown_never_hidden() -> None:
    imported = read(RANKED.encode(), scheme="ebu", boards=24, day=date(2026, 11, 10))
    assert any("Run by a club" in item for item in imported.assumed)
    assert any("Read as a session" in row for row in imported.assumed)


def test_awards_in_a_file_are_compared_not_trusted() -> None:
    imported = read(RANKED.encode(), scheme="ebu", boards=24, day=date(2026, 11, 10))
    result = schemes.award(imported.event)
    assert [award.points for award in result.awards] == [18, 9, 9, 0, 0, 0, 0, 0]


def test_the_unit_of_the_awards_in_a_file_is_said() -> None:
    """The EBU's files give black points, each worth a hundred local points; New Zealand's give the book's own."""
    remark = "In the awards of the file, 1 is 100 local points: 0.5 is 50."
    facts = {"boards": 24, "day": date(2026, 11, 10)}
    assert remark in read(RANKED.encode(), scheme="ebu", **facts).assumed
    without = re.sub(r",\d+$", ",", RANKED, flags=re.M).encode()
    assert remark not in read(without, scheme="ebu", **facts).assumed
    assert not any("awards of the file" in sentence for sentence in read(RANKED.encode(), scheme="nz", **facts).assumed)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mitchell-1.0-latin1.xml", {"scheme": "ebu", "boards": 24}),
        ("two-sections-1.2.xml", {"scheme": "ebu", "boards": 24}),
        ("nz-scorer.xml", {}),
        ("teams-1.2.xml", {"scheme": "ebu", "level": "county", "more": {"facts": {"permission": True}}}),
        ("ranked.csv", {"scheme": "ebu", "boards": 24, "day": date(2026, 11, 10)}),
        ("results.pbn", {"scheme": "ebu"}),
        ("bridgewebs.csv", {"scheme": "ebu", "boards": 24}),
    ],
)
def test_every_kind_of_results_file_is_awarded(name: str, options: dict[str, Any]) -> None:
    imported = read((DATA / name).read_bytes(), **({"day": date(2026, 11, 10)} | options))
    result = schemes.award(imported.event)
    assert result.awards
    assert all(award.steps for award in result.awards)


@pytest.mark.parametrize("name", ["hands.pbn", "credits.grn", "members.csv", "claims.csv"])
def test_files_without_results_say_so(name: str) -> None:
    with pytest.raises(NotReadable) as refused:
        read((DATA / name).read_bytes(), scheme="ebu")
    assert refused.value.problems[0].fix


def test_an_event_file_is_known_by_its_content() -> None:
    text = schemes.edition_named("ebu", "2014").book.examples["session"]
    assert read(text.encode()).format == "event"


def test_what_is_converted_carries_our_awards(tmp_path: Path) -> None:
    source = tmp_path / "ranked.csv"
    source.write_text(RANKED)
    output = tmp_path / "out.xml"
    result = CliRunner().invoke(
        main,
        [
            "convert",
            str(source),
            "--to",
            "usebio",
            "--out",
            str(output),
            "--scheme",
            "ebu",
            "--boards",
            "24",
            "--day",
            "2026-11-10",
        ],
    )
    assert result.exit_code == 0, result.output
    again = read(output.read_bytes(), scheme="ebu", boards=24)
    assert intake.has_file_awards(again)
    assert intake.award_differences(again, schemes.award(again.event)) == []


def test_award_tells_differences_with_totals(tmp_path: Path) -> None:
    source = tmp_path / "wrong.csv"
    source.write_text(RANKED)
    output = tmp_path / "out.json"
    CliRunner().invoke(
        main,
        [
            "convert",
            str(source),
            "--to",
            "json",
            "--out",
            str(output),
            "--scheme",
            "ebu",
            "--boards",
            "24",
            "--day",
            "2026-11-10",
        ],
    )
    wrong = tmp_path / "wrong.json"
    wrong.write_text(output.read_text().replace("0.18", "0.12"))
    data = CliRunner().invoke(main, ["award", str(wrong), "--scheme", "ebu", "--boards", "24", "--json"])
    (difference,) = json.loads(data.stdout)["file"]["award_differences"]
    assert (difference["file"], difference["ours"]) == ("12", "18")
    text = CliRunner().invoke(main, ["award", str(wrong), "--scheme", "ebu", "--boards", "24"]).stdout
    assert "12 in the file, 18 by the book" in text


def test_check_lists_everything_and_exits_2_on_errors(tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("Place,Player 1,Player 2\n1,Ada,Ben\n1,Ada,Ben\n7,Cleo,Dan\n")
    result = CliRunner().invoke(main, ["check", str(bad), "--scheme", "ebu", "--boards", "24", "--day", "2026-11-10"])
    assert result.exit_code == 2
    assert "→" in result.output


AWARDED = [
    ("usebio/bbo-extractor-one-winner-17pairs.xml", "ebu", {}),
    ("usebio/scorebridge-one-winner-17pairs.xml", "ebu", {}),
    ("usebio/ebu-example-individual-v1.1.xml", "ebu", {"day": date(2020, 1, 1)}),
    ("usebio/nz-converter-handicap-two-winner.xml", "nz", {}),
    ("usebio/nz-converter-howell-phantom.xml", "nz", {}),
    ("usebio/nz-converter-multi-section.xml", "nz", {}),
    ("nz-scorer/handicap-pairs.xml", "nz", {}),
    ("nz-scorer/multi-section-multi-movement.xml", "nz", {}),
    ("nz-scorer/three-quarter-howell-phantom.xml", "nz", {}),
]


@pytest.mark.parametrize(("name", "scheme", "options"), [item for item in AWARDED if (SAMPLES / item[0]).exists()])
def test_every_award_in_a_real_file_is_ours(name: str, scheme: str, options: dict[str, Any]) -> None:
    imported = read((SAMPLES / name).read_bytes(), scheme=scheme, **options)
    assert intake.has_file_awards(imported)
    assert intake.award_differences(imported, schemes.award(imported.event)) == []


@pytest.mark.parametrize("target", ["usebio", "csv", "bridgewebs", "markdown", "html", "json", "mempad claims"])
def test_every_writer_writes_from_the_command_line(tmp_path: Path, target: str) -> None:
    source, output = tmp_path / "ranked.csv", tmp_path / "out"
    source.write_text(RANKED)
    options = ["--scheme", "sbu", "--boards", "24", "--day", "2026-11-10"]
    result = CliRunner().invoke(main, ["convert", str(source), "--to", target, "--out", str(output), *options])
    assert result.exit_code == 0, result.output
    assert output.stat().st_size > 100


def test_claims_carry_what_each_player_earned(tmp_path: Path) -> None:
    source, output = tmp_path / "ranked.csv", tmp_path / "claims.csv"
    source.write_text(RANKED)
    options = ["--scheme", "sbu", "--boards", "24", "--day", "2026-11-10"]
    CliRunner().invoke(main, ["convert", str(source), "--to", "mempad claims", "--out", str(output), *options])
    claims = mempad.read_claims(output.read_bytes(), source="claims")
    awards = {credit.national: credit.awards for credit in claims.credits}
    assert len(awards) == 6
    assert [str(award.points) for award in awards["101"]] == ["0.18"]


def test_a_day_added_by_hand_is_no_longer_missing(tmp_path: Path) -> None:
    source = tmp_path / "ranked.csv"
    source.write_text(RANKED)
    options = ["--scheme", "ebu", "--boards", "24", "--day", "2026-11-10"]
    assert CliRunner().invoke(main, ["check", str(source), *options]).exit_code == 0
    without = CliRunner().invoke(main, ["check", str(source), "--scheme", "ebu"])
    assert without.exit_code == 2
    assert "--boards" in without.output
    assert "--day" in without.output
