"""`masterpoint credits`: ABF credit files on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from masterpoint.cli import main

SINGLE = b"0123456000042\r\n0002288000007\r\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.grn").write_bytes(SINGLE)
    (tmp_path / "b.grn").write_bytes(b"0002288000100\r\n")
    (tmp_path / "bad.red").write_bytes(b"0123456000042\r\n12 34\r\n")
    (tmp_path / "old.mp5").write_bytes(b"0100060000042000005\r\n")
    return tmp_path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["credits", *[str(word) for word in words]])


def test_view_shows_lines_and_totals(folder: Path) -> None:
    result = run("view", folder / "a.grn")
    assert result.exit_code == 0
    assert "2 lines, 2 players; 0.49 green" in result.output
    assert "2288" in result.output
    data = json.loads(run("view", "--json", folder / "a.grn").output)
    assert data[0]["totals"] == {"green": "0.49"}


def test_check_lists_faults_by_line_and_fails(folder: Path) -> None:
    result = run("check", folder / "a.grn", folder / "bad.red")
    assert result.exit_code == 1
    assert "line 2" in result.output
    assert run("check", folder / "a.grn").exit_code == 0


def test_merge_convert_and_edit_write_new_files(folder: Path) -> None:
    output = folder / "out"
    assert run("merge", folder / "a.grn", folder / "b.grn", "--name", "all", "--out", output).exit_code == 0
    assert (output / "all.grn").read_bytes() == b"0123456000042\r\n0002288000107\r\n"
    assert run("convert", folder / "old.mp5", "--out", output).exit_code == 0
    assert (output / "old.rag").read_bytes() == b"0100060000042000005\r\n"
    assert run("edit", folder / "a.grn", "2288=0.99", "--remove", "123456", "--out", output).exit_code == 0
    assert (output / "a.grn").read_bytes() == b"0002288000099\r\n"


def test_nothing_is_overwritten_and_faults_are_told(folder: Path) -> None:
    assert run("edit", folder / "a.grn", "2288=0.99", "--out", folder).exit_code == 2
    assert (folder / "a.grn").read_bytes() == SINGLE
    result = run("merge", folder / "a.grn", folder / "bad.red", "--out", folder / "out")
    assert result.exit_code == 2
    assert run("edit", folder / "a.grn", "2288=much", "--out", folder / "out").exit_code == 2


def test_an_event_becomes_credit_files(folder: Path) -> None:
    event = folder / "event.toml"
    event.write_text(
        'form = "session"\nscheme = "abf"\nday = 2026-11-10\ncontest = "pairs"\nboards = 26\n'
        '[organiser]\nlevel = "club"\n[[lists]]\nsize = 14\n'
        '[[lists.entries]]\nplace = 1\nplayers = [{ id = "123456" }, { id = "2288" }]\n',
        encoding="utf-8",
    )
    result = run("from-event", event, "--name", "tuesday", "--out", folder / "out")
    assert result.exit_code == 0, result.output
    assert (folder / "out" / "tuesday.grn").read_bytes() == b"0123456000042\r\n0002288000042\r\n"
