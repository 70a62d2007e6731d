"""The machine fails: the database server is killed, the disk is full, somebody else keeps the records busy."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands

ON_POSTGRES = os.environ.get("MASTERPOINT_DATABASE", "").startswith("postgres")


def reported_by(program: str, home: Path, database: str) -> dict[str, list[dict[str, Any]]]:
    environment = os.environ | {
        "MASTERPOINT_DATABASE": database,
        "MASTERPOINT_HOME": str(home),
    }
    data = commands.rows_of(Path(__file__).with_name(program), environment)
    return {act: [row for row in data if row["act"] == act] for act in {item["act"] for item in data}}


class TestServerKilled:
    __test__ = ON_POSTGRES  # on a server of its own, beside the other tests of PostgreSQL

    @pytest.fixture(scope="class")
    @classmethod
    def report(cls, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
        return reported_by("faults_server_program.py", tmp_path_factory.mktemp("home"), "")

    @pytest.mark.parametrize("act", ["file", "close", "correct"])
    def test_at_every_write(self, act: str, report: dict[str, list[dict[str, Any]]]) -> None:
        kills = report[act]
        assert [kill for kill in kills if kill["problems"]] == []
        assert not kills[-1]["killed"] and kills[-1]["there"], "the last one is left alone"
        assert all(kill["killed"] for kill in kills[:-1])
        assert sum(not kill["there"] for kill in kills) >= 3, "died in the middle at least three times"
        assert kills[-2]["said"] and kills[-2]["there"], "and once after the answer"

    def test_at_some_moment(self, report: dict[str, list[dict[str, Any]]]) -> None:
        assert [item for item in report["moment"] if item["lost"] or item["problems"]] == []
        assert all(row["said"] for row in report["moment"])


class TestDisk:
    __test__ = not ON_POSTGRES  # the disk of the embedded database

    @pytest.fixture(scope="class")
    @classmethod
    def report(
        cls, new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory
    ) -> dict[str, list[dict[str, Any]]]:
        return reported_by("faults_disk_program.py", tmp_path_factory.mktemp("home"), new_database("full"))

    @pytest.mark.parametrize("how", ["no room", "no pages"])
    @pytest.mark.parametrize("act", ["file", "close", "correct", "merge"])
    def test_full_at_every_stage(self, act: str, how: str, report: dict[str, list[dict[str, Any]]]) -> None:
        tries = report[f"{act}, {how}"]
        assert [item for item in tries if item["problems"]] == []
        assert tries[-1]["there"]
        assert all(row["status"] and not row["said"] for row in tries[:-1])

    def test_it_was_full_in_the_middle(self, report: dict[str, list[dict[str, Any]]]) -> None:
        assert len(report["file, no room"]) >= 3
        assert len(report["file, no pages"]) >= 2

    def test_kept_busy_it_is_said_plainly(self, report: dict[str, list[dict[str, Any]]]) -> None:
        (busy,) = report["busy"]
        assert busy["status"] == 503 and busy["retry"] == "30"
        assert "cannot be reached just now" in busy["message"] and "never count twice" in busy["message"]
        assert busy["read"] == 200, "reading goes on meanwhile"
        assert busy["later"] == 302
