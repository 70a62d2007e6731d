"""At the same moment: nothing counts twice, nothing is lost, and everybody is told what became of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands

PROGRAM = Path(__file__).with_name("races_program.py")
RACES = (
    "same file, processes",
    "same file, threads",
    "nearly the same",
    "correct and withdraw",
    "the same correction",
    "close and file",
    "two merges",
    "promote",
    "merge and file",
    "renew",
)


@pytest.fixture(scope="module")
def report(
    new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[dict[str, Any]]]:
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("races"),
        "MASTERPOINT_HOME": str(tmp_path_factory.mktemp("home")),
    }
    data = commands.rows_of(PROGRAM, environment)
    return {name: [item for item in data if item["race"] == name] for name in (*RACES, "all of them")}


@pytest.mark.parametrize("race", RACES)
def test_the_records_stay_whole(race: str, report: dict[str, list[dict[str, Any]]]) -> None:
    assert report[race]
    for item in report[race]:
        assert item["failed"] == 0, "everybody gets an answer, or a reason"
        assert item["problems"] == []
        assert item["equal"]


def test_verify_finds_nothing_after_all_of_them(report: dict[str, list[dict[str, Any]]]) -> None:
    (item,) = report["all of them"]
    assert item["problems"] == []


@pytest.mark.parametrize("race", ["same file, processes", "same file, threads", "the same correction", "promote"])
def test_all_get_the_same_answer(race: str, report: dict[str, list[dict[str, Any]]]) -> None:
    for item in report[race]:
        assert len(set(item["said"])) == 1, item["said"]
        assert not item["said"][0].startswith("refused")


def test_two_merges_of_the_same_records_are_one(report: dict[str, list[dict[str, Any]]]) -> None:
    for item in report["two merges"]:
        refused = [row for row in item["said"] if row.startswith("refused")]
        assert refused == ["refused: one of the records is already merged"]


def test_those_who_come_too_late_are_told(report: dict[str, list[dict[str, Any]]]) -> None:
    for item in report["close and file"]:
        assert all("is closed" in row for row in item["said"] if row.startswith("refused"))
    for entry in report["merge and file"]:
        assert all("is in the list" in element for element in entry["said"] if element.startswith("refused"))


def test_of_two_that_are_nearly_the_same_only_the_first_is_filed(report: dict[str, list[dict[str, Any]]]) -> None:
    for item in report["nearly the same"]:
        refused = [row for row in item["said"] if row.startswith("refused")]
        assert len(refused) == 1 and "the same day and most of the same players" in refused[0]


def test_what_is_lost_by_a_late_renewal_is_lost_once(report: dict[str, list[dict[str, Any]]]) -> None:
    (item,) = report["renew"]
    assert item["said"] == ["renewed"] * 4
