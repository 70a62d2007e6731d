"""In a transaction of its own: PostgreSQL changes no table whose rows were just written."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("registry", "0011_accounts_of_people")]
    operations = [
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(fields=["account", "federation"], name="one_record_a_federation"),
        ),
    ]
