"""A federation's own mark and colour."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("registry", "0012_one_record_a_federation")]
    operations = [
        migrations.AddField(model_name="federation", name="colour", field=models.CharField(blank=True, max_length=7)),
        migrations.AddField(model_name="federation", name="mark", field=models.CharField(blank=True, max_length=64)),
        migrations.CreateModel(
            name="Mark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("data", models.BinaryField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "federation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="marks", to="registry.federation"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("federation", "digest"), name="mark_once")]},
        ),
    ]
