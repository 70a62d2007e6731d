"""Open data loaded into an empty Centre: pages read the same, the same data is written again, or nothing is loaded."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from answers import existing
from centre import making
from centre.billing_kit import set_charge
from centre.open_data_kit import left_of, rows_of, shown_on
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import charging
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.closing import announcing
from masterpoint.centre.erasing.services import erase
from masterpoint.centre.filing import correcting, ending, rederiving, services
from masterpoint.centre.filing.models import REPORTED, Filing, Version, ZeroEvening
from masterpoint.centre.journal import models as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.open_data import archives
from masterpoint.centre.open_data.reloading import Reloaded, reload, row_count
from masterpoint.centre.open_data.tables import TABLES
from masterpoint.centre.open_data.writing import write_open_data
from masterpoint.centre.people import merging, statuses
from masterpoint.centre.records import leaderboards
from masterpoint.centre.registry import organisations, person_flags, setup
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.boards import PASSED_OUT, AdjustedScore, Board, Contract, Traveller
from masterpoint.core.deals import Deal, Hand
from masterpoint.core.errors import NotReadable
from masterpoint.core.events import SessionEvent
from masterpoint.core.parsing import event_from
from masterpoint.core.results import Entry, Player, Ranking, Results
from masterpoint.formats import WRITERS
from masterpoint.schemes import FACTS

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 16)


def teams(people: list[Person]) -> SessionEvent:
    """A teams match with a team of members, one with an anonymous member, and one of guests alone."""
    names = [[people[0], people[1]], [people[2], people[3]], []]
    guests = [{"id": "88888888", "name": "Gus Guest"}, {"id": "88888888", "name": "Hal Guest"}]
    rows = [
        {
            "place": place,
            "name": f"Team of {place}",
            "score": "61.5",
            "players": [person_of(person) for person in pair] or guests,
        }
        for place, pair in enumerate(names, 1)
    ]
    return making.session(people, day="2026-10-20", name="Friday", lists=[{"entries": rows, "size": 6}])


def person_of(person: Person) -> dict[str, str]:
    return {"id": person.number, "name": person.name}


def build() -> Federation:
    """A federation to which everything has happened that open data tells of; all that is public of it, as pages."""
    federation = making.federation()
    club, officer = making.club(making.county(federation)), making.officer()
    people = making.people(club)
    person_flags.set_anonymous(people[3], True, by=None)
    second = organisations.add_organisation(
        federation, "1002", "Old Hall", level="club", parent=club.parent, on=DAY, by=None
    )
    making.brought_balances(federation, officer, "104,local,300,2025-12-31,", "105,green,20,2026-01-31,2026", today=DAY)

    def file_one(event: SessionEvent, organisation: Organisation = club) -> Filing:
        return services.file_event(organisation, event, making.ORIGINAL, by=officer, choices={}).filing

    corrected = file_one(making.session(people, day="2026-10-06"))
    order = (2, 1, 0, 3, 4, 5)
    correcting.correct(
        corrected, making.session(people, order, day="2026-10-06"), making.ORIGINAL,
        by=officer, choices={}, reason="places were wrong",
    )  # fmt: skip
    file_one(teams(people))
    with_boards = making.session(people, day="2026-10-22", name="Thursday")
    services.file_event(club, with_boards, evening_with_boards(people), by=officer, choices={})
    statuses.set_status(people[2], "lapsed", on=date(2026, 10, 1), by=officer, reason="not paid")
    withdrawn = file_one(making.session(people, day="2026-10-13", name="Never played"))
    ending.withdraw(withdrawn, by=officer, reason="it was cancelled")
    file_one(making.session(people, day="2026-09-15", name="At the Old Hall"), second)
    taken_back = ledger.adjust(people[0], "green", -25, date(2025, 5, 1), by=officer, reason="=too many")
    ledger.reverse(taken_back, by=officer, reason="it was right")
    ledger.adjust(people[3], "green", 100, date(2025, 5, 1), by=officer, reason="of somebody anonymous alone")
    merging.merge(people[5], people[4], by=officer, reason="one person")
    announcing.promote(federation, date(2026, 10, 31), by=officer)
    organisations.change_organisation(second, second.name, parent=second.parent, active=False, by=officer)
    return federation


def evening_with_boards(people: list[Person]) -> services.Original:
    """A file with every board: pair 1 of members, pair 2 with an anonymous member and a guest, pair 3 without names."""
    names = [
        (Player(people[0].name, people[0].number), Player(people[1].name, "", people[1].number)),
        (Player(people[3].name, people[3].number), Player("Gus Guest")),
        (),
    ]
    entries = tuple(
        Entry(str(number), players, place=number, percentage=Decimal(60 - number))
        for number, players in enumerate(names, 1)
    )
    hands = (Hand("AKQJT98765432"), Hand("", "AKQJT98765432"), Hand("", "", "AKQJT98765432"))
    boards = (
        Board(1, (
            Traveller("1", "2", Contract(4, "S", 2), "N", 9, "HA", -100, ns_points=Decimal("0.5")),
            Traveller("3", "2", PASSED_OUT, score=0),
            Traveller("1", "3", adjusted=AdjustedScore(as_written="A60")),
        )),
        Board(2, (Traveller("", "", Contract(1, "NT"), "S", 7, score=90, seats=("1", "2", "3", "4")),)),
    )  # fmt: skip
    deals = (Deal(1, *hands, Hand("", "", "", "AKQJT98765432")),)
    results = Results("json", "", rankings=(Ranking(entries),), boards=boards, deals=deals)
    return services.Original(WRITERS["json"].write(results), "thursday.json", "Masterpoint results, JSON")


def archive_of(federation: Federation, folder: Path) -> Path:
    return write_open_data(federation, folder, DAY)


@pytest.fixture(scope="module")
def reloaded_rows(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> dict[str, Any]:
    """The zip, and the public pages as they were; of the federation itself nothing is left."""

    def built() -> dict[str, Any]:
        federation = build()
        return {"zip": archive_of(federation, tmp_path_factory.mktemp("old")), "pages": pages(Client())}

    with django_db_blocker.unblock():
        return left_of(built)


def pages(client: Client) -> dict[str, tuple[int, list[Any]]]:
    """Every public page of results, records and sessions, and who leads."""
    receipts = Filing.objects.order_by("pk").values_list("receipt", flat=True)
    addresses = [reverse("result", args=["ebu", receipt]) for receipt in receipts]
    addresses += [reverse("result-boards", args=["ebu", receipt]) for receipt in receipts]
    public = Filing.objects.exclude(state="withdrawn").values_list("receipt", flat=True)
    addresses += [reverse("result-why", args=["ebu", receipt, index]) for receipt in public for index in range(3)]
    addresses += [reverse("player", args=["ebu", str(number)]) for number in range(100, 106)]
    addresses += [reverse("sessions", args=["ebu", number]) for number in ("1001", "1002")]
    shown: dict[str, tuple[int, list[Any]]] = {address: shown_on(client.get(address)) for address in addresses}
    return shown | {f"leaders {year}": (200, leaders(year)) for year in (None, 2025, 2026)}


def leaders(year: int | None) -> list[tuple[str, Fraction]]:
    """Those who may be named, with their points."""
    federation = Federation.objects.get(code="ebu")
    rows = leaderboards.leaderboard(federation, year=year)
    return [(row.person.number, row.points) for row in rows if not row.person.anonymous]


@pytest.fixture
def empty() -> tuple[Federation, User]:
    setup.set_up(
        "ebu", "English Bridge Union", "ebu", "staff@new.example", "a long enough password", today=date(2020, 1, 1)
    )
    return Federation.objects.get(code="ebu"), User.objects.get(email="staff@new.example")


def load_zip(empty: tuple[Federation, User], archive: Path) -> Reloaded:
    federation, staff = empty
    return reload(federation, archive, by=staff, today=DAY)


def test_everything_public_reads_the_same_and_is_written_again(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User], client: Client, tmp_path: Path
) -> None:
    counts = load_zip(empty, reloaded_rows["zip"])
    assert (counts.organisations, counts.people, counts.results, counts.reported) == (3, 5, 5, 1)
    assert list(verifying.differences([empty[0]])) == []
    now = pages(client)
    for address, before in reloaded_rows["pages"].items():
        assert now[address] == before, address
    again = rows_of(archive_of(empty[0], tmp_path / "new"))
    for name, rows in rows_of(reloaded_rows["zip"]).items():
        assert again[name] == rows, name


def test_awards_are_derived_again_and_what_cannot_be_is_called_reported(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User]
) -> None:
    """Of what was withdrawn nobody is named, so its awards do not follow from what is known of it."""
    load_zip(empty, reloaded_rows["zip"])
    formats = Version.objects.order_by("pk").values_list("filing__name", "number", "format")
    assert list(formats) == [
        ("Tuesday", 1, "open data"),
        ("Tuesday", 2, "open data"),
        ("Friday", 1, "open data"),
        ("Thursday", 1, "open data"),
        ("Never played", 1, REPORTED),
        ("At the Old Hall", 1, "open data"),
    ]


def test_nobody_is_charged_or_written_to_for_what_was_loaded(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User]
) -> None:
    federation, staff = empty
    load_zip(empty, reloaded_rows["zip"])
    set_charge(federation, staff)
    assert charging.charge_due(federation, by=staff) == 0
    assert not Charge.objects.exists()
    assert list(rederiving.rederivations(federation)) == []


def test_a_club_goes_on_where_it_was(reloaded_rows: dict[str, Any], empty: tuple[Federation, User]) -> None:
    """The next evening is filed, judged and posted after the last entry; promotions follow from all of it."""
    federation, staff = empty
    load_zip(empty, reloaded_rows["zip"])
    entries = Posting.objects.count()
    club = Organisation.objects.get(number="1001")
    people = list(Person.objects.order_by("number"))
    pairs = [[person_of(person) for person in people[at : at + 2]] for at in (0, 2)]
    raw = {"form": "session", "scheme": "ebu", "day": "2026-11-10", "contest": "pairs", "boards": 24}
    rows = [{"place": place, "players": players} for place, players in enumerate(pairs, 1)]
    raw |= {"organiser": {"level": "club"}, "lists": [{"entries": rows, "size": 6}]}
    services.file_event(club, event_from(raw, FACTS), making.ORIGINAL, by=staff, choices={})
    assert Posting.objects.count() == entries + 1
    erase(people[0], by=staff, on=DAY)
    assert list(verifying.differences([federation])) == []


def rewritten(archive: Path, folder: Path, change: Callable[..., dict[str, str]]) -> Path:
    """The zip with some cells changed, and checksums that fit: `change(table, row)` gives the row."""
    folder.mkdir()
    target = folder / archive.name
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(target, "w") as new:
        manifest = json.loads(old.read("manifest.json"))
        for file in manifest["files"]:
            data = old.read(file["name"])
            if file["name"].endswith(".csv"):
                data = _with_change(data, file["name"].removesuffix(".csv"), change)
                file["sha256"] = hashlib.sha256(data).hexdigest()
            new.writestr(file["name"], data)
        new.writestr("manifest.json", json.dumps(manifest))
    return target


def _with_change(data: bytes, table: str, change: Callable[..., dict[str, str]]) -> bytes:
    rows = csv.DictReader(io.StringIO(data.decode(), newline=""))
    output = io.StringIO(newline="")
    writer = csv.DictWriter(output, existing(rows.fieldnames))
    writer.writeheader()
    writer.writerows(change(table, row) for row in rows)
    return output.getvalue().encode()


def test_awards_of_another_engine_stand_as_reported_and_lead_to_their_explanation(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User], client: Client, tmp_path: Path
) -> None:
    """Somebody was awarded 13 where this program gives 12: 13 stand, and verify is content."""
    receipt = next(row[0] for row in rows_of(reloaded_rows["zip"])["results.csv"] if "At the Old Hall" in row)

    def otherwise(table: str, row: dict[str, str]) -> dict[str, str]:
        if table == "versions" and row["receipt"] == receipt:
            row["awards"] = row["awards"].replace('"points":"12"', '"points":"13"')
        if table == "awards" and row["receipt"] == receipt and row["points"] == "12.00":
            row["points"] = "13.00"
        return row

    load_zip(empty, rewritten(reloaded_rows["zip"], tmp_path / "changed", otherwise))
    filing = Filing.objects.get(receipt=receipt)
    assert filing.versions.get().format == REPORTED
    page = client.get(reverse("result", args=["ebu", receipt])).content.decode()
    assert "13 local" in page and "reported, not derived" in page
    page = client.get(reverse("result-why", args=["ebu", receipt, 0])).content.decode()
    assert f"/f/ebu/results/{receipt}/why/0/" in page and "reported, not derived" in page
    assert list(verifying.differences([empty[0]])) == []
    assert list(rederiving.rederivations(empty[0])) == []


def test_everything_that_is_wrong_is_said_at_once_and_nothing_is_written(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User], tmp_path: Path
) -> None:
    wrong = {
        "people": {"club": "9999", "standing": "great"},
        "held": {"standing": "deceased"},
        "entries": {"posting": "99"},
        "boards": {"declarer": "up", "tricks": "14", "contract": "8S", "north": "AK..."},
        "results": {"day": "yesterday"},
        "versions": {"facts": "{}"},
        "awards": {"points": "1.234"},
        "ranks": {"number": "77"},
    }
    last = {}

    def broken(table: str, row: dict[str, str]) -> dict[str, str]:
        if table in wrong and table not in last:
            last[table] = True
            return row | wrong[table]
        return row

    before = journal.Entry.objects.count()
    with pytest.raises(NotReadable) as refusal:
        load_zip(empty, rewritten(reloaded_rows["zip"], tmp_path / "broken", broken))
    places = {problem.place.split()[0] for problem in refusal.value.problems}
    assert {f"{name}.csv" for name in wrong} <= places
    assert not any(model.objects.exists() for model in (Person, Filing, Posting, ZeroEvening))
    assert journal.Entry.objects.count() == before


def test_a_file_that_was_changed_or_is_another_is_refused(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User], tmp_path: Path
) -> None:
    changed = tmp_path / "changed.zip"
    with zipfile.ZipFile(reloaded_rows["zip"]) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            if name != "ranks.csv":
                new.writestr(name, old.read(name).replace(b"12.00", b"99.00"))
    with pytest.raises(NotReadable) as refusal:
        load_zip(empty, changed)
    assert [(problem.place, problem.message) for problem in refusal.value.problems] == [
        ("awards.csv", "was changed since it was made"),
        ("ranks.csv", "is missing"),
    ]
    assert not Person.objects.exists()


def encrypt(data: bytes) -> bytes:
    """The zip with the flag of an encrypted file on its first entry, here and in its list of entries."""
    directory = data.index(b"PK\x01\x02")
    return data[:6] + b"\x01" + data[7 : directory + 8] + b"\x01" + data[directory + 9 :]


@pytest.mark.parametrize(
    ("manifest", "change"),
    [
        (b"{}", lambda _: b"PK nonsense"),
        (b"{}", encrypt),
        (b" " * 2_000_000, bytes),
        (b"[" * 100_000, bytes),
        (b'{"files": [1]}', bytes),
        (b'{"scheme": "ebu", "masterpoint_open_data": 3, "files": "none"}', bytes),
    ],
    ids=["nonsense", "encrypted", "too long", "nested", "another shape", "no list"],
)
def test_what_is_no_zip_of_open_data_is_refused_whole(
    empty: tuple[Federation, User], tmp_path: Path, manifest: bytes, change: Callable[[bytes], bytes]
) -> None:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", manifest)
    (tmp_path / "x.zip").write_bytes(change(output.getvalue()))
    with pytest.raises(NotReadable, match=r"not open data|this layout"):
        row_count(tmp_path / "x.zip", empty[0])


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("results", "organiser", ""),
        ("awards", "points", "1e999999999"),
        ("awards", "points", "99999999999999999999"),
        ("awards", "explanation", "-1"),
        ("awards", "explanation", "99999999999999999999"),
        ("ranks", "number", ""),
    ],
)
def test_what_no_table_takes_is_refused_with_its_line(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User], tmp_path: Path, table: str, column: str, value: str
) -> None:
    def broken(name: str, row: dict[str, str]) -> dict[str, str]:
        return row | {column: value} if name == table else row

    with pytest.raises(NotReadable, match=rf"{table}\.csv line 2"):
        load_zip(empty, rewritten(reloaded_rows["zip"], tmp_path / "broken", broken))


@pytest.mark.parametrize("cell", [b"\xff", b"a cell"], ids=["no text", "too long"])
def test_a_table_that_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cell: bytes) -> None:
    limit = csv.field_size_limit()
    monkeypatch.setattr(archives, "MAX_CELL_LENGTH", 5)
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("results.csv", b"event\r\n" + cell)
    try:
        with pytest.raises(NotReadable, match=r"results\.csv.*cannot be read"):
            list(archives.Archive(tmp_path / "x.zip", {"masterpoint_open_data": 3}).rows("results"))
    finally:
        csv.field_size_limit(limit)


def test_only_into_an_empty_federation_of_its_book(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User], tmp_path: Path
) -> None:
    load_zip(empty, reloaded_rows["zip"])
    with pytest.raises(NotReadable, match="registered here already"):
        load_zip(empty, reloaded_rows["zip"])
    setup.set_up("two", "Another", "ebu", "staff@two.example", "a long enough password", today=date(2020, 1, 1))
    other = Federation.objects.get(code="two"), User.objects.get(email="staff@two.example")
    with pytest.raises(NotReadable, match="filed in this Centre already"):
        load_zip(other, reloaded_rows["zip"])
    Federation.objects.filter(code="two").update(scheme="nz")
    with pytest.raises(NotReadable, match="follows another book"):
        load_zip((Federation.objects.get(code="two"), other[1]), reloaded_rows["zip"])


def test_boards_say_who_played_as_the_result_does(reloaded_rows: dict[str, Any]) -> None:
    """By number, or by the name they have in the facts; who is not named at all is a guest."""
    rows = [row for row in rows_of(reloaded_rows["zip"])["boards.csv"] if row[0] != "receipt"]
    sides = {(*row[11:15], row[15]) for row in rows}
    assert sides == {
        ("1", "100 & 101", "2", "Anonymous member 1 & Guest 2", "4SX"),
        ("3", "", "2", "Anonymous member 1 & Guest 2", "PASS"),
        ("1", "100 & 101", "3", "", "adjusted A60"),
        ("1-3", "", "2-4", "", "1NT"),
    }
    assert {row[7] for row in rows if row[1] == "1"} == {"AKQJT98765432..."}


def test_boards_follow_what_becomes_of_a_name(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User], client: Client
) -> None:
    """The boards that were loaded are a file of names like any other: whoever is erased goes from it too."""
    load_zip(empty, reloaded_rows["zip"])
    receipt = Filing.objects.get(name="Thursday").receipt
    address = reverse("result-boards", args=["ebu", receipt])
    assert b"Ada Ashby &amp; Ben Brook" in client.get(address).content
    person_flags.set_anonymous(Person.objects.get(number="101"), True, by=empty[1])
    assert b"Ada Ashby &amp; Anonymous member" in client.get(address).content
    erase(Person.objects.get(number="100"), by=empty[1], on=DAY)
    assert b"Ada" not in client.get(address).content
    assert not any(b"Ashby" in bytes(version.original) for version in Version.objects.all())
    assert list(verifying.differences([empty[0]])) == []


def test_a_correction_has_its_own_day(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User], client: Client, tmp_path: Path
) -> None:
    def earlier(table: str, row: dict[str, str]) -> dict[str, str]:
        return row | {"made": "2026-10-09T10:00:00+00:00"} if table == "versions" and row["version"] == "2" else row

    load_zip(empty, rewritten(reloaded_rows["zip"], tmp_path / "changed", earlier))
    receipt = Filing.objects.get(name="Tuesday").receipt
    assert b"Corrected on 9 October 2026" in client.get(reverse("result", args=["ebu", receipt])).content


def as_layout_2(archive: Path, folder: Path) -> Path:
    """The zip as version 0.2.0 wrote it: without the tables and columns that came since."""
    folder.mkdir()
    target = folder / archive.name
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(target, "w") as new:
        manifest = json.loads(old.read("manifest.json"))
        manifest |= {"masterpoint_open_data": 2, "files": []}
        for table in TABLES:
            columns = table.columns(2)
            if not columns:
                continue
            rows = csv.DictReader(io.StringIO(old.read(f"{table.name}.csv").decode(), newline=""))
            output = io.StringIO(newline="")
            writer = csv.DictWriter(output, columns, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(rows)
            data = output.getvalue().encode()
            about: dict[str, Any] = {"name": f"{table.name}.csv", "rows": 0, "sha256": hashlib.sha256(data).hexdigest()}
            manifest["files"].append(about)
            new.writestr(about["name"], data)
        new.writestr("manifest.json", json.dumps(manifest))
    return target


def test_the_layout_of_version_0_2_is_loaded_too(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User], client: Client, tmp_path: Path
) -> None:
    """What it had is there; boards and statuses it did not tell of."""
    archive = as_layout_2(reloaded_rows["zip"], tmp_path / "earlier")
    assert "boards.csv" not in rows_of(archive) and "standing" not in rows_of(archive)["people.csv"][-1]
    load_zip(empty, archive)
    assert list(verifying.differences([empty[0]])) == []
    again = rows_of(as_layout_2(archive_of(empty[0], tmp_path / "new"), tmp_path / "again"))
    assert again == rows_of(archive)


@pytest.mark.parametrize("layout", [1, 4, "three", None])
def test_another_layout_is_refused_in_a_sentence_that_says_what_to_do(
    reloaded_rows: dict[str, Any], empty: tuple[Federation, User], tmp_path: Path, layout: object
) -> None:
    target = tmp_path / "other.zip"
    with zipfile.ZipFile(reloaded_rows["zip"]) as old, zipfile.ZipFile(target, "w") as new:
        manifest = json.loads(old.read("manifest.json")) | {"masterpoint_open_data": layout}
        new.writestr("manifest.json", json.dumps(manifest))
    with pytest.raises(NotReadable, match="give open data of a layout from 2 to 3, or load it with a newer version"):
        load_zip(empty, target)
