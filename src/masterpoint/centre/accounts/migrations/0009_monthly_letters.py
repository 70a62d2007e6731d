"""Who wants a letter each month."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_records_point_to_accounts")]
    operations = [
        migrations.AddField(model_name="user", name="wants_summary", field=models.BooleanField(default=False)),
    ]
