"""A record shows the evenings that brought nothing, too: those of all filings that count are filled in."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ROWS_AT_ONCE = 500
ENDED = ("withdrawn", "rejected")


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    ZeroEvening = apps.get_model("filing", "ZeroEvening")
    postings = apps.get_model("ledger", "Posting").objects.filter(kind="awards", reversed_by=None)
    counting = postings.exclude(version__filing__state__in=ENDED).values_list("pk", "version", "version__filing__day")
    versions, lines = apps.get_model("filing", "Version").objects, apps.get_model("ledger", "Line").objects
    rows = list(counting.exclude(version=None).order_by("pk"))
    for start in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        people = dict(versions.filter(pk__in=[version for _, version, _ in some]).values_list("pk", "people"))
        paid = set(lines.filter(posting__in=[pk for pk, *_ in some]).values_list("posting", "person"))
        ZeroEvening.objects.bulk_create(
            ZeroEvening(version_id=version, person_id=person, day=day)
            for posting, version, day in some
            for person in sorted(set(people[version].values()))
            if (posting, person) not in paid
        )


class Migration(migrations.Migration):
    dependencies = [
        ("filing", "0009_only_compact_facts"),
        ("ledger", "0001_initial"),
        ("registry", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ZeroEvening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="registry.person",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="zero_evenings",
                        to="filing.version",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["person", "-day"], name="zero_by_person")]},
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
