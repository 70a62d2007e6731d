"""Balances won in the year of their day are kept by person: each record read what a posting says of all its people."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.plain_steps import PlainStep

FILL = """
INSERT INTO ledger_wonbalance (posting_id, person_id, colour, day)
SELECT DISTINCT {won} WHERE posting.kind IN ('opening', 'transfer', 'expiry') ORDER BY 1, 2, 3, 4
"""
WON = {
    "sqlite": "posting.id, json_extract(won.value, '$[0]'), json_extract(won.value, '$[1]'),"
    " json_extract(won.value, '$[2]')"
    " FROM ledger_posting AS posting, json_each(posting.detail, '$.won_in_year') AS won",
    "postgresql": "posting.id, (won ->> 0)::bigint, won ->> 1, (won ->> 2)::date"
    " FROM ledger_posting AS posting, jsonb_array_elements(posting.detail -> 'won_in_year') AS won",
}


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(FILL.format(won=WON[schema_editor.connection.vendor]))


class Migration(migrations.Migration):
    dependencies = [("ledger", "0009_brought_years"), ("registry", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="WonBalance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("colour", models.CharField(max_length=12)),
                ("day", models.DateField()),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="registry.person",
                    ),
                ),
                (
                    "posting",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="won_balances",
                        to="ledger.posting",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("person", "posting", "colour", "day"), name="won_balance_once")
                ],
            },
        ),
        PlainStep(fill, PlainStep.noop),
    ]
