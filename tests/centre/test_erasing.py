"""Somebody is erased: no name is left anywhere, every point stays, and `verify` still proves all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from msgspec.structs import replace
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

import databases
from answers import existing
from centre import making
from masterpoint.centre import personal_data, verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import tariffs
from masterpoint.centre.claiming import services as claiming
from masterpoint.centre.compact import decompress
from masterpoint.centre.enquiries import services as enquiries
from masterpoint.centre.erasing import after_restore, chained_rows, erasure_list, pages, plain_rows, scanning, versions
from masterpoint.centre.erasing import services as erasing_services
from masterpoint.centre.erasing.append_only import tables_opened
from masterpoint.centre.erasing.identity import identity_of
from masterpoint.centre.erasing.redacting import Redaction
from masterpoint.centre.erasing.services import CHAINED_TABLES, NotErased, erase
from masterpoint.centre.filing import correcting, services
from masterpoint.centre.filing.judging import load_result
from masterpoint.centre.filing.models import Filing, Month, Version
from masterpoint.centre.journal.redactions import erased_count
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.services import adjust
from masterpoint.centre.ledger.verify import trigger_differences
from masterpoint.centre.registry import contacts, offices, person_flags, queries, renames, second_factors
from masterpoint.centre.registry.models import Appointment, Federation, Organisation, Person
from masterpoint.core.errors import NotReadable

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 15)
TODAY = date(2026, 11, 16)
FILE = b"""place,pair,name,number,name,number
1,1,Zelda Quixote,100,Ben Brook,101
2,2,Cleo Carr,102,Dan Dale,103
3,3,"Eve Elm",104,"Finn Fell",105
"""


@pytest.fixture(autouse=True)
def home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path


@pytest.fixture
def zelda(people: list[Person], officer: User) -> Any:
    """A name that stands nowhere else, and an earlier one."""
    people[0].__class__.objects.filter(pk=people[0].pk).update(born_in=1950)
    return renames.rename(people[0], "Zelda", "Quixote", by=officer, reason="Ada Ashby married")


@pytest.fixture
def full_record(zelda: Any, people: list[Person], club: Organisation, officer: User) -> Any:
    """All that the Centre comes to hold about somebody: account, letters, filings, questions, reasons."""
    code = claiming.invite(zelda, "zelda@home.example", by=officer, today=TODAY)
    invitation = claiming.invitation_for(zelda.federation, zelda.number, code, today=TODAY)
    user = claiming.open_account(invitation, "zelda@home.example", "a long enough password")
    second_factors.begin_setup(user)
    contacts.set_contact(zelda, contacts.Details("zelda@home.example", "0123", ""), consent=True, by=user, on=DAY)
    original = services.Original(FILE, "tuesday.csv", "ranked list")
    filed = services.file_event(club, making.session([zelda, *people[1:]]), original, by=officer, choices={}).filing
    offices.appoint(officer, club, Appointment.Role.SECRETARY, on=DAY, by=None)
    enquiries.ask(zelda, club, DAY, "It is me, Zelda Quixote: where are my points?", by=user)
    adjust(zelda, "local", 100, DAY, by=officer, reason="Zelda Quixote was left out")
    return filed


def everything_kept() -> Any:
    """Every text in every table of the Centre, what is compressed too."""
    texts = []
    with connection.cursor() as cursor:
        for model in apps.get_models():
            if model._meta.app_label in ("contenttypes", "auth"):
                continue
            cursor.execute(f"SELECT * FROM {model._meta.db_table}")
            texts += [(model._meta.label, _text(value)) for row in cursor.fetchall() for value in row]
    return texts


def _text(value: str) -> Any:
    if isinstance(value, bytes | memoryview):
        try:
            return decompress(value).decode("utf-8", "replace")
        except ValueError:
            return bytes(value).decode("utf-8", "replace")
    return str(value)


def traces(*words: Any) -> Any:
    return {(label, text[:200]) for label, text in everything_kept() if any(word in text.lower() for word in words)}


NAMES = ("quixote", "zelda", "ashby", "home.example")


def differences(federation: Federation) -> Any:
    return list(verifying.differences([federation]))


def test_no_table_holds_the_name_and_all_is_proved(
    full_record: Any, zelda: Any, people: list[Person], federation: Federation, officer: User
) -> None:
    before = list(Line.objects.order_by("pk").values_list("person", "colour", "hundredths", "day"))
    assert traces(*NAMES)
    assert differences(federation) == []
    erased = erase(zelda, by=officer, on=TODAY)
    assert traces(*NAMES) == set()
    assert differences(federation) == []
    assert list(Line.objects.order_by("pk").values_list("person", "colour", "hundredths", "day")) == before
    assert (erased.name, erased.number, erased.erased_on, erased.born_in) == ("A player", "100", TODAY, None)
    assert erased_count(federation.pk) == 1
    assert list(queries.search(federation, "quixote")) == []


@pytest.mark.skipif(databases.ON_POSTGRES, reason="PostgreSQL clears its files when it vacuums")
def test_what_is_deleted_is_overwritten_in_the_file(db: None) -> None:
    """Not every SQLite does so by itself: the name would stay in pages that are free."""
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA secure_delete").fetchone() == (1,)


def test_others_keep_names_places_and_results(
    full_record: Any, zelda: Any, people: list[Person], officer: User
) -> None:
    version = Version.objects.get(filing=full_record)
    points = [award["points"] for award in load_result(version.result)["awards"]]
    erase(zelda, by=officer, on=TODAY)
    version.refresh_from_db()
    data = load_result(version.result)
    assert [award["points"] for award in data["awards"]] == points
    assert data["awards"][0]["who"] == "A player & Ben Brook"
    assert version.people["100"] == zelda.pk
    text = bytes(version.original).decode()
    assert "1,1,A player,100,Ben Brook,101" in text and "Cleo Carr" in text
    assert (version.salt, full_record.versions.count()) == ("", 1)


def test_a_change_by_hand_of_an_erased_row_shows_as_before(
    full_record: Any, zelda: Any, federation: Federation, officer: User
) -> None:
    erase(zelda, by=officer, on=TODAY)
    version = Version.objects.get(filing=full_record)
    event = version.event | {"boards": 26}
    with tables_opened("filing_version", "journal_entry"):
        Version.objects.filter(pk=version.pk).update(event=event)
    assert any("the facts were changed" in text for text in differences(federation))


def test_the_triggers_are_back(full_record: Any, zelda: Any, officer: User) -> None:
    erase(zelda, by=officer, on=TODAY)
    assert list(trigger_differences(CHAINED_TABLES)) == []
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Version.objects.update(reason="")


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_opened_tables_are_locked_against_nobody(full_record: Any, zelda: Any) -> None:
    """Other federations go on filing; and what is opened may be changed, not deleted."""
    with transaction.atomic(), connection.cursor() as cursor, tables_opened("filing_version"):
        Version.objects.update(reason="")
        cursor.execute(
            "SELECT DISTINCT mode FROM pg_locks WHERE pid = pg_backend_pid() AND relation = 'filing_version'::regclass"
        )
        assert {mode for (mode,) in cursor.fetchall()} <= {"AccessShareLock", "RowShareLock", "RowExclusiveLock"}
        for change in ("UPDATE ledger_posting SET reason = ''", "DELETE FROM filing_version"):
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                cursor.execute(change)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Version.objects.update(reason="")


def test_what_fails_half_way_changes_nothing(
    full_record: Any, zelda: Any, federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise RuntimeError("stopped")

    monkeypatch.setattr("masterpoint.centre.erasing.services.erase_accounts", stop)
    before = everything_kept()
    with pytest.raises(RuntimeError):
        erase(zelda, by=officer, on=TODAY)
    assert everything_kept() == before
    assert differences(federation) == []
    assert erasure_list.read() == []


@pytest.fixture
def many_evenings(full_record: Any, zelda: Any, people: list[Person], club: Organisation, officer: User) -> None:
    """So many that they are written in pages, each of two."""
    tariffs.enter(club.federation, "standard_charge", "0.405", date(2014, 4, 1), by=officer)
    for day in range(1, 6):
        event = making.session([zelda, *people[1:]], day=f"2026-10-{day:02}")
        services.file_event(club, event, making.ORIGINAL, by=officer, choices={}, not_same_as=_receipts())


def _receipts() -> list[str]:
    return list(Filing.objects.values_list("receipt", flat=True))


@pytest.mark.usefixtures("many_evenings")
def test_many_evenings_are_erased_a_page_at_a_time(
    zelda: Any, federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROWS_PER_PAGE", 2)
    locks: list[int] = []
    redacted = versions.redact_versions

    def count_redactions(identity: Any, keys: Any, ready: Any) -> Any:
        locks.append(len(keys))
        return redacted(identity, keys, ready)

    for module in (pages, erasing_services):
        monkeypatch.setattr(module, "redact_versions", count_redactions)
    erase(zelda, by=officer, on=TODAY)
    assert max(locks) == 2 and sum(locks) == Version.objects.count()
    assert (traces(*NAMES), differences(federation)) == (set(), [])
    assert erased_count(federation.pk) == 1


@pytest.mark.usefixtures("many_evenings")
@pytest.mark.parametrize("page", range(1, 6))
def test_what_stops_between_two_pages_is_proved_and_erased_again(
    page: int, zelda: Any, federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROWS_PER_PAGE", 2)
    written, write = [], pages._write

    def stop(*words: Any, **kwargs: Any) -> Any:
        written.append(words)
        if len(written) == page:
            raise RuntimeError("stopped")
        return write(*words, **kwargs)

    with monkeypatch.context() as patched, pytest.raises(RuntimeError):
        patched.setattr(pages, "_write", stop)
        erase(zelda, by=officer, on=TODAY)
    zelda.refresh_from_db()
    assert (zelda.erased_on, erased_count(federation.pk), differences(federation)) == (None, 0, [])
    assert not scanning.prepare(zelda).erased_since(), "its own pages were written before"
    erase(zelda, by=officer, on=TODAY)
    assert (traces(*NAMES), differences(federation)) == (set(), [])


@pytest.mark.usefixtures("many_evenings")
@pytest.mark.parametrize("act", ["filed", "renamed", "partner erased"])
def test_what_is_done_between_two_pages_is_erased_too(
    act: str,
    zelda: Any,
    people: list[Person],
    club: Organisation,
    federation: Federation,
    officer: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pages, "ROWS_PER_PAGE", 2)
    write = pages._write
    acts: dict[str, Callable[[], object]] = {
        "filed": lambda: filed_again(club, [zelda, *people[1:]], officer),
        "renamed": lambda: renames.rename(zelda, "Zelda", "Ashby-Wren", by=officer, reason="Zelda Quixote divorced"),
        "partner erased": lambda: erase(people[1], by=officer, on=TODAY),
    }

    def between(*words: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(pages, "_write", write)
        result = write(*words, **kwargs)
        acts[act]()
        return result

    monkeypatch.setattr(pages, "_write", between)
    erase(zelda, by=officer, on=TODAY)
    assert traces(*NAMES, "ashby-wren", *(["brook"] if act == "partner erased" else [])) == set()
    assert differences(federation) == []


def test_texts_are_looked_for_before_the_lock(
    full_record: Any, zelda: Any, club: Organisation, federation: Federation, officer: User
) -> None:
    """With it, those that were found and those that were written or changed since."""
    texts = plain_rows.find_texts(Redaction(identity_of(zelda)))
    assert texts.keys["registry.Change"]
    month = Month.objects.create(federation=federation, first_day=date(2026, 1, 1), decision="Zelda Quixote asked")
    changed = plain_rows._rows_to_check(plain_rows.TEXTS[1], texts, {"month": {month.pk}})
    assert changed == [month.pk]
    assert plain_rows._rows_to_check(plain_rows.TEXTS[1], plain_rows.NO_TEXTS, {}) is None, "all of them"


def filed_again(club: Any, people: list[Person], officer: User) -> Any:
    """Another evening, by a file that writes the name in a way of its own."""
    event = making.session(people, day="2026-11-14")
    first = event.lists[0].entries[0]
    players = (replace(first.players[0], name="Zelda Marie Quixote-Ashby"), *first.players[1:])
    entries = (replace(first, players=players), *event.lists[0].entries[1:])
    event = replace(event, lists=(replace(event.lists[0], entries=entries), *event.lists[1:]))
    original = services.Original(b"Zelda Marie Quixote-Ashby", "saturday.csv", "ranked list")
    decided = {people[0].number: people[0].pk}
    return services.file_event(club, event, original, by=officer, choices=decided).filing


@pytest.mark.parametrize("act", ["filed", "adjusted", "renamed", "partner erased"])
def test_what_is_done_while_everything_is_looked_through_is_erased_too(
    act: Any,
    full_record: Any,
    zelda: Any,
    people: list[Person],
    club: Organisation,
    officer: User,
    federation: Federation,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    acts: dict[str, Callable[[], object]] = {
        "filed": lambda: filed_again(club, [zelda, *people[1:]], officer),
        "adjusted": lambda: adjust(zelda, "local", 50, DAY, by=officer, reason="Quixote, Zelda: again"),
        "renamed": lambda: renames.rename(zelda, "Zelda", "Ashby-Wren", by=officer, reason="Zelda Quixote divorced"),
        "partner erased": lambda: erase(people[1], by=officer, on=TODAY),
    }

    def looked_through(person: Person, **how: Any) -> Any:
        result = scanning.prepare(person, **how)
        monkeypatch.undo()
        acts[act]()
        return result

    monkeypatch.setattr(erasing_services, "prepare", looked_through)
    erase(zelda, by=officer, on=TODAY)
    assert traces(*NAMES, "ashby-wren", *(["brook"] if act == "partner erased" else [])) == set()
    assert differences(federation) == []


def test_with_the_lock_only_what_is_new_is_looked_through(
    full_record: Any,
    zelda: Any,
    people: list[Person],
    club: Organisation,
    officer: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scan = scanning.prepare(zelda).scan
    newest = filed_again(club, [zelda, *people[1:]], officer)
    looked = []

    def naming(identity: Any, before: Any) -> Any:
        rows = versions.versions_with_person(identity, before)
        looked.append((before.last, rows.since(before)))
        return rows

    monkeypatch.setattr(scanning, "versions_with_person", naming)
    zelda.refresh_from_db()
    again = scanning.scan_for(scan.registered, [zelda.federation], scan)
    assert looked == [(full_record.versions.get().pk, (newest.versions.get().pk,))]
    assert again.postings.keys[: len(scan.postings.keys)] == scan.postings.keys


def test_what_was_written_during_a_long_look_is_looked_through_before_the_lock(
    full_record: Any, zelda: Any, people: list[Person], club: Organisation, federation: Federation, officer: User
) -> None:
    """Less and less is left for it; where a file has the name in a new spelling, all is looked through anew."""
    preparation = scanning.prepare(zelda)
    adjust(people[1], "local", 100, TODAY, by=officer, reason="for Zelda Quixote")
    month = Month.objects.create(federation=federation, first_day=date(2026, 1, 1), decision="Zelda Quixote asked")
    making.sealed(month)
    again = existing(scanning.prepare_again(zelda, preparation))
    (new,) = again.scan.postings.since(preparation.scan.postings)
    assert Posting.objects.get(number=new).reason == "for Zelda Quixote"
    assert month.pk not in preparation.texts.keys["filing.Month"] and month.pk in again.texts.keys["filing.Month"]
    assert again.scan.heads[federation.pk] > preparation.scan.heads[federation.pk]
    filed_again(club, [zelda, *people[1:]], officer)
    assert scanning.prepare_again(zelda, again) is None


def test_with_the_lock_nothing_is_worked_out_that_was_there_before(
    full_record: Any, zelda: Any, federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked: list[Any] = []

    def worked_out(keys: Iterable[Any], nothing: Any) -> Any:
        locked.extend(keys)
        return nothing

    monkeypatch.setattr(versions, "redacted_versions", lambda _, keys: worked_out(keys, []))
    monkeypatch.setattr(chained_rows, "redacted_postings", lambda _, keys: worked_out(keys, chained_rows.NO_CHARGES))
    monkeypatch.setattr(chained_rows, "redacted_entries", lambda *words: worked_out(words[-1], []))
    erase(zelda, by=officer, on=TODAY)
    assert (locked, traces(*NAMES), differences(federation)) == ([], set(), [])


def test_a_player_without_a_number_is_taken_out_of_the_keys_too(
    people: list[Person], club: Organisation, officer: User, federation: Federation
) -> None:
    ada = people[0]
    event = making.session(people)
    raw = event.lists[0].entries[0].players[0]
    entry = replace(event.lists[0].entries[0], players=(replace(raw, id=""), event.lists[0].entries[0].players[1]))
    entry = replace(entry, name="ASHBY")
    ranking = replace(event.lists[0], entries=(entry, *event.lists[0].entries[1:]))
    event = replace(event, lists=(ranking,))
    filed = services.file_event(club, event, making.ORIGINAL, by=officer, choices={"name:ada ashby": ada.pk}).filing
    assert differences(federation) == []
    erase(ada, by=officer, on=TODAY)
    version = Version.objects.get(filing=filed)
    assert version.people[f"name:a player {ada.pk}"] == ada.pk
    assert version.event["lists"][0]["entries"][0]["name"] == "A player"
    assert traces("ashby") == set()
    assert differences(federation) == []


def test_two_players_of_one_evening(
    full_record: Any, zelda: Any, people: list[Person], federation: Federation, officer: User
) -> None:
    erase(zelda, by=officer, on=TODAY)
    erase(people[1], by=officer, on=TODAY)
    assert traces(*NAMES, "brook") == set()
    assert differences(federation) == []
    assert erased_count(federation.pk) == 2
    data = load_result(Version.objects.get(filing=full_record).result)
    assert data["awards"][0]["who"] == "A player & A player"


def test_a_file_that_cannot_be_kept_without_the_name_goes(
    zelda: Any, people: list[Person], club: Organisation, officer: User, federation: Federation
) -> None:
    data = b"\x00\x01 a database of Zelda Quixote"
    filed = services.file_event(
        club, making.session([zelda, *people[1:]]), services.Original(data, "x.bws", "bws"), by=officer, choices={}
    ).filing
    erase(zelda, by=officer, on=TODAY)
    assert bytes(Version.objects.get(filing=filed).original) == b""
    assert differences(federation) == []


def test_corrections_after_an_erasure_go_on(
    full_record: Any, zelda: Any, people: list[Person], club: Organisation, officer: User, federation: Federation
) -> None:
    erase(zelda, by=officer, on=TODAY)
    zelda.refresh_from_db()
    event = making.session([zelda, *people[1:]], order=(1, 0, 2, 3, 4, 5))
    correcting.correct(full_record, event, making.ORIGINAL, by=officer, reason="places swapped", choices={})
    assert differences(federation) == []


def test_an_office_must_be_handed_over_first(full_record: Any, zelda: Any, club: Organisation, officer: User) -> None:
    user = User.objects.get(people=zelda)
    offices.appoint(user, club, Appointment.Role.SCORER, on=DAY, by=officer)
    with pytest.raises(NotErased, match="Scorer, Riverside"):
        erase(zelda, by=officer, on=TODAY)
    assert Person.objects.get(pk=zelda.pk).erased_on is None


def test_twice_is_once(full_record: Any, zelda: Any, officer: User) -> None:
    erase(zelda, by=officer, on=TODAY)
    with pytest.raises(NotErased, match="erased on 16 November 2026 already"):
        erase(Person.objects.get(pk=zelda.pk), by=officer, on=TODAY)


def test_the_account_is_closed_and_its_file_is_empty(full_record: Any, zelda: Any, officer: User) -> None:
    user = User.objects.get(people=zelda)
    erase(zelda, by=user, on=TODAY)
    user.refresh_from_db()
    assert (user.is_active, user.has_usable_password(), user.name) == (False, False, "A player")
    data = personal_data.data_about(user)
    assert not [word for word in NAMES if word in str(data).lower()]


def test_a_restore_of_an_older_backup_is_erased_again(
    full_record: Any,
    zelda: Any,
    federation: Federation,
    officer: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        erase(zelda, by=officer, on=TODAY)
    assert erasure_list.read() == [("ebu", "100")]
    other = Person.objects.get(number="101")
    erasure_list.write([("ebu", "101"), ("sbu", "7")])
    assert after_restore.repeat_erasures(TODAY) == 1
    other.refresh_from_db()
    assert other.erased_on == TODAY
    assert differences(federation) == []


def test_the_list_is_made_again_from_the_records(full_record: Any, zelda: Any, officer: User) -> None:
    erase(zelda, by=officer, on=TODAY)
    after_restore.update_list()
    assert erasure_list.read() == [("ebu", "100")]


@pytest.mark.parametrize("list_", ["{", "null", "[1]", '[["ebu"]]', "\0"])
def test_nobody_is_erased_beside_a_damaged_list(full_record: Any, zelda: Any, officer: User, list_: str) -> None:
    erasure_list.path().write_text(list_, encoding="utf-8")
    for act in (lambda: erase(zelda, by=officer, on=TODAY), after_restore.update_list):
        with pytest.raises(NotReadable, match=r"erased\.json.*damaged"):
            act()
        zelda.refresh_from_db()
        assert zelda.erased_on is None and erasure_list.path().read_text(encoding="utf-8") == list_


def test_who_is_anonymous_can_be_erased_too(
    full_record: Any, zelda: Any, officer: User, federation: Federation
) -> None:
    person_flags.set_anonymous(zelda, True, by=officer)
    erase(zelda, by=officer, on=TODAY)
    assert traces(*NAMES) == set()
    assert differences(federation) == []
