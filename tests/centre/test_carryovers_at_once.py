"""What is stored of carried-over points beside the totals stays that of the postings, whatever is killed or raced."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands

PROGRAM = Path(__file__).with_name("carryovers_program.py")
RACES = ("one file, three times", "brought and taken back", "brought and merged", "decayed and brought")


@pytest.fixture(scope="module")
def rows(new_database: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("carryovers"),
        "MASTERPOINT_HOME": str(tmp_path_factory.mktemp("home")),
    }
    return commands.rows_of(PROGRAM, environment)


@pytest.mark.parametrize("act", ["bring", "take back", "take back of one", "decay"])
def test_killed_at_every_write(act: str, rows: list[dict[str, Any]]) -> None:
    kills = [row for row in rows if row.get("act") == act]
    assert [kill for kill in kills if kill["problems"]] == []
    assert kills[-1]["said"] and kills[-1]["there"], "the last child lives"
    assert all(kill["status"] == 9 for kill in kills[:-1])
    assert sum(not kill["there"] for kill in kills) >= 3, "died in the middle at least three times"
    assert kills[-2]["there"], "and once between the commit and the answer"


@pytest.mark.parametrize("race", RACES)
def test_at_the_same_moment(race: str, rows: list[dict[str, Any]]) -> None:
    items = [row for row in rows if row.get("race") == race]
    assert items
    for item in items:
        assert (item["failed"], item["problems"], item["equal"]) == (0, [], True), item


def test_one_file_is_brought_once(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        if row.get("race") == "one file, three times":
            assert sum("these balances were posted on" in answer for answer in row["said"]) == 2


def test_verify_finds_nothing_after_all_of_them(rows: list[dict[str, Any]]) -> None:
    last = rows[-1]
    assert last["problems"] == []
    assert last["years"] > 50 and last["balances"] > 20
