"""Open data: what is public and nothing else, whole and checked, as CSV and Parquet, and loaded again without loss."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import zipfile
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from pyarrow import parquet

from centre import making
from centre.making import session
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import services
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import services as ledger_services
from masterpoint.centre.open_data.reloading import reload
from masterpoint.centre.open_data.tables import TABLES
from masterpoint.centre.open_data.writing import write_open_data
from masterpoint.centre.operations import nightly
from masterpoint.centre.records import leaderboards
from masterpoint.centre.registry import setup
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.errors import NotReadable

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 16)


@pytest.fixture
def archive(federation, club, people, officer, tmp_path):
    filed = services.file_event(club, session(people), making.ORIGINAL, by=officer, decided={}).filing
    ledger_services.adjust(people[0], "green", -25, date(2025, 5, 1), by=officer, reason="=too many")
    assert filed
    Person.objects.filter(pk=people[3].pk).update(anonymous=True)
    return write_open_data(federation, tmp_path / "data", DAY)


def table(archive, name):
    with zipfile.ZipFile(archive) as opened:
        return list(csv.DictReader(io.StringIO(opened.read(f"{name}.csv").decode(), newline="")))


def test_the_manifest_tells_what_is_in_it(archive, federation):
    with zipfile.ZipFile(archive) as opened:
        manifest = json.loads(opened.read("manifest.json"))
        for file in manifest["files"]:
            data = opened.read(file["name"])
            assert (len(data), hashlib.sha256(data).hexdigest()) == (file["bytes"], file["sha256"])
        assert len(manifest["files"]) == 2 * len(TABLES)
        head = ledger.head(federation)
        assert manifest["ledger"] == {"entries": head.number, "head": head.hash}
        columns = {field["name"] for field in manifest["tables"]["awards"]}
        assert columns == set(table(archive, "awards")[0])


def test_both_forms_hold_the_same(archive):
    with zipfile.ZipFile(archive) as opened:
        columns = parquet.read_table(io.BytesIO(opened.read("awards.parquet"))).to_pylist()
    rows = table(archive, "awards")
    assert [(row["number"], row["points"], row["day"]) for row in rows] == [
        (row["number"], str(row["points"]), row["day"].isoformat()) for row in columns
    ]
    assert {(row["number"], row["colour"], row["points"]) for row in rows} == {
        *(("100", "local", "12.00"), ("101", "local", "12.00"), ("102", "local", "6.00"), ("100", "green", "-0.25")),
    }


def test_nobody_anonymous_is_in_it(archive):
    with zipfile.ZipFile(archive) as opened:
        everything = b"".join(opened.read(name) for name in opened.namelist())
    assert b"Dale" not in everything
    assert "103" not in {row["number"] for name in ("people", "awards", "ranks") for row in table(archive, name)}


def test_every_award_leads_to_its_explanation(archive):
    won = [row for row in table(archive, "awards") if row["kind"] == "awards"]
    receipts = {row["receipt"] for row in table(archive, "results")}
    assert all(row["receipt"] in receipts and row["version"] == "1" and row["explanation"] for row in won)


@pytest.fixture
def empty(db):
    setup.set_up("new", "The New Union", "ebu", "staff@new.example", "a long enough password", today=date(2020, 1, 1))
    return Federation.objects.get(code="new"), User.objects.get(email="staff@new.example")


def test_loaded_into_an_empty_centre_nothing_public_is_lost(archive, empty, people):
    federation, staff = empty
    loaded = reload(federation, archive, by=staff, today=DAY)
    assert (loaded.people, loaded.lines) == (5, 4)
    club = Organisation.objects.get(federation=federation, number="1001")
    assert (club.name, club.parent.name) == ("Riverside Bridge Club", "Ferncestershire")
    for person in (people[0], people[1], people[2], people[4]):
        copy = Person.objects.get(federation=federation, number=person.number)
        assert (copy.name, copy.home_club) == (person.name, club)
        assert ledger.holding(copy) == ledger.holding(person)
    (first, *_) = leaderboards.leaderboard(federation, year=2026, colours=("local",))
    assert (first.person.number, first.points) == ("100", Decimal(12))
    assert list(verifying.differences([federation])) == []


def test_what_was_changed_or_is_no_open_data_is_refused_and_nothing_is_written(archive, empty, tmp_path):
    federation, staff = empty
    changed = tmp_path / "changed.zip"
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"12.00", b"99.00"))
    with pytest.raises(NotReadable, match="was changed since it was made"):
        reload(federation, changed, by=staff, today=DAY)
    (tmp_path / "x.zip").write_bytes(b"PK nonsense")
    with pytest.raises(NotReadable, match="no open data"):
        reload(federation, tmp_path / "x.zip", by=staff, today=DAY)
    assert not Person.objects.filter(federation=federation).exists()


def test_only_into_an_empty_federation(archive, federation, officer):
    with pytest.raises(NotReadable, match="registered here already"):
        reload(federation, archive, by=officer, today=DAY)


def test_the_night_publishes_it_and_keeps_the_first_of_each_month(archive, settings, federation):
    settings.MASTERPOINT_OPEN_DATA = folder = archive.parent
    for day in ("2026-08-01", "2026-08-02", "2026-10-02"):
        (folder / f"{federation.code}-{day}.zip").write_bytes(b"old")
    archive.unlink()
    message = nightly.publish_open_data(datetime(2026, 11, 16, 3, tzinfo=UTC))
    assert message.startswith("1 federations, ")
    days = sorted(path.stem[-10:] for path in folder.iterdir())
    assert days == ["2026-08-01", "2026-10-02", "2026-11-16"]
    assert table(archive, "people")
