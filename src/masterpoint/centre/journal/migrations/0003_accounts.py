"""Accounts and tokens come under the journal as they stand on the day of the upgrade."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from masterpoint.centre.journal.facts import KINDS, all_facts, encode_sorted, subject

AT_THAT_TIME = {
    "account": KINDS["account"]._replace(
        fields=("email", "name", "is_active", "person", "password"), rows={}, second_path="person__federation"
    ),
    "token": KINDS["token"]._replace(second_path="user__person__federation"),
}
"""An account had one record, and pointed to it."""


def note_accounts(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What was changed by hand before, nobody can tell."""
    Entry = apps.get_model("journal", "Entry")
    for code in apps.get_model("registry", "Federation").objects.values_list("pk", flat=True):
        facts = {
            subject(kind, pk): row
            for kind in ("federation", "organisation", "account", "token")
            for pk, row in all_facts(AT_THAT_TIME.get(kind, KINDS[kind]), code, apps.get_model)
        }
        last = Entry.objects.filter(federation=code).order_by("-number").first()
        number, link = (last.number + 1, last.hash) if last else (1, "0" * 64)
        at = datetime.now(UTC)
        heading = [code, number, "accounts noted", None, "", at.isoformat(timespec="microseconds"), link]
        entry = {"number": number, "what": "accounts noted", "facts": facts, "at": at, "previous_hash": link}
        Entry.objects.create(
            federation_id=code, hash=hashlib.sha256(encode_sorted([heading, facts])).hexdigest(), **entry
        )


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0002_begun"),
        ("accounts", "0003_letters_wanted"),
        ("registry", "0006_grades_are_ratings"),
    ]
    operations = [migrations.RunPython(note_accounts, migrations.RunPython.noop)]
