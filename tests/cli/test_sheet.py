"""`masterpoint sheet`: list, template, check."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from masterpoint.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["sheet", *words])


def test_lists_the_sheets() -> None:
    result = run()
    assert result.exit_code == 0
    names = (
        "session-result",
        "tournament-input",
        "teams-result",
        "addition",
        "resignation",
        "alteration",
        "adjustment",
    )
    assert all(name in result.output for name in names)


def test_prints_a_template_that_checks(tmp_path: Path) -> None:
    file = tmp_path / "sheet.toml"
    file.write_text(run("session-result").output, encoding="utf-8")
    result = run("session-result", str(file))
    assert result.exit_code == 0
    assert "Ada Example & Ben Example" in result.output
    assert "40" in result.output


def test_answers_with_the_error_list(tmp_path: Path) -> None:
    file, members = tmp_path / "sheet.toml", tmp_path / "members.csv"
    file.write_text(run("session-result").output, encoding="utf-8")
    members.write_text("number,name,status\n10101,Ada Example,member\n10102,Ben Example,resigned\n", encoding="utf-8")
    result = run("session-result", str(file), "--members", str(members))
    assert result.exit_code == 2
    assert "not a member of a club" in result.output
    assert result.output.count("unallocated computer number") == 5


def test_explains_and_speaks_json(tmp_path: Path) -> None:
    file = tmp_path / "teams.toml"
    file.write_text(run("teams-result").output, encoding="utf-8")
    assert "NZ E20.4a" in run("teams-result", str(file), "--explain").output
    data = json.loads(run("teams-result", str(file), "--json").output)
    assert data["sheet"] == "teams-result"
    assert data["result"]["awards"]


def test_maintenance_forms_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "adjustment.csv"
    file.write_text(run("adjustment").output, encoding="utf-8")
    assert "+20 C" in run("adjustment", str(file)).output


def test_unknown_sheet() -> None:
    result = run("tax-return")
    assert result.exit_code == 2
    assert "session-result" in result.output


def test_a_book_without_forms_says_whose_there_are() -> None:
    result = run("--scheme", "ebu")
    assert result.exit_code == 2
    assert "write one of: nz" in result.output
    assert run("--scheme", "nz").output == run().output
