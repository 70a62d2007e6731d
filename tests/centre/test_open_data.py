"""Open data: what is public and nothing else, whole and checked, as CSV and Parquet."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from pyarrow import parquet
from pytest_django import Settings

from centre import making
from centre.making import session
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import services
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import services as ledger_services
from masterpoint.centre.open_data.tables import TABLES
from masterpoint.centre.open_data.writing import write_open_data
from masterpoint.centre.operations import nightly
from masterpoint.centre.registry.models import Federation, Organisation, Person

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 16)


@pytest.fixture
def archive(federation: Federation, club: Organisation, people: list[Person], officer: User, tmp_path: Path) -> Path:
    filed = services.file_event(club, session(people), making.ORIGINAL, by=officer, choices={}).filing
    ledger_services.adjust(people[0], "green", -25, date(2025, 5, 1), by=officer, reason="=too many")
    assert filed
    Person.objects.filter(pk=people[3].pk).update(anonymous=True)
    return write_open_data(federation, tmp_path / "data", DAY)


def table(archive: Path, name: str) -> list[dict[str, str]]:
    with zipfile.ZipFile(archive) as opened:
        return list(csv.DictReader(io.StringIO(opened.read(f"{name}.csv").decode(), newline="")))


def test_the_manifest_tells_what_is_in_it(archive: Path, federation: Federation) -> None:
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


def test_both_forms_hold_the_same(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        columns = parquet.read_table(io.BytesIO(opened.read("awards.parquet"))).to_pylist()
    rows = table(archive, "awards")
    assert [(row["number"], row["points"], row["day"]) for row in rows] == [
        (row["number"], str(row["points"]), row["day"].isoformat()) for row in columns
    ]
    assert {(row["number"], row["colour"], row["points"]) for row in rows} == {
        *(("100", "local", "12.00"), ("101", "local", "12.00"), ("102", "local", "6.00"), ("100", "green", "-0.25")),
    }


def test_nobody_anonymous_is_in_it(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        content = b"".join(opened.read(name) for name in opened.namelist())
    assert b"Dale" not in content
    assert "103" not in {row["number"] for name in ("people", "awards", "ranks") for row in table(archive, name)}


def test_in_a_result_an_anonymous_member_is_one_and_a_guest_a_guest(archive: Path) -> None:
    """The second pair is Cleo Carr and Dan Dale, who is anonymous; three pairs of the field are not named at all."""
    (version,) = table(archive, "versions")
    facts, awards = json.loads(version["facts"]), json.loads(version["awards"])
    pairs = [[(player["id"], player["name"]) for player in entry["players"]] for entry in facts["lists"][0]["entries"]]
    assert pairs[:2] == [
        [("100", "Ada Ashby"), ("101", "Ben Brook")],
        [("102", "Cleo Carr"), ("", "Anonymous member 1")],
    ]
    assert [(award["who"], award["points"]) for award in awards[:2]] == [
        ("Ada Ashby & Ben Brook", "12"),
        ("Cleo Carr & Anonymous member 1", "6"),
    ]


def test_every_award_leads_to_its_explanation(archive: Path) -> None:
    won = [row for row in table(archive, "awards") if row["kind"] == "awards"]
    receipts = {row["receipt"] for row in table(archive, "results")}
    assert all(row["receipt"] in receipts and row["version"] == "1" and row["explanation"] for row in won)


def test_the_night_publishes_it_and_keeps_the_first_of_each_month(
    archive: Path, settings: Settings, federation: Federation
) -> None:
    settings.MASTERPOINT_OPEN_DATA = folder = archive.parent
    for day in ("2026-08-01", "2026-08-02", "2026-10-02"):
        (folder / f"{federation.code}-{day}.zip").write_bytes(b"old")
    archive.unlink()
    message = nightly.publish_open_data(datetime(2026, 11, 16, 3, tzinfo=UTC))
    assert message.startswith("1 federation, ")
    days = sorted(path.stem[-10:] for path in folder.iterdir())
    assert days == ["2026-08-01", "2026-10-02", "2026-11-16"]
    assert table(archive, "people")
