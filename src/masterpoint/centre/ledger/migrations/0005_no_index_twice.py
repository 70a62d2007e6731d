"""Indexes that another index begins with are dropped: every line written had to keep them too.

On SQLite Django would build the tables anew, and the triggers that refuse changes would go with the
old ones; so the indexes are dropped by hand, and Django is told of it.
"""

from collections.abc import Callable
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

TWICE = {
    "ledger_line": "ledger_line_person_id_66ce5dd6",
    "ledger_total": "ledger_total_person_id_dadeaeb6",
    "ledger_overall": "ledger_overall_person_id_439f5797",
}


def person(name: str, on_delete: Callable[..., None]) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(db_index=False, on_delete=on_delete, related_name=name, to="registry.person")


class Migration(migrations.Migration):
    dependencies = [("ledger", "0004_lapses_and_ratings")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f"DROP INDEX IF EXISTS {index}", f"CREATE INDEX IF NOT EXISTS {index} ON {table} (person_id)"
                )
                for table, index in TWICE.items()
            ],
            state_operations=[
                migrations.AlterField("line", "person", person("lines", django.db.models.deletion.PROTECT)),
                migrations.AlterField("total", "person", person("totals", django.db.models.deletion.CASCADE)),
                migrations.AlterField("overall", "person", person("overalls", django.db.models.deletion.CASCADE)),
            ],
        ),
    ]
