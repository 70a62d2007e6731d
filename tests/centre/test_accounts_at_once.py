"""The accounts under strain: several people at the same moment, and every act on them killed at every write."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands

PROGRAM = Path(__file__).with_name("accounts_program.py")


@pytest.fixture(scope="module")
def rows(new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What the program says, line by line."""
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("accounts"),
        "MASTERPOINT_HOME": str(tmp_path_factory.mktemp("home")),
    }
    return commands.rows_of(PROGRAM, environment)


RACES = {
    "invoice": ["26-00001", "nothing due", "nothing due"],
    "payment": ["0 entered, 1 there", "0 entered, 1 there", "1 entered, 1 there"],
    "credit note": ["credited", "refused: more than is left of line 1"],
    "tariff": ["0.9001", "0.9002", "0.9003"],
    "periodic": ["run", "run", "run"],
    "charge fact": ["entered", "there before", "there before"],
    "certificate": ["refused: its points are registered", "refused: its points are registered", "registered"],
}


@pytest.mark.parametrize("race", RACES)
def test_at_the_same_moment_nothing_counts_twice(race: str, rows: list[dict[str, Any]]) -> None:
    (row,) = [row for row in rows if row.get("race") == race]
    assert sorted(row["said"]) == RACES[race]
    assert (row["failed"], row["problems"]) == (0, [])


def test_two_of_the_staff_decide_one_merge_once(rows: list[dict[str, Any]]) -> None:
    first, second = [row for row in rows if row.get("race") == "decide a merge"]
    for row in (first, second):
        assert row["failed"] == 0
        assert row["problems"] == []
        assert sum(answer.startswith("refused:") for answer in row["said"]) == 1
    assert "accepted" in first["said"]
    assert {"accepted", "refused"} & set(second["said"])


@pytest.mark.parametrize("act", ["periodic", "credit note", "tariff", "charge fact", "certificate"])
def test_killed_at_every_write(act: str, rows: list[dict[str, Any]]) -> None:
    kills = [row for row in rows if row.get("act") == act]
    assert [kill for kill in kills if kill["problems"]] == []
    assert kills[-1]["there"]
    assert all(kill["status"] == 9 for kill in kills[:-1])
    assert sum(not kill["there"] for kill in kills) >= 3, "died in the middle at least three times"
    assert kills[-2]["there"], "and once between the commit and the answer"
