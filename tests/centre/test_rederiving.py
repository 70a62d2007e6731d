"""A changed engine is not tampering: a copy of the program with another figure in its book, over the same records."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import commands
import masterpoint

FIGURES = Path("schemes/ebu/editions/2014/figures.toml")
BEFORE, AFTER = '[18, "1/3"]', '[18, "1/2"]'
"""EBU 4.1.2: the part of the field that is paid from 18 boards on; the changed engine pays half of it."""
OFFICER = ("--officer", "staff@example.org")


@pytest.fixture(scope="module")
def centre(new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A Centre with one evening, and two programs to run over it: this one and a changed copy.

    The copy is compiled already: its files are as old as those that it is made of, but for the figures.
    """
    home = tmp_path_factory.mktemp("centre")
    copy = home / "changed"
    shutil.copytree(Path(masterpoint.__file__).parent, copy / "masterpoint")
    figures = copy / "masterpoint" / FIGURES
    text = figures.read_text(encoding="utf-8")
    assert text.count(BEFORE) == 1
    figures.write_text(text.replace(BEFORE, AFTER), encoding="utf-8")
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("rederive"),
        "MASTERPOINT_HOME": str(home),
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }

    def run(*words: str, changed: bool = False, status: int = 0, cold: bool = False) -> Any:
        result: commands.Done | subprocess.CompletedProcess[str]
        if cold:
            program = [sys.executable, "-c", "from masterpoint.cli import main; main()", *words]
            data = environment | {"PYTHONPATH": str(copy)}
            result = subprocess.run(program, env=data, capture_output=True, text=True, check=False)
        else:
            result = commands.run([*words], environment, source=str(copy) if changed else "")
        assert result.returncode == status, result.stdout + result.stderr
        return result.stdout + result.stderr

    run("init", "ebu", "--name", "Union", "--staff", OFFICER[1], "--password", "a long enough one")
    run("add-club", "ebu", "1001", "Riverside")
    members = home / "members.csv"
    rows = [f"{100 + n},Ada{n},Ashby{n},1001" for n in range(24)]
    members.write_text("\n".join(["number,given_name,family_name,club", *rows]), encoding="utf-8")
    run("load-members", "ebu", str(members))
    evening = home / "tuesday.json"
    entries = [
        {"place": place, "players": [{"id": str(98 + 2 * place)}, {"id": str(99 + 2 * place)}]}
        for place in range(1, 13)
    ]
    event = {"form": "session", "scheme": "ebu", "day": "2026-10-13", "contest": "pairs", "boards": 24}
    event |= {"organiser": {"level": "club"}, "lists": [{"entries": entries}]}
    evening.write_text(json.dumps(event), encoding="utf-8")
    run("file", "ebu", "1001", str(evening))
    return run


def test_the_engine_that_awarded_finds_nothing(centre: Any) -> None:
    text = centre("verify", "--jobs", "1")
    assert "0 differences" in text and "otherwise" not in text
    assert "0 filings would be awarded differently" in centre("rederive", "ebu")


def test_another_engine_cries_no_tampering_and_names_both(centre: Any) -> None:
    text = centre("verify", "--jobs", "1", changed=True)
    assert "0 differences" in text
    match = re.search(r"awarded by the (.+?), engine (\S+); this engine \((\S+), .+ would give \d+ awards", text)
    assert match, text
    assert match[2] != match[3] and all(name.startswith(masterpoint.__version__ + "+") for name in match.groups()[1:])


def test_the_differences_are_shown_and_posted_by_decision_of_the_staff(centre: Any) -> None:
    shown = centre("rederive", "ebu", changed=True)
    assert "Ada8 Ashby8 (108): 0 ->" in shown and "1 filing would be awarded differently" in shown
    assert "has to decide" in centre("rederive", "ebu", "--post", changed=True, status=2)
    unknown = ("--officer", "x@example.org", "--reason", "why")
    assert "nobody signs in" in centre("rederive", "ebu", "--post", *unknown, changed=True, status=2)
    before = centre("statement", "ebu", "108")
    posting = partial(centre, "rederive", "ebu", "--post", *OFFICER, "--reason", "the scale was misread", cold=True)
    with ThreadPoolExecutor(2) as pool:  # two of the staff decide at the same moment
        texts = [future.result() for future in [pool.submit(posting), pool.submit(posting)]]
    assert sorted("1 posted, 0 wait" in text for text in texts) == [False, True], texts
    after = centre("statement", "ebu", "108", changed=True)
    assert "local:" in after and "local:" not in before
    text = centre("verify", "--jobs", "1", changed=True)
    assert "0 differences" in text and "otherwise" not in text
    assert "0 filings would be awarded differently" in centre("rederive", "ebu", changed=True)
    assert "0 posted" in centre("rederive", "ebu", "--post", *OFFICER, "--reason", "again", changed=True)
