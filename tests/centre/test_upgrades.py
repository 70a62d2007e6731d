"""A Centre that was set up before an upgrade keeps everything: the steps run on rows as they were."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands
from centre import table_shapes

pytestmark = pytest.mark.django_db
"""All of them, so that they stay together and what they share is made once."""
OLD = Path(__file__).with_name("old_tables_program.py")


def environment(database: str, home: Path) -> dict[str, str]:
    return os.environ | {
        "MASTERPOINT_DATABASE": database,
        "MASTERPOINT_HOME": str(home),
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }


@pytest.fixture(scope="module")
def upgraded_row(new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What became of rows that were written into old tables."""
    (row,) = commands.rows_of(OLD, environment(new_database("old", empty=True), tmp_path_factory.mktemp("home")))
    return row


def test_promotions_announced_before_there_were_keys_get_one(upgraded_row: Any) -> None:
    keys = upgraded_row["keys of promotions"]
    assert len(set(keys)) == 3 and all(len(key) == 22 for key in keys)


def test_every_version_filed_before_is_found_by_its_play(upgraded_row: Any) -> None:
    assert (upgraded_row["plays"], upgraded_row["different plays"]) == (4, 2)
    assert upgraded_row["digest of EBU-1"] == upgraded_row["digest of its newest play"]
    assert upgraded_row["digest of EBU-2"] == "EBU-2", "nothing was filed that it could be"


def test_what_was_filed_before_is_kept_as_it_was(upgraded_row: Any) -> None:
    first, second = upgraded_row["versions"]
    event = {"form": "session", "day": "2026-11-10", "lists": []}
    assert first == {"event": event | {"boards": 25}, "people": {"100": 1}, "checks": None, "original": "as it came"}
    assert second["event"] == event | {"boards": 26}
    assert second["checks"] == {"file": ["a score is missing"]}
    assert upgraded_row["missing triggers"] == [], "and nobody may change it"


def test_tables_made_at_once_are_those_of_the_migrations(db: None, upgraded_row: Any) -> None:
    """The tests' own database was made at once, as every new Centre is."""
    created, migrated = table_shapes.shapes(), upgraded_row["shapes"]
    assert created.keys() == migrated.keys()
    different = {table for table, parts in migrated.items() if parts != created[table]}
    assert different <= {"auth_group_permissions"}, "a table of Django's that nothing uses has wider numbers"
    assert sum("append-only" in part for parts in migrated.values() for part in parts) >= 18


DEMO = """
import django
django.setup()
from django.core.management import call_command
from masterpoint.centre import upgrading
from masterpoint.cli import serving
call_command("migrate", "claiming", "zero", verbosity=0)
print(len(upgrading.schema().missing))
serving._upgrade_demo()
print(upgrading.schema().is_current)
"""


def test_a_demo_of_an_earlier_version_is_brought_up_to_date_by_itself(
    new_database: Callable[..., Any], tmp_path: Path
) -> None:
    """`make run` after an update: nobody's records are in a demo, and nobody is sent to another command."""
    result = commands.run_program(DEMO, environment(new_database("demo"), tmp_path))
    assert result.stdout.split() == ["1", "True"], result.stderr[-2000:]
