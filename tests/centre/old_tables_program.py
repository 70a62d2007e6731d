"""Rows of a Centre in the tables of earlier versions, brought up to date.

python old_tables_program.py     prints what became of them, as JSON
"""

from __future__ import annotations

import json

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.migrations.executor import MigrationExecutor  # noqa: E402

from centre import table_shapes  # noqa: E402

FEDERATION = "INSERT INTO registry_federation (code, name, scheme, next_number) VALUES ('ebu', 'E', 'ebu', 1)"
PERSON = (
    "INSERT INTO registry_person (id, federation_id, number, given_name, family_name, sort_key, status, anonymous,"
    " grade, rank, created_at) VALUES (1, 'ebu', '1', 'A', 'B', 'b a', 'active', FALSE, '', '', '2026-01-01 00:00:00')"
)
RUN = (
    "INSERT INTO records_promotionrun (id, federation_id, as_at, at)"
    " VALUES (1, 'ebu', '2026-01-31', '2026-02-01 00:00:00')"
)
PROMOTIONS = [
    "INSERT INTO records_promotion (run_id, person_id, rank, before, reached_on, flagged, settled_note)"
    f" VALUES (1, 1, 'Rank {number}', '', '2026-01-15', '', '')"
    for number in range(3)
]
CHECKS = {1: None, 2: {"file": ["a score is missing"]}}


def promotions_without_keys() -> None:
    """As they were announced before `records` 0003."""
    call_command("migrate", "records", "0002", verbosity=0)
    call_command("migrate", "registry", "0001", verbosity=0)
    with connection.cursor() as cursor:
        for statement in (FEDERATION, PERSON, RUN, *PROMOTIONS):
            cursor.execute(statement)


def filings_without_plays() -> None:
    """As they were filed before `filing` 0005."""
    call_command("migrate", "filing", "0004", verbosity=0)
    loader = MigrationExecutor(connection).loader
    apps = loader.project_state([("filing", "0004_month_decisions")]).apps
    federation = apps.get_model("registry", "Federation").objects.get(code="ebu")
    club = apps.get_model("registry", "Organisation").objects.create(
        federation=federation, level="club", number="1", name="Riverside"
    )
    filings, versions = (apps.get_model("filing", name).objects for name in ("Filing", "Version"))
    session = {"form": "session", "day": "2026-11-10"}
    result = {"edition": "2014", "engine": "0", "result": b"", "original": b"as it came", "original_name": ""}
    for receipt, state in (("EBU-1", "provisional"), ("EBU-2", "withdrawn")):
        filing = filings.create(
            **session,
            receipt=receipt,
            federation=federation,
            organisation=club,
            name="Tuesday",
            state=state,
            identity=receipt,
        )
        for number, checks in CHECKS.items():
            event = session | {"boards": 24 + number, "lists": []}
            versions.create(
                **result,
                filing=filing,
                number=number,
                event=event,
                format="event",
                people={"100": 1},
                checks=checks,
            )


def what_became_of_them() -> dict[str, object]:
    from masterpoint.centre.filing.models import Filing, Play, Version
    from masterpoint.centre.ledger.verify import trigger_differences
    from masterpoint.centre.records.models import Promotion

    versions = Version.objects.filter(filing__receipt="EBU-1").order_by("number")
    return {
        "keys of promotions": list(Promotion.objects.order_by("pk").values_list("key", flat=True)),
        "plays": Play.objects.count(),
        "different plays": Play.objects.values("digest").distinct().count(),
        "digest of its newest play": Play.objects.get(filing__receipt="EBU-1", version__number=2).digest,
        "digest of EBU-1": Filing.objects.get(receipt="EBU-1").identity,
        "digest of EBU-2": Filing.objects.get(receipt="EBU-2").identity,
        "versions": [
            {
                "event": version.event,
                "people": version.people,
                "checks": version.checks,
                "original": bytes(version.original).decode(),
            }
            for version in versions
        ],
        "missing triggers": list(trigger_differences()),
        "shapes": table_shapes.shapes(),
    }


if __name__ == "__main__":
    promotions_without_keys()
    filings_without_plays()
    call_command("migrate", verbosity=0)
    print(json.dumps(what_became_of_them()))
