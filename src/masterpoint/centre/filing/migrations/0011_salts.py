"""Each version gets a salt of its own.

The column is added as it is: a table that is made anew would lose the triggers that guard it.
"""

from __future__ import annotations

from django.db import migrations, models

from masterpoint.centre.hash_chain import new_salt


class Migration(migrations.Migration):
    dependencies = [("filing", "0010_zero_evenings")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL("ALTER TABLE filing_version ADD COLUMN salt varchar(32) NOT NULL DEFAULT ''")
            ],
            state_operations=[
                migrations.AddField(
                    "version", "salt", models.CharField(blank=True, default=new_salt, editable=False, max_length=32)
                )
            ],
        ),
    ]
