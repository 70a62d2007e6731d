"""A run of promotions may be stopped: it says when it was finished. All runs so far were made in one go."""

from typing import Any

from django.db import migrations, models


def finish(apps: Any, _: object) -> None:
    apps.get_model("records", "PromotionRun").objects.update(finished_at=models.F("at"))


class Migration(migrations.Migration):
    dependencies = [("records", "0004_announcements_taken_back")]

    operations = [
        migrations.AddField("promotionrun", "finished_at", models.DateTimeField(null=True)),
        migrations.RunPython(finish, migrations.RunPython.noop),
    ]
