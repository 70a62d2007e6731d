"""Records point to the account they belong to: an account may have one in each of several federations."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def turn_round(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Until now an account pointed to its record; of several accounts with one record, that of the newest stays."""
    people = apps.get_model("registry", "Person").objects
    for user, person in (
        apps.get_model("accounts", "User").objects.exclude(person=None).order_by("pk").values_list("pk", "person")
    ):
        people.filter(pk=person).update(account=user)


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0010_erasure"),
        ("accounts", "0007_passkeys"),
    ]
    operations = [
        migrations.AddField(
            model_name="person",
            name="account",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="people",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(turn_round, migrations.RunPython.noop),
    ]
