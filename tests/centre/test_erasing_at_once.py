"""Somebody is erased by several people at once, while they play, and by a process that dies at every write."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands

PROGRAM = Path(__file__).with_name("erasing_program.py")


@pytest.fixture(scope="module")
def rows(new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What the program says, line by line."""
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("erasing"),
        "MASTERPOINT_HOME": str(tmp_path_factory.mktemp("home")),
    }
    return commands.rows_of(PROGRAM, environment)


def race(rows: list[dict[str, Any]], name: str) -> list[str]:
    (row,) = [row for row in rows if row.get("race") == name]
    assert (row["failed"], row["problems"]) == (0, [])
    return sorted(row["said"])


def test_of_three_who_erase_the_same_person_two_are_refused(rows: list[dict[str, Any]]) -> None:
    erased, *late = race(rows, "erase")
    assert erased == "10000"
    assert late == ["refused: erased on 15 November 2026 already"] * 2


def test_no_name_comes_back_with_an_evening_filed_at_that_moment(rows: list[dict[str, Any]]) -> None:
    assert "10001" in race(rows, "erase and file")


def test_a_code_opens_one_account(rows: list[dict[str, Any]]) -> None:
    assert race(rows, "claim").count("claimed") == 1


def test_killed_at_every_write_of_every_page(rows: list[dict[str, Any]]) -> None:
    """What is there is proved after each kill, and the next try goes on with the rest."""
    kills = [row for row in rows if row.get("act") == "erase in pages"]
    assert [kill for kill in kills if kill["problems"]] == []
    assert kills[-1]["there"] and kills[-1]["status"] == 0
    assert sum(not kill["there"] for kill in kills) >= 5, "died in the middle at least five times"


def test_killed_at_every_write(rows: list[dict[str, Any]]) -> None:
    kills = [row for row in rows if row.get("act") == "erase"]
    assert [kill for kill in kills if kill["problems"]] == []
    assert kills[-1]["there"]
    assert all(kill["status"] == 9 for kill in kills[:-1])
    assert sum(not kill["there"] for kill in kills) >= 3, "died in the middle at least three times"
    assert kills[-2]["there"], "and once between the commit and the answer"
