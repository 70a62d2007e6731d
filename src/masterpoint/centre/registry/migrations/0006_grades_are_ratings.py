"""A grade follows from the rating in force on a day: the copy beside the name said only what was rated last."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0005_appointments"),
    ]

    operations = [
        migrations.RemoveField(model_name="person", name="grade"),
    ]
