"""Each entry gets a salt of its own, and the few that are looked for by name an index.

The column is added as it is: a table that is made anew would lose the triggers that guard it.
"""

from __future__ import annotations

from django.db import migrations, models

from masterpoint.centre.hash_chain import new_salt


class Migration(migrations.Migration):
    dependencies = [("journal", "0003_accounts")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL("ALTER TABLE journal_entry ADD COLUMN salt varchar(32) NOT NULL DEFAULT ''")
            ],
            state_operations=[
                migrations.AddField(
                    "entry", "salt", models.CharField(blank=True, default=new_salt, editable=False, max_length=32)
                )
            ],
        ),
        migrations.AddIndex(
            "entry",
            models.Index(
                fields=["federation", "what", "number"],
                condition=models.Q(("what__in", ["erased", "verified"])),
                name="journal_landmarks",
            ),
        ),
    ]
