"""Lists of filings are read from an index, a page at a time: one's own, an organisation's, and what waits."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("filing", "0006_names_of_nobodys_numbers")]

    operations = [
        migrations.RemoveIndex("filing", "filing_fili_federat_834d35_idx"),
        migrations.AddIndex("filing", models.Index(fields=["federation", "day", "state"], name="filing_by_month")),
        migrations.AddIndex("filing", models.Index(fields=["organisation", "-filed_at"], name="filing_newest_of")),
        migrations.AddIndex("filing", models.Index(fields=["federation", "-filed_at"], name="filing_newest")),
        migrations.AddIndex("filing", models.Index(fields=["filed_by", "-filed_at"], name="filing_newest_by")),
        migrations.AddIndex(
            "filing",
            models.Index(
                fields=["federation", "day", "id"], condition=models.Q(state="provisional"), name="filing_waiting"
            ),
        ),
    ]
