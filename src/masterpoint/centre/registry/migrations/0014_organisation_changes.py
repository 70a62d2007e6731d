"""Whoever asks for the tree of a past day finds the changes since then: every charge read all of them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("registry", "0013_appearance")]

    operations = [
        migrations.AddIndex(
            "change",
            models.Index(
                fields=["federation", "at"],
                condition=models.Q(what="organisation changed"),
                name="organisation_changes",
            ),
        ),
    ]
