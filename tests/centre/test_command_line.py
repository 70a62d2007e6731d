"""The command line over the same services, as a program, on the database the tests run on."""

from __future__ import annotations

import gc
import gzip
import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import commands
import databases
from masterpoint.cli import main
from masterpoint.cli.django_setup import set_up_django

MEMBERS = "number,given_name,family_name,club,joined\n" + "".join(
    f"{100 + n},Ada,Example{n},1001,2020-01-01\n" for n in range(16)
)

ANOTHER = ("init", "wbu", "--name", "Another", "--staff", "other@example.org", "--password", "long enough for staff")
IN_THIS_PROCESS = ("--jobs", "1")
"""Of `verify`, where nobody asks whether several processes find the same: each of them costs a start."""
BEHIND_PROXY = {"MASTERPOINT_BEHIND_PROXY": "yes", "MASTERPOINT_HOSTS": "points.example.org"}
ANY_PASSWORD: dict[str, Any] = {"DJANGO_SETTINGS_MODULE": "settings_for_tests"}
"""For accounts nobody signs in to: the real way to keep a password is made to be slow."""


class Centre:
    """A Centre with a home and a database of its own."""

    def __init__(self, database: str, home: Path) -> None:
        self.database, self.home = database, home

    def run(self, *words: str, status: int = 0, **environment: Any) -> str:
        data = os.environ | {
            "MASTERPOINT_DATABASE": self.database,
            "MASTERPOINT_HOME": str(self.home),
            "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
        }
        result = commands.run([*words], data | environment)
        assert result.returncode == status, result.stdout + result.stderr
        return result.stdout + (result.stderr if status else "")

    def exported(self, code: str = "ebu") -> list[dict[str, Any]]:
        target = self.home / "export.jsonl"
        self.run("export", code, str(target))
        return [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("files") / "tuesday.json"
    entries = [
        {"place": place, "players": [{"id": str(98 + 2 * place)}, {"id": str(99 + 2 * place)}]} for place in range(1, 9)
    ]
    event = {
        "form": "session",
        "scheme": "ebu",
        "day": "2026-10-13",
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [{"entries": entries}],
    }
    path.write_text(json.dumps(event))
    return path


@pytest.fixture(scope="module")
def centre(new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory, session: Path) -> Any:
    """A federation with a club, members and one filing."""
    home = tmp_path_factory.mktemp("centre")
    result = Centre(new_database("first"), home)
    text = result.run(
        "init", "ebu", "--name", "The Union", "--staff", "staff@example.org", "--password", "long enough for staff"
    )
    assert "staff@example.org may sign in" in text
    result.run("add-club", "ebu", "1001", "Riverside Bridge Club")
    members = home / "members.csv"
    members.write_text(MEMBERS)
    assert "16 members loaded" in result.run("load-members", "ebu", str(members))
    assert "Filed. Receipt EBU-" in result.run("file", "ebu", "1001", str(session))
    return result


def test_the_first_account_needs_a_good_password(centre: Any) -> None:
    words = ("init", "sbu", "--name", "Another", "--staff", "other@example.org", "--password")
    assert "too short" in centre.run(*words, "short", status=2)


def test_records_and_backups_are_for_their_owner_alone(new_database: Callable[..., Any], tmp_path: Path) -> None:
    """Of a machine that others use as well: names and addresses of members, and digests of passwords."""
    another = Centre(new_database("private") if databases.ON_POSTGRES else "", tmp_path / "records")
    another.run(*ANOTHER, **ANY_PASSWORD)
    another.run("backup", str(tmp_path / "copy.backup"))
    for name in ("records", "copy.backup"):
        assert not (tmp_path / name).stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO), name


@pytest.mark.skipif(databases.ON_POSTGRES, reason="a database of PostgreSQL that is not there is said to be so")
@pytest.mark.parametrize("command", [("backup", "copy"), ("backup", "--portable", "copy"), ("serve",), ("verify",)])
def test_where_there_are_no_records_nothing_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """A slip in MASTERPOINT_HOME: no backup of nothing, and the disk is not blamed."""
    monkeypatch.chdir(tmp_path)
    secret = "".join(map(str, range(40)))
    centre = Centre("", tmp_path / "not" / "there")
    text = centre.run(*command, status=2, MASTERPOINT_MODE="production", MASTERPOINT_SECRET=secret, **BEHIND_PROXY)
    assert "There are no records in this database yet" in text
    assert "`masterpoint init`" in text
    assert list(tmp_path.rglob("*copy*")) == []


