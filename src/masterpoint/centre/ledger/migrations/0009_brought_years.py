"""The years in which points were brought along are kept: a leaderboard read every balance to find those of its year."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.plain_steps import PlainStep

YEAR = {
    "sqlite": "CAST(strftime('%Y', line.day) AS INTEGER)",
    "postgresql": "CAST(EXTRACT(YEAR FROM line.day) AS INTEGER)",
}
FILL = """
INSERT INTO ledger_broughtyear (posting_id, year)
SELECT DISTINCT posting.id, {year}
FROM ledger_posting AS posting JOIN ledger_line AS line ON line.posting_id = posting.id
LEFT JOIN ledger_posting AS reversed ON reversed.id = posting.reverses_id
WHERE posting.kind IN ('opening', 'transfer', 'expiry') OR (posting.kind = 'reversal'
AND (posting.reverses_id IS NULL OR reversed.kind IN ('opening', 'transfer', 'expiry')))
ORDER BY 1, 2
"""


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(FILL.format(year=YEAR[schema_editor.connection.vendor]))


class Migration(migrations.Migration):
    dependencies = [("ledger", "0008_lines_checked_at_once")]

    operations = [
        migrations.CreateModel(
            name="BroughtYear",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("year", models.PositiveSmallIntegerField()),
                (
                    "posting",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="brought_years",
                        to="ledger.posting",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("year", "posting"), name="brought_year_once")],
            },
        ),
        PlainStep(fill, PlainStep.noop),
    ]
