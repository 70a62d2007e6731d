"""Nobody edits the journal; and a Centre that was there before begins it with everything as it stands."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from django.core.exceptions import FieldDoesNotExist
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Model

from masterpoint.centre.journal.facts import KINDS, PAGE, Kind, all_facts, encode_sorted, subject
from masterpoint.centre.plain_steps import PlainStep

MESSAGE = "journal_entry: this is append-only: write a new entry"
SQLITE = """
CREATE TRIGGER journal_entry_no_{action} BEFORE {action} ON journal_entry
BEGIN SELECT RAISE(ABORT, '{message}'); END
"""
POSTGRES = """
CREATE TRIGGER journal_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entry
FOR EACH STATEMENT EXECUTE FUNCTION masterpoint_append_only()
"""


def refuse_changes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    execute = schema_editor.connection.cursor().execute
    if schema_editor.connection.vendor == "sqlite":
        for action in ("UPDATE", "DELETE"):
            execute(SQLITE.format(action=action, message=MESSAGE))
    else:
        execute(POSTGRES)


def begin(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Rows as they are on the day of the upgrade; what was changed by hand before, nobody can tell."""
    Entry = apps.get_model("journal", "Entry")
    for code in apps.get_model("registry", "Federation").objects.values_list("pk", flat=True):
        number, link, page = 0, "0" * 64, {}
        pages = []
        for kind, about in _kinds(apps).items():
            for pk, facts in all_facts(about, code, apps.get_model):
                page[subject(kind, pk)] = facts
                if len(page) == PAGE:
                    pages.append(page)
                    page = {}
        for number, facts in enumerate([*pages, page], 1):
            at = datetime.now(UTC)
            heading = [code, number, "begun", None, "", at.isoformat(timespec="microseconds"), link]
            before, link = link, hashlib.sha256(encode_sorted([heading, facts])).hexdigest()
            entry = {"number": number, "what": "begun", "facts": facts, "at": at, "previous_hash": before}
            Entry.objects.create(federation_id=code, hash=link, **entry)


def _kinds(apps: StateApps) -> dict[str, Kind]:
    """The kinds there are at this step, with the fields they have."""
    kinds = {}
    for name, about in KINDS.items():
        try:
            model = apps.get_model(about.model)
        except LookupError:
            continue
        fields = tuple(field for field in about.fields if _has(model, field))
        rows = {key: own for key, own in about.rows.items() if _has(apps.get_model(own.model), own.owner)}
        also = about.second_path.replace("people__", "person__")  # an account pointed to its record then
        kinds[name] = about._replace(fields=fields, rows=rows, second_path=also)
    return kinds


def _has(model: type[Model], field: str) -> bool:
    try:
        model._meta.get_field(field.partition("__")[0])
    except FieldDoesNotExist:
        return False
    return True


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0001_entries"),
        ("ledger", "0002_append_only"),
        ("registry", "0005_appointments"),
        ("filing", "0004_month_decisions"),
        ("records", "0004_announcements_taken_back"),
        ("enquiries", "0001_initial"),
    ]
    operations = [
        PlainStep(refuse_changes, PlainStep.noop),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
