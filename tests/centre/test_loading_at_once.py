"""A load of open data that is killed half way has written nothing and begins again; of two at once, one is done."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands

PROGRAM = Path(__file__).with_name("loading_program.py")


@pytest.fixture(scope="module")
def lines(new_database: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("loading"),
        "MASTERPOINT_HOME": str(tmp_path_factory.mktemp("home")),
    }
    return commands.rows_of(PROGRAM, environment)


def test_killed_at_every_write(lines: list[dict[str, Any]]) -> None:
    kills = [line for line in lines if line.get("act") == "load"]
    assert [kill for kill in kills if kill["problems"]] == []
    assert kills[-1]["said"] == "29 people, 1 results, 37 lines, 3 ranks" and kills[-1]["there"]
    assert all(kill["status"] == 9 for kill in kills[:-1])
    assert sum(not kill["there"] for kill in kills) >= 20, "died in the middle again and again"
    assert kills[-2]["there"], "and once between the commit and the answer"


def test_of_two_at_once_one_is_done_and_the_other_refused(lines: list[dict[str, Any]]) -> None:
    races = [line for line in lines if line.get("race") == "one file twice"]
    assert races
    for race in races:
        assert (race["failed"], race["problems"], race["equal"]) == (0, [], True)
        loaded, refused = sorted(race["said"])
        assert loaded.startswith("29 people") and refused == "refused: people are registered here already"


def test_verify_finds_nothing_after_all_of_them(lines: list[dict[str, Any]]) -> None:
    assert lines[-1]["problems"] == []
