"""Runs of many short transactions: killed at every write and begun by several at once, each thing is done once."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands

PROGRAM = Path(__file__).with_name("runs_program.py")


@pytest.fixture(scope="module")
def rows(new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What the program says, line by line."""
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("runs"),
        "MASTERPOINT_HOME": str(tmp_path_factory.mktemp("home")),
    }
    return commands.rows_of(PROGRAM, environment)


@pytest.mark.parametrize("act", ["charge", "promote", "close", "reopen"])
def test_killed_at_every_write_it_goes_on(act: str, rows: list[dict[str, Any]]) -> None:
    kills = [row for row in rows if row.get("act") == act]
    assert [kill for kill in kills if kill["problems"]] == []
    assert kills[-1]["there"]
    assert all(kill["status"] == 9 for kill in kills[:-1])
    assert sum(not kill["there"] for kill in kills) >= 6, "died in the middle of two pages at least"
    assert kills[-2]["there"], "and once between the commit and the answer"


@pytest.mark.parametrize("race", ["charge", "promote", "close"])
def test_begun_by_several_at_once_all_is_done_once(race: str, rows: list[dict[str, Any]]) -> None:
    (row,) = [row for row in rows if row.get("race") == race]
    assert (row["failed"], row["problems"], row["equal"]) == (0, [], True)
    assert len({*row["said"][:3]}) == 1 and not row["said"][0].startswith("refused"), row["said"]


def test_a_month_is_closed_whole_beside_filings_corrections_and_withdrawals(rows: list[dict[str, Any]]) -> None:
    (race,) = [row for row in rows if row.get("race") == "close"]
    filed, corrected, withdrawn = race["said"][3:]
    assert not filed.startswith("refused") or "is closed" in filed
    assert not corrected.startswith("refused") and not withdrawn.startswith("refused")
    (after,) = [row for row in rows if row.get("after") == "close"]
    is_filed, is_waiting = not filed.startswith("refused"), after["waiting"] == 1
    assert after["waiting"] in (0, 1), "whoever comes after the close waits for the office"
    assert sorted(after["states"]) == ["official"] * (1 + is_filed + is_waiting) + ["withdrawn"] * (not is_waiting)


@pytest.mark.parametrize("race", ["promote", "charge"])
def test_nobody_is_left_out(race: str, rows: list[dict[str, Any]]) -> None:
    (after,) = [row["done"] for row in rows if row.get("after") == race]
    assert after is True


def test_verify_finds_nothing_after_all_of_them(rows: list[dict[str, Any]]) -> None:
    assert rows[-1]["problems"] == []
