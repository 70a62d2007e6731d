"""Tables that are made at once, all of them or none; `test_upgrades` holds them to those of the migrations."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands

MADE = """
import json, sys
import django
django.setup()
from django.db import connection
from masterpoint.centre import new_tables, upgrading

usual = new_tables.GUARDS
new_tables.GUARDS = (*usual, "billing.0004_due_days.refuse_changes")
try:
    upgrading.migrate()
except AttributeError:
    left = connection.introspection.table_names()
new_tables.GUARDS = usual
for _ in range(2):
    upgrading.migrate()
print(json.dumps({"left": left, "current": upgrading.schema().is_current}))
"""


@pytest.fixture
def environment(new_database: Callable[..., Any], tmp_path: Path) -> dict[str, str]:
    return os.environ | {
        "MASTERPOINT_DATABASE": new_database("new", empty=True),
        "MASTERPOINT_HOME": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }


def test_all_of_them_or_none(environment: dict[str, str]) -> None:
    result = commands.run_program(MADE, environment)
    assert result.returncode == 0, result.stderr[-2000:]
    tables = json.loads(result.stdout)
    assert tables["left"] == [], "what fails leaves nothing behind"
    assert tables["current"]
