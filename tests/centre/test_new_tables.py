"""Tables that are made at once are those that the migrations lead to, on both databases."""

from __future__ import annotations

import json
import os

import pytest

import commands
from centre import table_shapes

MADE = """
import json, sys
import django
django.setup()
from django.db import connection
from masterpoint.centre import new_tables, upgrading
from masterpoint.centre.ledger import verify
from centre import table_shapes

usual = new_tables.GUARDS
new_tables.GUARDS = (*usual, "billing.migrations.0004_due_days")
try:
    upgrading.migrate()
except AttributeError:
    left = connection.introspection.table_names()
new_tables.GUARDS = usual
for _ in range(2):
    upgrading.migrate()
print(json.dumps({"left": left, "shapes": table_shapes.shapes(), "current": upgrading.schema().is_current}))
"""


@pytest.fixture
def environment(new_database, tmp_path):
    return os.environ | {
        "MASTERPOINT_DATABASE": new_database("new", bare=True),
        "MASTERPOINT_HOME": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }


def test_they_are_those_of_the_migrations(db, environment):
    done = commands.run_program(MADE, environment)
    assert done.returncode == 0, done.stderr[-2000:]
    made = json.loads(done.stdout)
    assert made["left"] == [], "what fails leaves nothing behind"
    assert made["current"]
    migrated = table_shapes.shapes()
    assert made["shapes"].keys() == migrated.keys()
    different = {table for table, parts in migrated.items() if parts != made["shapes"][table]}
    assert different <= {"auth_group_permissions"}, "a table of Django's that nothing uses has wider numbers"
    assert sum("append-only" in part for parts in migrated.values() for part in parts) >= 18
