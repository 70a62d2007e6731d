"""Reported points and sheets, killed at every write and sent by several at once: there whole, once, or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands

PROGRAM = Path(__file__).with_name("papers_program.py")


@pytest.fixture(scope="module")
def lines(new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("papers"),
        "MASTERPOINT_HOME": str(tmp_path_factory.mktemp("home")),
    }
    return commands.rows_of(PROGRAM, environment)


@pytest.mark.parametrize("act", ["report", "adjust"])
def test_killed_at_every_write(act: str, lines: Any) -> None:
    kills = [line for line in lines if line.get("act") == act]
    assert [kill for kill in kills if kill["problems"]] == []
    assert kills[-1]["said"] and kills[-1]["there"]
    assert all(kill["status"] == 9 for kill in kills[:-1])
    assert sum(not kill["there"] for kill in kills) >= 3, "died in the middle at least three times"
    assert kills[-2]["there"], "and once between the commit and the answer"


@pytest.mark.parametrize(
    ("race", "refusal"),
    [
        ("one return", "refused: these credits were posted"),
        ("one adjustment", "returned: the same sheet was filed"),
        ("one sheet", "refused: this sheet is filed"),
    ],
)
def test_of_several_at_once_one_is_done_and_the_others_are_told(race: str, refusal: Any, lines: Any) -> None:
    (item,) = [line for line in lines if line.get("race") == race]
    assert (item["failed"], item["problems"], item["equal"]) == (0, [], True)
    assert sum(answer.startswith(refusal) for answer in item["said"]) == 2, item["said"]


def test_of_two_stages_at_once_the_second_files_both(lines: Any) -> None:
    (item,) = [line for line in lines if line.get("race") == "two stages"]
    assert (item["failed"], item["problems"]) == (0, [])
    first, second = sorted(item["said"])
    assert first.startswith("Filed, receipt ") and second.startswith("Stage "), item["said"]


@pytest.mark.parametrize(
    ("race", "now", "noted_lines"),
    [
        ("one schedule", ["events"], 1),
        ("two ticks", ["events", "noticeboard", "ranking"], 3),
        ("two unticked", ["events"], 5),
    ],
)
def test_what_two_of_the_staff_tick_at_once_both_stays(race: str, now: Any, noted_lines: Any, lines: Any) -> None:
    """Each changes what they ticked and unticked, and each change is noted once."""
    (item,) = [line for line in lines if line.get("race") == race]
    assert (item["failed"], item["problems"]) == (0, [])
    (stored,) = [line for line in lines if line.get("schedule") == race]
    assert (sorted(stored["now"]), len(stored["changes"])) == (now, noted_lines)


def test_of_two_whole_schedules_at_once_the_last_stays_and_every_change_follows_the_one_before(lines: Any) -> None:
    (item,) = [line for line in lines if line.get("race") == "two schedules"]
    assert (item["failed"], sorted(item["said"])) == (0, ["noticeboard", "ranking"])
    (stored,) = [line for line in lines if line.get("schedule") == "two schedules"]
    assert stored["now"] in (["noticeboard"], ["ranking"])
    assert [after for _, after in stored["changes"]][-1] == stored["now"]
    assert [before for before, _ in stored["changes"][1:]] == [after for _, after in stored["changes"][:-1]]


def test_verify_finds_nothing_after_all_of_them(lines: Any) -> None:
    assert lines[-1]["problems"] == []
