"""Letters of a kind are counted whatever language they are in."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("mail", "0003_monthly_letters")]
    operations = [
        migrations.AddField(model_name="letter", name="kind", field=models.CharField(blank=True, max_length=20)),
    ]
