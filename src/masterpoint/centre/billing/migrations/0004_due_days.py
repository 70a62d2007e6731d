from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("billing", "0003_questions")]
    operations = [
        migrations.AddField("charge", "due_on", models.DateField(null=True)),
        migrations.AddField("invoiceline", "due_on", models.DateField(null=True)),
    ]
