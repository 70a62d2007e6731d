"""The command line as people use it: clear tables, stable JSON, one message and exit code 2 on errors."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from masterpoint.cli import COMMANDS, main
from masterpoint.schemes import FEDERATIONS

EVENT = """
form = "session"
scheme = "ebu"
day = 2026-11-10
contest = "pairs"
boards = 24
organiser = { level = "club" }
lists = [{ places = "1 2= 2= 4 5 6" }]
"""


@pytest.fixture
def run() -> Callable[..., Any]:
    def run(*arguments: str | Path | int) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return run


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    path = tmp_path / "event.toml"
    path.write_text(EVENT)
    return path


def test_award_prints_place_contestant_points_colour(run: Callable[..., Any], event_file: Path) -> None:
    result = run("award", event_file)
    assert result.exit_code == 0
    assert [line.split() for line in result.stdout.splitlines()[5:8]] == [
        ["1", "—", "12", "local"],
        ["2=", "—", "6", "local"],
        ["2=", "—", "6", "local"],
    ]


def test_explain_names_every_clause(run: Callable[..., Any], event_file: Path) -> None:
    text = run("award", event_file, "--explain").stdout
    for clause in ("EBU 4.1.2", "EBU 4.1.3", "EBU 4.1.5", "EBU 3.5.1"):
        assert clause in text


def test_json_tells_the_whole_result(run: Callable[..., Any], event_file: Path) -> None:
    data = json.loads(run("award", event_file, "--json").stdout)
    assert [award["points"] for award in data["awards"]] == ["12", "6", "6", "0", "0", "0"]
    steps = {step["id"]: step for step in data["steps"]}
    assert steps[data["awards"][0]["step"]]["value"] == "12"
    assert all(source in steps for step in steps.values() for source in step.get("from", []))


def test_problems_are_one_message_with_exit_code_2(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(EVENT.replace("boards = 24", "boards = -1\ncolor = 3"))
    result = run("award", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "boards" in result.stderr
    assert "color" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("target", "sentence"),
    [("/dev/full", "the disk is full."), ("/no/such/folder/file", "/no/such/folder/file: no such file or directory.")],
)
def test_a_file_that_cannot_be_written_is_said_in_a_sentence(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, target: Any, sentence: Any
) -> None:
    @click.command()
    def write() -> None:
        Path(target).write_bytes(b"a report")

    monkeypatch.setattr(main, "get_command", lambda *_: write)
    result = run("write")
    assert result.exit_code == 2 and sentence in result.stderr and "Traceback" not in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["award", "/nowhere/x.toml"],
        ["rank", "--scheme", "ebu", "lokal=3"],
        ["example", "bingo"],
        ["what-pays", "--scheme", "ebu", "--boards", "24"],
        ["work-out", "--scheme", "ebu", "nothing"],
        ["rank", "--scheme", "ebu", "local=-3"],
        ["rank", "--scheme", "ebu", "local=1e400"],
        ["rank", "--scheme", "ebu", "local=1e-999999999"],
    ],
)
def test_mistakes_are_answered_kindly(run: Callable[..., Any], arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "→" in result.stderr


@pytest.mark.parametrize(
    "rates", ["rates=[{since=2026-04-01, amount=0.50}]", 'rates=[{"since": "2026-04-01", "amount": "0.50"}]']
)
def test_a_worksheet_takes_a_text_that_looks_like_a_number_and_lists_as_files_have_them(
    run: Callable[..., Any], rates: str
) -> None:
    """1.3.2: eight players of a county event at half of 0.50."""
    result = run("work-out", "--scheme", "ebu", "charge", "code=20", "day=2026-11-10", "members=8", rates)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].split()[0] == "2"


def test_a_worksheet_names_its_own_fields(run: Callable[..., Any]) -> None:
    result = run("work-out", "--scheme", "ebu", "charge", "day=2026-11-10")
    assert result.exit_code == 2
    assert "this worksheet asks for: code, day" in result.stderr
    assert "masterpoint schema" not in result.stderr


def test_a_fact_given_twice_is_refused(run: Callable[..., Any]) -> None:
    result = run("rank", "--scheme", "ebu", "local=100", "local=20000")
    assert result.exit_code == 2 and "this is given twice" in result.stderr


def test_a_programme_names_its_own_fields(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "programme.toml"
    path.write_text('[[events]]\nname = "Pairs"\n')
    result = run("programme", "--scheme", "wbu", path)
    assert result.exit_code == 2
    assert "events[0].type: this is missing.\n      → add it\n" in result.stderr
    assert "level: this is missing.\n      → add it; this programme asks for: level" in result.stderr


def test_a_refusal_names_the_clause(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "handicap.toml"
    path.write_text(EVENT.replace("boards = 24", "boards = 24\nhandicap = true"))
    result = run("award", path)
    assert result.exit_code == 2
    assert "[EBU 3.9.1]" in result.stderr
    assert "re-score" in result.stderr


def test_what_pays_without_names(run: Callable[..., Any]) -> None:
    text = run("what-pays", "--scheme", "ebu", "--pairs", 24, "--boards", 24, "--winners", 2).stdout
    assert "8 of 24 are paid" in text


def test_rank_and_gap(run: Callable[..., Any]) -> None:
    text = run("rank", "--scheme", "ebu", "local=4344", "green=7.25", "blue=2.75").stdout
    assert "Master" in text
    assert "2156 total" in text


@pytest.mark.parametrize("scheme", sorted(FEDERATIONS))
def test_clauses_and_readings_of_every_book(run: Callable[..., Any], scheme: str) -> None:
    clauses = run("clauses", scheme)
    assert clauses.exit_code == 0
    assert "clauses." in clauses.stdout
    assert run("readings", scheme).exit_code == 0
    assert json.loads(run("clauses", scheme, "--json").stdout)


def test_schema_is_json_schema(run: Callable[..., Any]) -> None:
    data = json.loads(run("schema").stdout)
    assert data["$schema"].endswith("2020-12/schema")
    assert set(data["x-masterpoint-facts"]) == set(FEDERATIONS)


def test_examples_can_be_awarded_as_printed(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(run("example", "session").stdout)
    assert run("award", path).exit_code == 0


def test_batch_answers_every_line(run: Callable[..., Any], tmp_path: Path) -> None:
    event = {
        "form": "session",
        "scheme": "ebu",
        "day": "2026-11-10",
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [{"places": "1 2 3 4 5 6"}],
    }
    path = tmp_path / "events.jsonl"
    lines = [json.dumps(event).encode(), b"{", b'{"form": "session\xff"}', json.dumps(event | {"boards": 0}).encode()]
    path.write_bytes(BOM_UTF8 + b"\n".join(lines))
    output = tmp_path / "out.jsonl"
    assert run("batch", path, "--out", output, "--jobs", 1).exit_code == 0
    good, broken, not_text, bad = [json.loads(line) for line in output.read_text().splitlines()]
    assert good == {"points": ["12", "6", "0", "0", "0", "0"]}
    assert broken["problems"][0]["place"] == not_text["problems"][0]["place"] == "line"
    assert bad["problems"][0]["place"] == "boards"
    from_stdin = CliRunner().invoke(main, ["batch", "-"], input=path.read_bytes())
    assert from_stdin.stdout == output.read_text()


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_explains_itself(run: Callable[..., Any], command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.stdout


def test_an_event_may_come_from_the_standard_input_and_a_refusal_is_json_too() -> None:
    event = {"form": "session", "scheme": "ebu", "day": "2026-11-10", "contest": "pairs", "boards": 24}
    event |= {"organiser": {"level": "club"}, "lists": [{"places": "1 2 3 4 5 6 7 8 9 10 11 12"}]}
    awarded = CliRunner().invoke(main, ["award", "-", "--json"], input=json.dumps(event))
    assert [award["points"] for award in json.loads(awarded.stdout)["awards"]][:5] == ["24", "18", "12", "6", "0"]
    lines = json.dumps(event) + "\n" + json.dumps(event | {"contest": "pears"}) + "\n"
    batch = CliRunner().invoke(main, ["batch", "-"], input=lines)
    assert [list(json.loads(line)) for line in batch.stdout.splitlines()] == [["points"], ["problems"]]
    refused = CliRunner().invoke(main, ["award", "-", "--json"], input=json.dumps(event | {"contest": "pears"}))
    assert refused.exit_code == 2
    (problem,) = json.loads(refused.stdout)["problems"]
    assert (problem["place"], problem["value"]) == ("contest", "pears")
    assert "write individual, pairs or teams" in refused.stderr
