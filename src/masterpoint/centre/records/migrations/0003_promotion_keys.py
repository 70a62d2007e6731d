"""Each promotion has an unguessable key, those announced before included."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import masterpoint.centre.records.models

PAGE = 2_000


def give_keys(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    promotions = apps.get_model("records", "Promotion").objects
    while page := list(promotions.filter(key="").order_by("pk")[:PAGE]):
        for promotion in page:
            promotion.key = masterpoint.centre.records.models.new_key()
        promotions.bulk_update(page, ["key"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0002_flags_settled"),
    ]

    operations = [
        migrations.AddField("promotion", "key", models.CharField(default="", editable=False, max_length=22)),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            "promotion",
            "key",
            models.CharField(
                default=masterpoint.centre.records.models.new_key, editable=False, max_length=22, unique=True
            ),
        ),
    ]
