"""Every version a filing ever had is found by its play, and the digests no longer depend on what the register adds."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.filing.play_digest import digest_of_data

ROWS_AT_ONCE = 500
ENDED = ("withdrawn", "rejected")


def find_plays(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Play = apps.get_model("filing", "Play")
    filings, all_versions = (apps.get_model("filing", name).objects for name in ("Filing", "Version"))
    versions = all_versions.order_by("filing", "number").values_list(
        "pk", "filing", "filing__federation", "filing__organisation", "event"
    )
    current: dict[int, str] = {}
    plays = []
    for pk, filing, federation, organisation, event in versions.iterator(ROWS_AT_ONCE):
        current[filing] = digest_of_data(organisation, event)
        plays.append(
            Play(version_id=pk, filing_id=filing, federation_id=federation, day=event["day"], digest=current[filing])
        )
        if len(plays) == ROWS_AT_ONCE:
            Play.objects.bulk_create(plays)
            plays = []
    Play.objects.bulk_create(plays)
    # Two filings of one play may stand already; the first gets the digest, `verify` names both.
    taken: set[tuple[str, str]] = set()
    for filing in filings.exclude(state__in=ENDED).order_by("pk").only("federation", "identity").iterator():
        key = (filing.federation_id, current[filing.pk])
        if key not in taken:
            taken.add(key)
            filings.filter(pk=filing.pk).update(identity=current[filing.pk])


class Migration(migrations.Migration):
    dependencies = [("filing", "0004_month_decisions"), ("registry", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Play",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "federation",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="registry.federation",
                    ),
                ),
                (
                    "filing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="plays", to="filing.filing"
                    ),
                ),
                (
                    "version",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="play", to="filing.version"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["federation", "digest"], name="play_by_digest"),
                    models.Index(fields=["federation", "day"], name="play_by_day"),
                ],
            },
        ),
        migrations.RunPython(find_plays, migrations.RunPython.noop),
    ]
