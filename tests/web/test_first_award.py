"""J13: a developer's first award. What makes five minutes enough: three commands, little to install, no network.

The answer is the server's own, and the suite of cases runs against any program.
"""

from __future__ import annotations

import json
import re
import shlex
import socket
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from django.test import Client

import masterpoint
from answers import existing
from masterpoint.cli import main
from masterpoint.core.exact import figure_text
from web.test_api_kit import ROOT as API

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/developers/library.md").read_text(encoding="utf-8")
STEPS = existing(re.search(r"## From nothing to a first award\n.*?\n\n((?:    [^\n]+\n)+)", PAGE, re.S))[1].split(
    "\n    "
)


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder on a machine without a network."""

    def refuse(*_: Any) -> None:
        raise OSError("no network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str) -> str:
    """A command of the page; `> file` keeps what it says."""
    words, _, target = command.strip().partition(" > ")
    answer = CliRunner().invoke(main, shlex.split(words)[1:])
    assert answer.exit_code == 0, answer.output
    if target:
        Path(target).write_text(answer.stdout, encoding="utf-8")
    return answer.stdout


@pytest.mark.django_db
def test_three_commands_lead_to_an_award_that_is_the_servers(offline: Path, client: Client) -> None:
    install, *others = [step.strip() for step in STEPS]
    assert install == f"pip install masterpoint-{masterpoint.__version__}-py3-none-any.whl" and len(others) == 2
    explained = [run(command) for command in others][-1]
    event = offline / "event.toml"
    answer = client.post(f"{API}/award", event.read_bytes(), content_type="application/toml").json()
    awards = masterpoint.award(event)
    assert len(awards) == len(answer["awards"]) > 1
    for award, printed in zip(awards.as_data()["awards"], answer["awards"], strict=True):
        assert (award["points"], award["who"], award["why"]) == (printed["points"], printed["who"], printed["why"])
    assert f": {figure_text(awards[0].points)} {awards[0].colour}" in explained and awards[0].why() in explained


def test_the_engine_installs_without_the_centre() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split(r"[<>=\[]", requirement)[0] for requirement in project["dependencies"]}
    assert len(names) <= 6 and not {name for name in names if "django" in name}


def test_the_suite_of_cases_comes_with_it(offline: Path) -> None:
    suite = json.loads(run("masterpoint conformance --scheme sbu"))
    assert suite["cases"] and suite["version"]
