"""Second factors come under the journal as they are on the day of the upgrade."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.hash_chain import new_salt
from masterpoint.centre.journal.facts import KINDS, all_facts, encode_sorted, subject

WHAT = "second factors noted"


def note_factors(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What was changed by hand before, nobody can tell."""
    Entry = apps.get_model("journal", "Entry")
    for code in apps.get_model("registry", "Federation").objects.values_list("pk", flat=True):
        facts = {subject("factor", pk): row for pk, row in all_facts(KINDS["factor"], code, apps.get_model)}
        if not facts:
            continue
        last = Entry.objects.filter(federation=code).order_by("-number").first()
        number, link = (last.number + 1, last.hash) if last else (1, "0" * 64)
        at, salt = datetime.now(UTC), new_salt()
        heading = [code, number, WHAT, None, "", at.isoformat(timespec="microseconds"), link]
        seal = hashlib.sha256(encode_sorted([heading, facts, salt])).hexdigest()
        entry = {"number": number, "what": WHAT, "facts": facts, "at": at, "salt": salt, "previous_hash": link}
        Entry.objects.create(federation_id=code, hash=seal, **entry)


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0004_salts"),
        ("accounts", "0009_monthly_letters"),
        ("registry", "0014_organisation_changes"),
    ]
    operations = [migrations.RunPython(note_factors, migrations.RunPython.noop)]
