"""At the same moment: nothing counts twice, nothing is lost, and everybody is told what became of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("races_program.py")
TESTS = Path(__file__).parents[1]
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
def found(new_database, tmp_path_factory):
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("races"),
        "MASTERPOINT_HOME": str(tmp_path_factory.mktemp("home")),
        "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS / "centre"), str(TESTS.parent), *sys.path]),
    }
    done = subprocess.run([sys.executable, PROGRAM], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-3000:]
    told = [json.loads(line) for line in done.stdout.splitlines()]
    return {name: [one for one in told if one["race"] == name] for name in RACES}


@pytest.mark.parametrize("race", RACES)
def test_the_records_stay_whole(race, found):
    assert found[race]
    for one in found[race]:
        assert one["failed"] == 0, "everybody gets an answer, or a reason"
        assert one["problems"] == []
        assert one["equal"]


@pytest.mark.parametrize("race", ["same file, processes", "same file, threads", "the same correction", "promote"])
def test_all_get_the_same_answer(race, found):
    for one in found[race]:
        assert len(set(one["said"])) == 1, one["said"]
        assert not one["said"][0].startswith("refused")


def test_two_merges_of_the_same_records_are_one(found):
    for one in found["two merges"]:
        refused = [said for said in one["said"] if said.startswith("refused")]
        assert refused == ["refused: one of the records is merged already"]


def test_those_who_come_too_late_are_told(found):
    for one in found["close and file"]:
        assert all("is closed" in said for said in one["said"] if said.startswith("refused"))
    for one in found["merge and file"]:
        assert all("is in the list" in said for said in one["said"] if said.startswith("refused"))


def test_of_two_that_are_nearly_the_same_only_the_first_is_filed(found):
    for one in found["nearly the same"]:
        refused = [said for said in one["said"] if said.startswith("refused")]
        assert len(refused) == 1 and "the same day and most of the same players" in refused[0]


def test_what_is_lost_by_a_late_renewal_is_lost_once(found):
    (one,) = found["renew"]
    assert one["said"] == ["renewed"] * 4