def test_there_is_no_demo_in_production(centre: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MASTERPOINT_MODE", "production")
    monkeypatch.setenv("MASTERPOINT_SECRET", "s" * 50)
    assert "none in production" in centre.run("demo", "--no-serve", status=1)


def test_filing_again_changes_nothing(centre: Any, session: Path) -> None:
    assert "Already filed" in centre.run("file", "ebu", "1001", str(session))


def test_a_wrong_name_is_told(centre: Any, session: Path) -> None:
    assert "it has: ebu" in centre.run("close", "nowhere", "2026-10", status=2)
    assert "no such organisation" in centre.run("file", "ebu", "9999", str(session), status=2)
    assert "nobody signs in" in centre.run("close", "ebu", "2026-10", "--officer", "x@example.org", status=2)


def test_the_months_work(centre: Any) -> None:
    waiting = centre.run("approve", "ebu")
    receipt = waiting.split()[0]
    officer = ("--officer", "staff@example.org")
    assert f"{receipt} is official" in centre.run("approve", "ebu", receipt, *officer)
    assert "October 2026 is closed" in centre.run("close", "ebu", "2026-10", *officer)
    centre.run("promote", "ebu", "2026-10-31", *officer)
    assert "Nothing is due" in centre.run("turn-of-year", "ebu", "2025", *officer)
    text = centre.run("statement", "ebu", "100")
    assert "local: 18" in text
    assert "2026-10-13" in text
    assert "0 differences" in centre.run("verify")


@pytest.fixture(scope="module")
def export(centre: Any) -> Any:
    return centre.exported()


@pytest.fixture(scope="module")
def portable(centre: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    copy = tmp_path_factory.mktemp("copies") / "copy.jsonl.gz"
    centre.run("backup", "--portable", str(copy))
    return copy


def _programs(old: bool) -> dict[str, str]:
    """A PATH without PostgreSQL's programs, or with those that belong to the server."""
    if old:
        return {"PATH": str(Path(sys.executable).parent)}
    from tools.postgres import programs_folder

    return {"PATH": f"{programs_folder()}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize("kind", ["native", "portable", "without client programs"])
def test_the_restore_drill(
    centre: Any, export: Any, new_database: Callable[..., Any], tmp_path: Path, kind: str
) -> None:
    environment: dict[str, Any] = _programs(old=kind == "without client programs")
    copy = tmp_path / "copy"
    centre.run("backup", *(["--portable"] if kind == "portable" else []), str(copy), **environment)
    elsewhere = Centre(new_database(f"second_{kind[:6]}"), tmp_path / "elsewhere")
    assert "Restored" in elsewhere.run("restore", str(copy), **environment)
    assert "0 differences" in elsewhere.run("verify")
    assert elsewhere.exported() == export
    head = centre.run("head")
    assert elsewhere.run("head") == head
    assert "0 differences" in elsewhere.run("verify", "--head", head.split()[2], *IN_THIS_PROCESS)


def test_a_head_that_is_gone_is_told(centre: Any) -> None:
    assert "no posting carries the published head" in centre.run(
        "verify", "--head", "ab" * 32, *IN_THIS_PROCESS, status=2
    )
    assert "this is not a head" in centre.run("verify", "--head", "abc", status=2)


@pytest.mark.parametrize("kind", ["native", "portable"])
@pytest.mark.parametrize("damage", ["cut", "changed", "emptied", "nonsense"])
def test_no_damaged_backup_of_any_kind_is_taken(centre: Any, tmp_path: Path, kind: str, damage: Any) -> None:
    copy = tmp_path / "copy"
    centre.run("backup", *(["--portable"] if kind == "portable" else []), str(copy), **_programs(old=False))
    data = copy.read_bytes()
    middle = len(data) // 2
    changed = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    copy.write_bytes({"cut": data[:middle], "changed": changed, "emptied": b"", "nonsense": b"x" * 9000}[damage])
    assert "damaged" in centre.run("restore", "--replace", str(copy), status=2, **_programs(old=False))
    if damage != "changed":
        copy.with_name("copy.sha256").unlink()
        centre.run("restore", "--replace", str(copy), status=2, **_programs(old=False))
    assert "local: 18" in centre.run("statement", "ebu", "100")
    assert "0 differences" in centre.run("verify", *IN_THIS_PROCESS)


def test_a_restore_replaces_nothing_unless_it_is_told_to(
    centre: Any, portable: Any, new_database: Callable[..., Any], tmp_path: Path
) -> None:
    full = Centre(new_database("full"), tmp_path)
    full.run(*ANOTHER, **ANY_PASSWORD)
    before = full.exported("wbu")
    assert "all of them would be lost" in full.run("restore", str(portable), status=2)
    assert full.exported("wbu") == before


def test_a_backup_of_either_kind_replaces_a_damaged_database(portable: Any, tmp_path: Path) -> None:
    damaged, native = Centre("", tmp_path), tmp_path / "native"
    database = tmp_path / "masterpoint.sqlite3"
    database.write_bytes(b"nonsense" * 1000)
    assert "put back the newest backup that is sound" in damaged.run("head", status=3)
    damaged.run("restore", "--replace", str(portable))
    head = damaged.run("head")
    damaged.run("backup", str(native))
    data = database.read_bytes()
    database.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    damaged.run("restore", "--replace", str(native))
    assert damaged.run("head") == head


def test_a_backup_replaces_what_is_there(
    centre: Any, new_database: Callable[..., Any], portable: Any, tmp_path: Path
) -> None:
    elsewhere = Centre(new_database("replaced"), tmp_path)
    elsewhere.run(*ANOTHER, **ANY_PASSWORD)
    elsewhere.run("restore", "--replace", str(portable))
    assert "no such federation" in elsewhere.run("close", "wbu", "2026-10", status=2)
    assert "0 differences" in elsewhere.run("verify", *IN_THIS_PROCESS)


def test_a_backup_moves_from_one_database_to_the_other(
    export: Any, portable: Any, new_database: Callable[..., Any], tmp_path: Path, session: Path
) -> None:
    embedded = Centre(f"sqlite:///{tmp_path / 'embedded.sqlite3'}", tmp_path)
    embedded.run("restore", "--replace", str(portable))
    assert list(tmp_path.glob("*.restoring*")) == []
    embedded.run("backup", "--portable", str(tmp_path / "back.jsonl.gz"))
    back = Centre(new_database("back"), tmp_path / "back")
    back.run("restore", "--replace", str(tmp_path / "back.jsonl.gz"))
    assert back.exported() == export
    event = json.loads(session.read_text()) | {"day": "2026-11-03"}
    later = tmp_path / "later.json"
    later.write_text(json.dumps(event))
    assert "Filed. Receipt" in back.run("file", "ebu", "1001", str(later)), "and goes on from there"
    assert "0 differences" in back.run("verify", *IN_THIS_PROCESS)


def test_who_was_erased_is_erased_again_when_an_older_backup_is_restored(
    portable: Any, new_database: Callable[..., Any], tmp_path: Path
) -> None:
    elsewhere = Centre(new_database("erased"), tmp_path)
    elsewhere.run("restore", "--replace", str(portable))
    name = elsewhere.run("statement", "ebu", "100").split(",")[0].split("(")[0].strip()
    assert "nobody has this number" in elsewhere.run("erase", "ebu", "99999", "--yes", status=2)
    assert "number 100 has no name" in elsewhere.run("erase", "ebu", "100", "--yes")
    assert "0 differences" in elsewhere.run("verify", *IN_THIS_PROCESS)
    assert "erased on" in elsewhere.run("erase", "ebu", "100", "--yes", status=2)
    elsewhere.run("restore", "--replace", str(portable))
    statement = elsewhere.run("statement", "ebu", "100")
    assert name not in statement and "A player" in statement and "local: 18" in statement
    checked = elsewhere.run("verify", *IN_THIS_PROCESS)
    assert "0 differences" in checked and "ebu: 1 person was erased" in checked


@pytest.mark.parametrize("damage", ["cut", "changed", "nothing"])
def test_a_damaged_backup_is_refused_and_nothing_is_lost(
    centre: Any, portable: Any, tmp_path: Path, damage: Any
) -> None:
    bad = tmp_path / "bad.gz"
    if damage == "cut":
        bad.write_bytes(portable.read_bytes()[:-200])
    elif damage == "changed":
        bad.write_bytes(gzip.compress(gzip.decompress(portable.read_bytes()).replace(b"Example3", b"Example4")))
    else:
        bad.write_bytes(gzip.compress(b""))
    assert "damaged" in centre.run("restore", "--replace", str(bad), status=2)
    assert "local: 18" in centre.run("statement", "ebu", "100")


def test_the_export_is_the_whole_federation(export: Any) -> None:
    data = export
    assert sum("person" in line and "posting" not in line for line in data) == 16
    (posting,) = [line for line in data if "posting" in line]
    assert len(posting["hash"]) == 64
    assert {line["hundredths"] for line in posting["lines"]} == {1800, 1200, 600}


def test_open_data_of_one_centre_is_loaded_into_another_once(
    centre: Any, new_database: Callable[..., Any], tmp_path: Path
) -> None:
    written = centre.run("open-data", "ebu", "--out", str(tmp_path)).partition(": ")[0]
    another = Centre(new_database("elsewhere"), tmp_path)
    again = ("init", "ebu", "--name", "Again", "--staff", "staff@example.org", "--password", "long enough for staff")
    another.run(*again, **ANY_PASSWORD)
    words = ("load-open-data", "ebu", written, "--officer", "staff@example.org")
    loaded = another.run(*words)
    assert "people: 16; results: 1;" in loaded and "not derived" not in loaded
    assert "0 differences" in another.run("verify", *IN_THIS_PROCESS)
    assert "people are registered here already" in another.run(*words, status=2)


def test_every_command_of_the_centre_has_its_help() -> None:
    for name in ("init", "verify", "backup", "restore", "approve", "turn-of-year"):
        result = CliRunner().invoke(main, [name, "--help"])
        assert result.exit_code == 0


def test_the_office_files_late_with_a_reason(centre: Any, session: Path, tmp_path: Path) -> None:
    missed = tmp_path / "missed.json"
    missed.write_text(session.read_text().replace("2026-10-13", "2026-10-20"))
    words = ("file", "ebu", "1001", str(missed))
    assert "who can file it late" in centre.run(*words, status=2)
    assert "may not do this" in centre.run(*words, "--late", "lost in the post", status=2)
    assert "Filed" in centre.run(*words, "--late", "lost in the post", "--officer", "staff@example.org")
    assert "0 differences" in centre.run("verify")


def test_balances_of_an_older_register_are_posted_once(centre: Any, tmp_path: Path) -> None:
    file = tmp_path / "balances.csv"
    file.write_text("number,colour,points,day,reason\n101,local,250,2025-12-31,the old register\n")
    data = ("open-balances", "ebu", str(file), "--officer", "staff@example.org", "--yes")
    assert "1 balance of 1 player: the old register\n  local: 250\nPosted, as number" in centre.run(*data)
    assert "nothing more to do" in centre.run(*data, status=2)
    assert "2025-12-31       250 local" in centre.run("statement", "ebu", "101")


def test_old_ratings_are_brought_in_where_the_book_has_ratings(centre: Any, tmp_path: Path) -> None:
    file = tmp_path / "ratings.csv"
    file.write_text("number,year,rating,grade,reason\n101,2024,84,,the old register\n")
    command = ("open-ratings", "ebu", str(file), "--officer", "staff@example.org", "--yes")
    assert "its book has no ratings" in centre.run(*command, status=2)


def test_no_garbage_is_looked_for_in_what_was_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """It took 40 ms and more, now and then in the middle of an act that has the lock."""
    frozen: list[bool] = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(True))
    set_up_django(any_version=True)
    assert frozen
