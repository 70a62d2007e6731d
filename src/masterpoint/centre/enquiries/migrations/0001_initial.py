"""Questions about records, and what was said."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import masterpoint.centre.enquiries.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("filing", "0001_initial"),
        ("registry", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Enquiry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(default=masterpoint.centre.enquiries.models.new_key, max_length=43, unique=True),
                ),
                ("day", models.DateField()),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Waiting for an answer"), ("answered", "Answered")],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="enquiries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "filing",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="enquiries",
                        to="filing.filing",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="enquiries",
                        to="registry.organisation",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="enquiries", to="registry.person"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("text", models.CharField(max_length=1000)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "enquiry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="notes", to="enquiries.enquiry"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="enquiry",
            index=models.Index(fields=["organisation", "state"], name="enquiry_waiting"),
        ),
    ]
