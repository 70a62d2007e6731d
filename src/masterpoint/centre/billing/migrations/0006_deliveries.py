from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("billing", "0005_facts")]
    operations = [
        migrations.CreateModel(
            name="InvoiceDelivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("post", models.TextField(blank=True, max_length=300)),
                ("post_deleted_on", models.DateField(null=True)),
                ("letters", models.PositiveSmallIntegerField(null=True)),
                (
                    "invoice",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="delivery", to="billing.invoice"
                    ),
                ),
            ],
        ),
    ]
