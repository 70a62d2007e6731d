"""Killed at every write, and all at once: what was acknowledged is there, once; nothing is ever half-written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands

PROGRAM = Path(__file__).with_name("fault_program.py")


@pytest.fixture(scope="module")
def report(
    new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[dict[str, Any]]]:
    """What the program tells of each kill, by act."""
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("faults"),
        "MASTERPOINT_HOME": str(tmp_path_factory.mktemp("home")),
    }
    data = commands.rows_of(PROGRAM, environment)
    return {act: [row for row in data if row["act"] == act] for act in {item["act"] for item in data}}


@pytest.mark.parametrize("act", ["file", "batch", "correct", "withdraw", "close", "promote", "merge", "invoice", "pay"])
def test_killed_at_every_write(act: str, report: dict[str, list[dict[str, Any]]]) -> None:
    kills = report[act]
    assert [kill for kill in kills if kill["problems"]] == []
    assert kills[-1]["said"], "the last child lives"
    assert kills[-1]["there"]
    assert all(kill["status"] == 9 for kill in kills[:-1])
    assert sum(not kill["there"] for kill in kills) >= 3, "died in the middle at least three times"
    assert kills[-2]["there"], "and once between the commit and the answer"


def test_two_people_file_the_same_events_at_once(report: dict[str, list[dict[str, Any]]]) -> None:
    (row,) = report["same"]
    assert row["failed"] == 0
    assert row["problems"] == []
    assert row["receipts"][0] == row["receipts"][1]
    assert row["filings"] == row["versions"] == 6
    assert not row["gaps"]


def test_many_file_at_once(report: dict[str, list[dict[str, Any]]]) -> None:
    (all_of_them,) = report["many"]
    assert all_of_them["failed"] == 0
    assert all_of_them["problems"] == []
    assert len({receipt for some in all_of_them["receipts"] for receipt in some}) == 40
    assert all_of_them["filings"] == 40
    assert not all_of_them["gaps"]
    assert all_of_them["lines"] == all_of_them["totals"] > 0
