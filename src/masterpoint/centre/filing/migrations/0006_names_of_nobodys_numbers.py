"""Players under a code that is nobody's number are told apart by their names: their plays get new digests."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.filing.play_digest import digest_of_data
from masterpoint.schemes import FEDERATIONS

ENDED = ("withdrawn", "rejected")


def digest_again(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Play = apps.get_model("filing", "Play")
    Filing = apps.get_model("filing", "Filing")
    for federation in apps.get_model("registry", "Federation").objects.all():
        codes = FEDERATIONS[federation.scheme].member_numbers.stand_ins if federation.scheme in FEDERATIONS else ()
        for code in codes:
            plays = Play.objects.filter(federation=federation, version__event__icontains=code)
            for play in plays.select_related("version", "filing").order_by("pk").iterator(200):
                before, play.digest = play.digest, digest_of_data(play.filing.organisation_id, play.version.event)
                play.save(update_fields=["digest"])
                standing = Filing.objects.filter(pk=play.filing_id, identity=before).exclude(state__in=ENDED)
                standing.update(identity=play.digest)


class Migration(migrations.Migration):
    dependencies = [("filing", "0005_plays"), ("registry", "0006_grades_are_ratings")]
    operations = [migrations.RunPython(digest_again, migrations.RunPython.noop)]
