"""A record points to its account, and no longer the other way round."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_passkeys"),
        ("registry", "0011_accounts_of_people"),
        ("journal", "0003_accounts"),
    ]
    operations = [migrations.RemoveField(model_name="user", name="person")]
