"""A Centre that was set up before an upgrade keeps everything: the steps run on rows as they were."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
import django
django.setup()
from django.core.management import call_command
from django.db import connection
call_command("migrate", "records", "0002", verbosity=0)
call_command("migrate", "registry", "0001", verbosity=0)
with connection.cursor() as cursor:
    for statement in STATEMENTS:
        cursor.execute(statement)
call_command("migrate", verbosity=0)
from masterpoint.centre.records.models import Promotion
print(*Promotion.objects.order_by("pk").values_list("key", flat=True))
"""
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


def test_promotions_announced_before_there_were_keys_get_one(new_database, tmp_path):
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("upgrade", bare=True),
        "MASTERPOINT_HOME": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }
    program = PROGRAM.replace("STATEMENTS", repr([FEDERATION, PERSON, RUN, *PROMOTIONS]))
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    keys = done.stdout.split()
    assert len(set(keys)) == 3 and all(len(key) == 22 for key in keys)


PLAYS = """
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
call_command("migrate", "filing", "0004", verbosity=0)
apps = MigrationExecutor(connection).loader.project_state([("filing", "0004_month_decisions")]).apps
federation = apps.get_model("registry", "Federation").objects.create(code="ebu", name="E", scheme="ebu")
club = apps.get_model("registry", "Organisation").objects.create(
    federation=federation, level="club", number="1", name="Riverside"
)
Filing, Version = (apps.get_model("filing", name) for name in ("Filing", "Version"))
CHECKS = {1: None, 2: {"file": ["a score is missing"]}}
for receipt, state in (("EBU-1", "provisional"), ("EBU-2", "withdrawn")):
    filing = Filing.objects.create(
        receipt=receipt, federation=federation, organisation=club, name="Tuesday", day="2026-11-10", form="session",
        state=state, identity=receipt,
    )
    for number in (1, 2):
        event = {"form": "session", "day": "2026-11-10", "boards": 24 + number, "lists": []}
        Version.objects.create(
            filing=filing, number=number, event=event, edition="2014", engine="0", result=b"", original=b"as it came",
            original_name="", format="event", people={"100": 1}, checks=CHECKS[number],
        )
call_command("migrate", verbosity=0)
from masterpoint.centre.filing.models import Filing, Play, Version
from masterpoint.centre.ledger.verify import trigger_differences
print(Play.objects.count(), Play.objects.values("digest").distinct().count())
current = Play.objects.get(filing__receipt="EBU-1", version__number=2)
print(Filing.objects.get(receipt="EBU-1").identity == current.digest)
print(Filing.objects.get(receipt="EBU-2").identity)
kept = Version.objects.filter(filing__receipt="EBU-1").order_by("number")
for version in kept:
    assert version.event == {"form": "session", "day": "2026-11-10", "boards": 24 + version.number, "lists": []}
    assert (version.people, version.checks) == ({"100": 1}, CHECKS[version.number])
    assert bytes(version.original) == b"as it came"
assert list(trigger_differences()) == [], "and nobody may change them"
"""


def test_every_version_filed_before_is_found_by_its_play(new_database, tmp_path):
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("plays", bare=True),
        "MASTERPOINT_HOME": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }
    done = subprocess.run([sys.executable, "-c", PLAYS], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == ["4", "2", "True", "EBU-2"]


DEMO = """
import django
django.setup()
from django.core.management import call_command
from masterpoint.centre import upgrading
from masterpoint.cli import serving
call_command("migrate", verbosity=0)
call_command("migrate", "claiming", "zero", verbosity=0)
print(len(upgrading.schema().missing))
serving._upgrade_demo()
print(upgrading.schema().is_current)
"""


def test_a_demo_of_an_earlier_version_is_brought_up_to_date_by_itself(new_database, tmp_path):
    """`make run` after an update: nobody's records are in a demo, and nobody is sent to another command."""
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("demo", bare=True),
        "MASTERPOINT_HOME": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }
    done = subprocess.run([sys.executable, "-c", DEMO], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["1", "True"], done.stderr[-2000:]
