import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("registry", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Sheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("form", models.CharField(max_length=40)),
                ("fields", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "being filled in"),
                            ("returned", "returned with its error list"),
                            ("filed", "filed"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("problems", models.JSONField(default=list)),
                ("done", models.JSONField(default=list)),
                ("receipt", models.CharField(blank=True, max_length=24)),
                ("digest", models.CharField(blank=True, max_length=64)),
                ("saved_at", models.DateTimeField(auto_now=True)),
                (
                    "begun_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sheets",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sheets", to="registry.organisation"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("digest", ""), _negated=True),
                        fields=("organisation", "digest"),
                        name="sheet_filed_once",
                    )
                ],
            },
        ),
    ]
