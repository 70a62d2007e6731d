"""Corrections made in a month are read from an index: versions are large, and nearly all of them are first ones."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("filing", "0011_salts")]

    operations = [
        migrations.AddIndex(
            "version", models.Index(fields=["at"], condition=models.Q(number__gt=1), name="version_corrections")
        ),
    ]
