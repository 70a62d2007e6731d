"""A letter each month, written once; and where letters of a kind are stopped."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("mail", "0002_attachments"),
        ("registry", "0012_one_record_a_federation"),
    ]
    operations = [
        migrations.AddField(
            model_name="letter", name="stop_address", field=models.CharField(blank=True, max_length=300)
        ),
        migrations.CreateModel(
            name="MonthlyLetter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("month", models.DateField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="monthly_letters",
                        to="registry.person",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("person", "month"), name="monthly_letter_once")]},
        ),
    ]
