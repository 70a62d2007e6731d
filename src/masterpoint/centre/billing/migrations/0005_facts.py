from __future__ import annotations

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.plain_steps import PlainStep

triggers = import_module("masterpoint.centre.billing.migrations.0002_append_only")


def refuse_changes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.refuse_changes_of(schema_editor, ["chargefact"])


class Migration(migrations.Migration):
    dependencies = [("billing", "0004_due_days")]
    operations = [
        migrations.AlterField(
            model_name="posting",
            name="kind",
            field=models.CharField(
                choices=[
                    ("charges", "Charges"),
                    ("invoice", "Invoice"),
                    ("credit note", "Credit note"),
                    ("payment", "Payments"),
                    ("match", "Payment matched"),
                    ("tariff", "Tariff"),
                    ("charge code", "Charge code put right"),
                    ("note", "Question or answer"),
                    ("fact", "Fact of a charge entered"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="ChargeFact",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("value", models.JSONField()),
                (
                    "filing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="charge_facts", to="filing.filing"
                    ),
                ),
                (
                    "posting",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="charge_fact", to="billing.posting"
                    ),
                ),
            ],
        ),
        PlainStep(refuse_changes, PlainStep.noop),
    ]
