"""What an account may do is an appointment."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("registry", "0004_name_words"),
    ]

    operations = [
        migrations.RenameModel("Office", "Appointment"),
        migrations.AlterField(
            "appointment",
            "user",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="appointments", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AlterField(
            "appointment",
            "organisation",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="appointments", to="registry.organisation"
            ),
        ),
    ]
