"""A new kind of posting. Only Django is told: building the table anew would take the triggers away."""

from django.db import migrations, models

KINDS = [
    ("awards", "Awards"),
    ("reversal", "Reversal"),
    ("reported", "Reported, not derived"),
    ("adjustment", "Adjustment"),
    ("opening", "Opening balance"),
    ("transfer", "Transfer between federations"),
    ("expiry", "Expiry"),
    ("conversion", "Conversion between colours"),
    ("lapse", "Not credited on renewal"),
    ("rating", "Ratings of a year"),
    ("merge", "Two records joined"),
    ("split", "A joined record taken apart"),
]


class Migration(migrations.Migration):
    dependencies = [("ledger", "0005_no_index_twice")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("posting", "kind", models.CharField(choices=KINDS, max_length=12)),
            ],
        ),
    ]
