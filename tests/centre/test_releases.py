"""A Centre of every released version, with data, becomes one of this version: by `upgrade`, and from its backup.

`released/` holds a portable backup of each release, made by that release.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tools import postgres

import commands
import databases
from masterpoint.centre import backups, new_tables

RELEASED = Path(__file__).with_name("released")
VERSIONS = sorted(path.name.removesuffix(".jsonl.gz") for path in RELEASED.glob("*.jsonl.gz"))
CHANGES = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
TABLES = new_tables.known_migrations({model._meta.app_label for model in backups.stored_models()})
"""What makes the tables of this version that a backup has."""
GZIP = b"\x1f\x8b"
INIT = ("init", "nz", "--name", "New", "--staff", "a@example.org", "--password", "long enough for staff")
ANY_PASSWORD: dict[str, Any] = {"DJANGO_SETTINGS_MODULE": "settings_for_tests"}
"""For accounts nobody signs in to: the real way to keep a password is made to be slow."""
AS_IT_WAS = """
import django, sys
from pathlib import Path
django.setup()
from masterpoint.centre import backups
backups._create_and_load(Path(sys.argv[1]), lambda rows: None)
"""

KILLED_HALF_WAY = """
import django, os
django.setup()
from django.db.migrations.executor import MigrationExecutor
from masterpoint.centre import upgrading
from masterpoint.cli import main
left, apply = [len(upgrading.schema().missing) // 2], MigrationExecutor.apply_migration
def apply_some(*words, **more):
    if not left[0]:
        os.kill(os.getpid(), 9)
    left[0] -= 1
    return apply(*words, **more)
MigrationExecutor.apply_migration = apply_some
main(["upgrade", "--jobs", "1"])
"""
KILLED_AFTER_THE_LAST_STEP = """
import django, os
django.setup()
from masterpoint.centre import maintenance
from masterpoint.cli import main
maintenance.refresh_statistics = lambda: os.kill(os.getpid(), 9)
main(["upgrade", "--jobs", "1"])
"""
ERASED = """
import django
django.setup()
from masterpoint.centre.registry.models import Person
print(*Person.objects.exclude(erased_on=None).values_list("federation", "number"))
"""

SHAPES = """
import django, json
django.setup()
from centre import table_shapes
print(json.dumps(table_shapes.shapes()))
"""


class Centre:
    def __init__(self, address: str, home: Path) -> None:
        self.home = home
        self.environment = os.environ | {
            "MASTERPOINT_DATABASE": address,
            "MASTERPOINT_HOME": str(home),
            "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
        }
        if databases.ON_POSTGRES:  # with programs of the server's own version, copies are dumps
            self.environment["PATH"] = f"{postgres.programs_folder()}:{os.environ['PATH']}"

    def run(self, *words: Any, status: int = 0, **environment: str) -> Any:
        result = commands.run([*words], self.environment | environment)
        assert result.returncode == status, result.stdout + result.stderr
        return result.stdout + result.stderr

    def execute(self, statement: str) -> None:
        program = "import django; django.setup(); from django.db import connection\n"
        program += f"with connection.cursor() as cursor: cursor.execute({statement!r})"
        self.run_program(program)

    def run_program(self, program: str, *words: Any) -> str:
        result = commands.run_program(program, self.environment, *words)
        assert result.returncode == 0, result.stderr[-1000:]
        return result.stdout

    def shapes(self) -> Any:
        return json.loads(self.run_program(SHAPES))


def is_older(version: Any) -> Any:
    """Whether that version made other tables than this one."""
    with gzip.open(RELEASED / f"{version}.jsonl.gz", "rt", encoding="utf-8") as file:
        migrations = {tuple(migration) for migration in json.loads(file.readline())["migrations"]}
    return migrations != TABLES


@pytest.fixture(scope="module", params=[version for version in VERSIONS if is_older(version)])
def version(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture(scope="module")
def old(version: Any, new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A Centre as that version left it."""
    centre = Centre(new_database("old", empty=True), tmp_path_factory.mktemp("old"))
    centre.run_program(AS_IT_WAS, str(RELEASED / f"{version}.jsonl.gz"))
    return centre


@pytest.fixture(scope="module")
def refusals(old: Any) -> Any:
    """What other commands say before the upgrade; and an upgrade that has nowhere to put its copy."""
    (old.home / "file").touch()
    without_copy = old.run("upgrade", "--backup", str(old.home / "file" / "copy"), status=2)
    assert "no backup was made" in without_copy
    return [old.run("head", status=2), old.run(*INIT, status=2), old.run("serve", status=2)]


@pytest.fixture(scope="module")
def upgrade_output(old: Any, refusals: Any, version: Any) -> Any:
    """An upgrade that was killed twice, and run again. Somebody was erased after the backup was made."""
    (old.home / "erased.json").write_text(json.dumps([["ebu", member_of(version)]]), encoding="utf-8")
    for program, message in ((KILLED_HALF_WAY, "Backed up to"), (KILLED_AFTER_THE_LAST_STEP, "continues now")):
        assert "An earlier version" in old.run("serve", status=2)
        killed = commands.run_program(program, old.environment)
        assert killed.returncode == -9 and message in killed.stdout, killed.stderr[-1000:]
    return old.run("upgrade", "--jobs", "1")


def member_of(version: Any) -> Any:
    """The number of somebody in the EBU without a role."""
    columns: list[str] = []
    with gzip.open(RELEASED / f"{version}.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            data = json.loads(line)
            if isinstance(data, dict):
                columns = data["columns"] if data.get("table") == "registry.Person" else []
            elif columns:
                person = dict(zip(columns, data, strict=True))
                if person["federation_id"] == "ebu" and person["status"] == "active":
                    number = person["number"]
    return number


def head_of(version: Any, code: str) -> Any:
    """The last hash of a federation's ledger, as the backup has it."""
    columns: list[str] = []
    head = None
    with gzip.open(RELEASED / f"{version}.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            data = json.loads(line)
            if isinstance(data, dict):
                columns = data["columns"] if data.get("table") == "ledger.Posting" else []
            elif columns:
                posting = dict(zip(columns, data, strict=True))
                head = posting["hash"] if posting["federation_id"] == code else head
    return head


def test_every_release_has_its_data_here() -> None:
    assert re.findall(r"^## (\d+\.\d+\.\d+)$", CHANGES, re.M)[::-1] == VERSIONS


def test_until_then_nothing_works_on_the_old_tables(refusals: Any) -> None:
    assert all("An earlier version" in text and "masterpoint upgrade" in text for text in refusals)


def test_upgrade_backs_up_changes_the_tables_and_verifies(old: Any, upgrade_output: Any, version: Any) -> None:
    assert "continues now" in upgrade_output and "0 differences" in upgrade_output and "Upgraded" in upgrade_output
    assert any(head.startswith("ebu ") and head.endswith(head_of(version, "ebu")) for head in heads(old))
    (copy,) = (old.home / "backups").glob("before-*.backup")
    assert str(copy) in upgrade_output, "the copy of a database that is half upgraded leads nowhere"


def test_whoever_was_erased_is_erased_again(old: Any, upgrade_output: Any, version: Any) -> None:
    assert old.run_program(ERASED).strip() == f"('ebu', '{member_of(version)}')"


def test_the_tables_become_those_of_this_version(
    old: Any, upgrade_output: Any, new_database: Callable[..., Any], tmp_path: Path
) -> None:
    """The old tables were made at once, from what the migrations say of them; a wrong one would stay wrong."""
    new, shapes = Centre(new_database("new"), tmp_path).shapes(), old.shapes()
    assert shapes.keys() == new.keys()
    assert {table for table in new if shapes[table] != new[table]} <= {"auth_group_permissions"}, "see test_upgrades"


def test_the_second_time_there_is_nothing_to_do(old: Any, upgrade_output: Any) -> None:
    assert "nothing to do" in old.run("upgrade")
    assert len(list((old.home / "backups").glob("before-*.backup"))) == 1


def test_the_copy_made_before_leads_back(
    old: Any, upgrade_output: Any, new_database: Callable[..., Any], tmp_path: Path
) -> None:
    (copy,) = (old.home / "backups").glob("before-*.backup")
    elsewhere = Centre(new_database("again"), tmp_path)
    elsewhere.run("restore", "--replace", str(copy))
    assert copy.read_bytes()[:2] != GZIP
    assert "An earlier version" in elsewhere.run("serve", status=2)
    assert "Upgraded" in elsewhere.run("upgrade", "--jobs", "1"), "no table of this version was left"


def test_a_damaged_copy_changes_nothing(old: Any, upgrade_output: Any, tmp_path: Path) -> None:
    before = old.run("head")
    (copy,) = (old.home / "backups").glob("before-*.backup")
    data = copy.read_bytes()
    damaged = tmp_path / "damaged"
    damaged.write_bytes(data[: len(data) // 2])
    assert "use another" in old.run("restore", "--replace", str(damaged), status=2)
    assert old.run("head") == before


def test_a_copy_of_another_database_is_named(old: Any, upgrade_output: Any, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes(b"SQLite format 3\0" if databases.ON_POSTGRES else b"PGDMP")
    assert "masterpoint backup --portable" in old.run("restore", "--replace", str(copy), status=2)


def test_a_portable_backup_is_brought_up_to_date_by_restore(
    old: Any, upgrade_output: Any, version: Any, new_database: Callable[..., Any], tmp_path: Path
) -> None:
    elsewhere = Centre(new_database("restored"), tmp_path)
    elsewhere.run("restore", "--replace", str(RELEASED / f"{version}.jsonl.gz"))
    assert heads(elsewhere) == heads(old)
    assert "nothing to do" in elsewhere.run("upgrade")


@pytest.mark.parametrize("comparison", [version for version in VERSIONS if not is_older(version)])
def test_a_version_with_these_tables_is_restored_and_needs_no_upgrade(
    comparison: Any, new_database: Callable[..., Any], tmp_path: Path
) -> None:
    centre = Centre(new_database("alike"), tmp_path)
    centre.run("restore", "--replace", str(RELEASED / f"{comparison}.jsonl.gz"))
    assert any(head.startswith("ebu ") and head.endswith(head_of(comparison, "ebu")) for head in heads(centre))
    assert "nothing to do" in centre.run("upgrade")
    assert "0 differences" in centre.run("verify")


def heads(centre: Any) -> Any:
    """Of the ledgers: journals and accounts begin with the upgrade."""
    return [line for line in centre.run("head").splitlines() if len(line.split()) == 3]


@pytest.fixture(scope="module")
def later(new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A Centre on which a later version has worked."""
    centre = Centre(new_database("later"), tmp_path_factory.mktemp("later"))
    centre.run(*INIT, **ANY_PASSWORD)
    centre.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('ledger', '0999_later', '2026-11-01')")
    return centre


@pytest.mark.parametrize("words", [["serve"], ["upgrade"]])
def test_what_a_later_version_has_worked_on_is_left_alone(later: Any, words: Any) -> None:
    text = later.run(*words, status=2)
    assert "A later version" in text and "“ledger 0999_later”" in text and "restore the backup" in text
    assert not (later.home / "backups").exists()


def test_a_backup_of_a_later_version_is_refused(later: Any, new_database: Callable[..., Any], tmp_path: Path) -> None:
    copy = tmp_path / "later.jsonl.gz"
    later.run("backup", "--portable", str(copy))
    centre = Centre(new_database("earlier"), tmp_path)
    centre.run(*INIT, **ANY_PASSWORD)
    before = centre.run("head")
    assert "later than this one" in centre.run("restore", "--replace", str(copy), status=2)
    assert centre.run("head") == before


HOLDING = """
import django, sys
from pathlib import Path
django.setup()
from masterpoint.centre import copies, upgrading
with upgrading.exclusive_access():
    copies.save(Path(sys.argv[1]))
    print("held", flush=True)
    sys.stdin.read()
"""


def test_one_upgrade_at_a_time_and_one_that_dies_holds_nobody_up(
    new_database: Callable[..., Any], tmp_path: Path
) -> None:
    centre = Centre(new_database("alone", empty=True), tmp_path)
    words = [sys.executable, "-c", HOLDING, str(tmp_path / "copy")]
    other = subprocess.Popen(words, env=centre.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout is not None and other.stdout.readline() == b"held\n"
    assert "Another `masterpoint upgrade` is at work" in centre.run("upgrade", status=2)
    other.kill()
    other.communicate()
    assert "no records in this database" in centre.run("upgrade", status=2)


def test_nothing_there_is_nothing_to_upgrade(new_database: Callable[..., Any], tmp_path: Path) -> None:
    centre = Centre(new_database("none", empty=True), tmp_path)
    assert "masterpoint init" in centre.run("upgrade", status=2)
    assert "masterpoint init" in centre.run("serve", status=2)
