"""`masterpoint compare`: side by side, with assumptions, refusals, and the reasons for differences."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from masterpoint.cli.compare import compare
from masterpoint.core.errors import NotReadable

EVENT = """
form = "session"
scheme = "ebu"
day = 2026-11-10
name = "Tuesday pairs"
contest = "pairs"
boards = 24
organiser = { level = "club" }
lists = [
    { direction = "NS", places = "1 2 3 4 5 6 7 8 9 10" },
    { direction = "EW", places = "1 2 3 4 5 6 7 8 9" },
]
"""


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Any]:
    def run(text: str, *options: str) -> Result:
        path = tmp_path / "event.toml"
        path.write_text(text)
        return CliRunner().invoke(compare, [str(path), *options])

    return run


def words(text: str, start: str) -> list[str]:
    return next(line.split() for line in text.splitlines() if line.strip().startswith(start))


def test_side_by_side(run: Callable[..., Any]) -> None:
    result = run(EVENT)
    assert result.exit_code == 0
    heading = words(result.stdout, "Place")
    assert {"EBU", "SBU"} <= set(heading)
    first = words(result.stdout, "1  NS")
    assert ["30", "local"] in [first[n : n + 2] for n in range(len(first))]
    assert ["40", "local"] in [first[n : n + 2] for n in range(len(first))]
    assert "more earn nothing in any of these" in result.stdout


def test_the_clause_that_makes_the_difference(run: Callable[..., Any]) -> None:
    text = run(EVENT).stdout
    assert "EBU and SBU differ in the number of awards" in text
    after = text.split("EBU and SBU differ in")[1]
    assert "[EBU 4.1.2]" in after
    assert "SBU: 4, awards go to the top third [SBU 4.3]" in after
    assert "[SBU 9.3]" in after


def test_refusals_name_their_clause(run: Callable[..., Any]) -> None:
    text = run(EVENT.replace("boards = 24", "boards = 40")).stdout
    refused = words(text, "SBU:")
    assert refused[-2:] == ["[SBU", "4.2]"]


def test_assumptions_are_told(run: Callable[..., Any]) -> None:
    text = run(EVENT.replace('scheme = "ebu"', 'scheme = "sbu"\nfacts = { movement = "mitchell" }')).stdout
    assert "EBU: facts.movement left out: only sbu asks for it" in text


def test_nobody_paid_anywhere(run: Callable[..., Any]) -> None:
    small = EVENT[: EVENT.index("lists")] + 'lists = [{ places = "1 2" }]\n'
    assert "Nobody earns anything" in run(small).stdout


def test_no_book_takes_it(run: Callable[..., Any]) -> None:
    handicap = EVENT.replace("boards = 24", "boards = 24\nhandicap = true").replace('level = "club"', 'level = "moon"')
    text = run(handicap).stdout
    assert "No book awards this event as it is." in text


def test_json(run: Callable[..., Any]) -> None:
    data = json.loads(run(EVENT, "--json").stdout)
    assert data["written_for"] == "ebu"
    by_scheme = {item["scheme"]: item for item in data["schemes"]}
    assert by_scheme["sbu"]["awards"][0] == {
        "place": "1",
        "list": "NS",
        "who": "",
        "points": {"local": "40"},
        "uneven": False,
    }
    assert "SBU 9.3" in by_scheme["sbu"]["clauses"]
    difference = next(row for row in data["differences"] if {side["scheme"] for side in row["sides"]} == {"ebu", "sbu"})
    assert difference["aspect"] == "number of awards"
    assert [side["clause"] for side in difference["sides"]] == ["EBU 4.1.2", "SBU 4.3"]


def test_json_tells_refusals(run: Callable[..., Any]) -> None:
    data = json.loads(run(EVENT.replace("boards = 24", "boards = 40"), "--json").stdout)
    refused = next(item for item in data["schemes"] if item["scheme"] == "sbu")["refused"]
    assert [problem["clause"] for problem in refused] == ["SBU 4.2"]


def test_a_file_that_cannot_be_read_says_why(run: Callable[..., Any]) -> None:
    result = run("form = 'session'")
    assert isinstance(result.exception, NotReadable)
    assert "this is missing" in str(result.exception)
