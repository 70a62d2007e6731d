"""A filing is worked out before it takes the lock; whatever happens in between is noticed, and worked in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from types import ModuleType
from typing import Any

import msgspec
import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import URLResolver, clear_url_caches

from answers import existing
from centre import making
from centre.making import ORIGINAL, brought_rating, sealed, session, session_from
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import invoicing, tariffs
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.closing import announcing
from masterpoint.centre.closing.months import close_month
from masterpoint.centre.enquiries import services as enquiries
from masterpoint.centre.filing import correcting, ending, judging, play_digest, preparing, services
from masterpoint.centre.filing.examining import Decisions
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.months import MonthClosed
from masterpoint.centre.filing.play_digest import play_of
from masterpoint.centre.filing.preparing import PreparedFiling, Request
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.services import Receipt
from masterpoint.centre.ledger import writing
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Total
from masterpoint.centre.locking import lock, lock_with_keys
from masterpoint.centre.mail import services as mail
from masterpoint.centre.people.statuses import set_status
from masterpoint.centre.registry import offices, registering
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.name_matches import likely_matches_of
from masterpoint.centre.sheets import services as sheets
from masterpoint.centre.statements import batched_writes, insert, insert_last, select
from masterpoint.core.derivation import Result
from masterpoint.core.events import AnyEvent, SessionEvent

READ_AHEAD = ("registry_statusperiod", "filing_month", "registry_organisation", "people FROM filing_version")
"""What is asked of the register and of other filings while a filing is worked out."""

MAX_STATEMENTS = 15 if connection.vendor == "postgresql" else 22
"""PostgreSQL is asked for the lock, and written to once."""


def prepare_filing(club: Organisation, event: SessionEvent) -> PreparedFiling:
    return preparing.prepare(preparing.Request(club, play_of(club.pk, event), ORIGINAL, Decisions(), None))


def file(club: Organisation, event: SessionEvent, **options: Any) -> Receipt:
    return services.file_event(club, event, ORIGINAL, by=None, choices={}, **options)


def count_calls(monkeypatch: pytest.MonkeyPatch, *functions: tuple[ModuleType, str]) -> Counter[str]:
    """How often some functions are called from now on."""
    calls: Counter[str] = Counter()

    def count_of(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any) -> Any:
            calls[name] += 1
            return function(*words)

        return call

    for module, name in functions:
        monkeypatch.setattr(module, name, count_of(name, getattr(module, name)))
    return calls


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Something that somebody else does after a filing was worked out, and before it takes the lock."""

    def do(act: Callable[..., Any]) -> None:
        def prepare_first(request: Request) -> PreparedFiling:
            ready = existing(preparing.prepare_before_lock(request))
            monkeypatch.undo()
            act()
            return ready

        monkeypatch.setattr(services, "prepare_before_lock", prepare_first)

    return do


def test_with_the_lock_nothing_is_judged_and_the_register_is_not_read(
    club: Organisation, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Organisation.objects.select_related("federation", "parent__parent").get(pk=club.pk)
    depth, judged = len(connection.savepoint_ids), []
    judge = judging.judge

    def judge_and_note(event: AnyEvent) -> Result:
        judged.append(len(connection.savepoint_ids))
        return judge(event)

    monkeypatch.setattr(judging, "judge", judge_and_note)
    written = count_calls(monkeypatch, (play_digest, "event_as_data"), (judging, "result_as_data"))
    with CaptureQueriesContext(connection) as captured:
        file(club, session(people))
    assert judged == [depth], "once, before the transaction of the filing began"
    assert written == {"event_as_data": 1, "result_as_data": 1}, "each is made into data once"
    statements = [query["sql"] for query in captured]
    start = next(index for index, sql in enumerate(statements) if sql.startswith("SAVEPOINT"))
    before, locked = "\n".join(statements[:start]), "\n".join(statements[start:])
    assert [name for name in READ_AHEAD if name in locked] == []
    assert "registry_statusperiod" in before and "filing_month" in before and "INSERT" not in before


def test_a_filing_takes_few_statements(club: Organisation, people: list[Person]) -> None:
    """Each costs more than all the judging. The register is asked once for everybody, each table written once."""
    club = Organisation.objects.select_related("federation", "parent__parent").get(pk=club.pk)
    file(club, session(people, day="2026-09-01"))
    with CaptureQueriesContext(connection) as captured:
        file(club, session(people, day="2026-09-20"))
    statements = [query["sql"] for query in captured if "SAVEPOINT" not in query["sql"]]
    assert len(statements) <= MAX_STATEMENTS
    inserted = Counter(table for sql in statements for table in re.findall(r'INSERT INTO "?(\w+)', sql))
    assert inserted and set(inserted.values()) == {1}


@pytest.mark.skipif(connection.vendor != "postgresql", reason="nothing is sent to SQLite")
def test_a_filing_takes_fewer_messages(
    club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked in one message is answered in one; with the lock held, one asks and one writes."""
    tariffs.enter(club.federation, "standard_charge", "0.405", date(2014, 4, 1), by=officer)
    club = Organisation.objects.select_related("federation", "parent__parent").get(pk=club.pk)
    file(club, session(people, day="2026-09-01"))
    driver: Any = connection.connection
    messages: list[str] = []
    pipeline = driver.pipeline

    def run_both() -> Any:
        messages.append("questions")
        return pipeline()

    def one_at_a_time(execute: Callable[..., Any], sql: str, *words: Any) -> Any:
        messages.extend([] if driver.pgconn.pipeline_status else sql.split()[:1])
        return execute(sql, *words)

    monkeypatch.setattr(driver, "pipeline", run_both)
    with connection.execute_wrapper(one_at_a_time):
        file(club, session(people, day="2026-09-20"))
    start = messages.index("SAVEPOINT")
    assert messages[:start] == ["questions", "questions", "SELECT", "SELECT"]
    assert messages[start:] == ["SAVEPOINT", "questions", "WITH", "RELEASE"]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite keeps the plans of statements by itself")
def test_what_every_filing_asks_keeps_its_plan(club: Organisation, people: list[Person]) -> None:
    for day in ("2026-09-01", "2026-09-20", "2026-09-25"):
        file(club, session(people, day=day))
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        prepare_filing = "\n".join(statement for (statement,) in cursor.fetchall())
    assert (
        "FROM filing_play" in prepare_filing
        and "FOR UPDATE" in prepare_filing
        and "INSERT INTO ledger_line" in prepare_filing
    )


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite plans a statement once, whatever it is asked for")
def test_nothing_is_planned_anew_for_the_number_of_values(club: Organisation, people: list[Person]) -> None:
    file(club, session(people))
    with connection.cursor() as cursor:
        cursor.execute("SHOW plan_cache_mode")
        assert cursor.fetchone() == ("force_generic_plan",)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="the embedded database has no such settings")
def test_rows_are_looked_up_by_their_index_and_nothing_is_compiled(federation: Federation) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name IN ('jit', 'random_page_cost')")
        assert dict(cursor.fetchall()) == {"jit": "off", "random_page_cost": "1.1"}


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite plans a statement once, whatever it is asked for")
def test_names_that_fit_nobody_are_looked_up_by_a_plan_for_them(federation: Federation, people: list[Person]) -> None:
    for _ in range(3):
        likely_matches_of(federation, ["Invented Player", people[0].name])
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE parameter_types <> '{}'")
        assert not [statement for (statement,) in cursor.fetchall() if "registry_nameword" in statement]


@pytest.mark.parametrize("number", ['a"b', "c\\d", "e,f", "{g}", "NULL", " h ", "'i'", "%s", "ö"])
def test_any_text_is_asked_for_among_others(federation: Federation, number: str) -> None:
    person = Person.objects.create(federation=federation, number=number, given_name="Ada", family_name="Ashby")
    statement = "SELECT id FROM registry_person WHERE number = ANY(%s)"
    assert select(statement, ["x", number, ""]) == [(person.pk,)]
    assert select(statement, ["x"]) == select(statement, []) == []


def test_what_fails_among_statements_sent_together_undoes_the_act(federation: Federation) -> None:
    """Nobody waits for each of them; the database's own error comes at the end."""
    with pytest.raises(IntegrityError), transaction.atomic(), batched_writes(lock_with_keys(federation)):
        insert_last(Organisation(federation=federation, level="club", number="77", name="Twice"))
        insert_last(Organisation(federation=federation, level="club", number="77", name="Twice"))
    assert not Organisation.objects.filter(number="77").exists()


def test_whoever_reads_sees_what_was_written_before(federation: Federation) -> None:
    """Nobody has to know that writes wait: a table that is read, by whatever statement, is written first."""
    with transaction.atomic(), batched_writes(lock_with_keys(federation)):
        insert_last(Organisation(federation=federation, level="club", number="77", name="New"))
        assert select("SELECT name FROM registry_organisation WHERE number = %s", "77") == [("New",)]
        insert_last(Organisation(federation=federation, level="club", number="78", name="Newer"))
        assert Organisation.objects.get(number="78").name == "Newer"
        insert_last(Organisation(federation=federation, level="club", number="79", name="Last"))
    assert Organisation.objects.filter(number="79").exists()


def test_totals_that_grow_twice_in_one_act_grow_by_both(federation: Federation, people: list[Person]) -> None:
    """Within one statement of PostgreSQL a row changes once, so the same table is never written twice in one."""
    lines = [NewLine(people[0].pk, "local", amount, date(2026, 9, 1), None) for amount in (100, 20)]
    with transaction.atomic(), batched_writes(lock_with_keys(federation)):
        for line in lines:
            writing.add_totals("ebu", [line])
    assert Total.objects.get(person=people[0], colour="local", year=2026).hundredths == 120


def test_keys_that_come_with_the_lock_are_taken_by_new_rows(federation: Federation) -> None:
    with transaction.atomic():
        batch = lock_with_keys(federation, Organisation)
        with batched_writes(batch):
            lock(federation)  # is held
            rows = [
                Organisation(federation=federation, level="club", number=number, name="New") for number in ("77", "78")
            ]
            for row in rows:
                insert(row)
    assert [Organisation.objects.get(number=row.number).pk for row in rows] == [row.pk for row in rows]
    assert batch.keys in ({}, {Organisation: rows[0].pk})


def test_an_evening_with_many_awards_is_filed(
    federation: Federation, club: Organisation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many lines are copied elsewhere, which cannot be done while statements are sent together."""
    monkeypatch.setattr(writing, "MIN_ROWS_TO_COPY", 3)
    receipt = file(club, session(making.people(club)))
    assert Line.objects.filter(posting__version=receipt.version).count() == 4
    assert list(verifying.differences([club.federation])) == []


def test_a_row_just_written_still_knows_the_rows_it_names(club: Organisation, people: list[Person]) -> None:
    receipt = file(club, session(people))
    with CaptureQueriesContext(connection) as captured:
        assert receipt.version.filing is receipt.filing and receipt.filing.federation == club.federation
    assert not captured.captured_queries


def test_what_was_worked_out_stands_where_other_evenings_were_filed(club: Organisation, people: list[Person]) -> None:
    ready = prepare_filing(club, session(people))
    file(club, session(people, order=(1, 0, 2), day="2026-06-02"))
    assert preparing.current_link(ready)


def test_the_same_evening_in_between_is_filed_once(
    club: Organisation, people: list[Person], meanwhile: Callable[..., None]
) -> None:
    receipts = []
    meanwhile(lambda: receipts.append(file(club, session(people))))
    receipt = file(club, session(people))
    assert receipt.filed_before and receipt.filing == receipts[0].filing
    assert Filing.objects.count() == 1


def test_nearly_the_same_evening_in_between_is_asked_about(
    club: Organisation, people: list[Person], meanwhile: Callable[..., None]
) -> None:
    meanwhile(lambda: file(club, session(people, order=(1, 0, 2))))
    with pytest.raises(NotFiled, match="most of the same players"):
        file(club, session(people))
    assert Filing.objects.count() == 1


def test_a_month_closed_in_between_takes_nothing(
    club: Organisation, people: list[Person], officer: User, meanwhile: Callable[..., None]
) -> None:
    meanwhile(lambda: close_month("ebu", date(2026, 10, 1), by=officer, decision="nothing came"))
    with pytest.raises(MonthClosed):
        file(club, session(people, day="2026-10-06"))
    assert not Filing.objects.exists()


def test_a_status_set_in_between_is_the_one_that_counts(
    club: Organisation, people: list[Person], officer: User, meanwhile: Callable[..., None]
) -> None:
    suspend: dict[str, Any] = {"on": date(2026, 11, 1), "by": officer, "reason": "as the committee decided"}
    meanwhile(lambda: set_status(people[0], "suspended", **suspend))
    receipt = file(club, session(people))
    players = [player for entry in receipt.version.event["lists"][0]["entries"] for player in entry["players"]]
    assert {player["id"]: player.get("membership") for player in players}[people[0].number] == "suspended"
    assert list(verifying.differences([club.federation])) == []


def test_an_amount_entered_in_between_is_the_one_that_is_charged(
    club: Organisation, people: list[Person], officer: User, meanwhile: Callable[..., None]
) -> None:
    first = date(2014, 4, 1)
    tariffs.enter(club.federation, "standard_charge", "0.405", first, by=officer)
    meanwhile(lambda: tariffs.enter(club.federation, "standard_charge", "0.50", first, by=officer))
    receipt = file(club, session(people))
    assert [charge.amount for charge in Charge.objects.filter(subject=receipt.filing.receipt)] == ["6"]
    assert list(verifying.differences([club.federation])) == []


def test_an_evening_withdrawn_in_between_is_filed_again_only_by_decision(
    club: Organisation, people: list[Person], officer: User, meanwhile: Callable[..., None]
) -> None:
    first = file(club, session(people)).filing
    meanwhile(lambda: ending.withdraw(first, by=officer, reason="filed by mistake"))
    with pytest.raises(NotFiled, match="was withdrawn"):
        file(club, session(people))


def test_a_rating_brought_in_between_changes_the_grade(db: None, officer: User) -> None:
    nz = sealed(Federation.objects.create(code="nz", name="New Zealand Bridge", scheme="nz", next_number=10_000))
    club = sealed(Organisation.objects.create(federation=nz, level="club", number="1001", name="Kowhai"))
    pairs = [
        [registering.register(nz, given_name, family, on=date(2020, 1, 1), by=None) for given_name in ("Ada", "Ben")]
        for family in ("Ashby", "Brook", "Carr", "Dale", "Elm", "Fell")
    ]
    entries = [
        {"place": place, "players": [{"id": person.number, "name": person.name} for person in pair]}
        for place, pair in enumerate(pairs, 1)
    ]
    raw = {
        "form": "session",
        "scheme": "nz",
        "day": "2026-06-09",
        "contest": "pairs",
        "boards": 26,
        "organiser": {"level": "club"},
        "lists": [{"entries": entries}],
    }
    ready = prepare_filing(club, session_from(raw))
    assert preparing.current_link(ready)
    brought_rating(pairs[0][0], 2025, 120, "", officer)
    assert not preparing.current_link(ready)


def test_a_filing_that_was_worked_out_ahead_is_whole(club: Organisation, people: list[Person]) -> None:
    receipt = file(club, session(people))
    assert Line.objects.filter(posting__version=receipt.version).count() == 4
    again = Version.objects.get(pk=receipt.version.pk)
    assert msgspec.json.encode(again.event) == msgspec.json.encode(receipt.version.event)
    assert again.original == ORIGINAL.data
    assert list(verifying.differences([club.federation])) == []


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., set[int]]]:
    """How deep in transactions a program was each time it loaded the site, which it has forgotten before each act."""
    depth, loads = len(connection.savepoint_ids), []
    populate = URLResolver._populate

    def populate_once(resolver: URLResolver) -> None:
        loads.append(len(connection.savepoint_ids) - depth)
        populate(resolver)

    monkeypatch.setattr(URLResolver, "_populate", populate_once)

    def tables_of(act: Callable[..., Any]) -> set[int]:
        loads.clear()
        clear_url_caches()
        act()
        return set(loads)

    yield tables_of
    clear_url_caches()


def test_no_act_loads_the_site_while_others_wait(
    club: Organisation, people: list[Person], officer: User, loads: Callable[..., set[int]]
) -> None:
    """A command knows no page before it writes the first letter."""
    filing = file(club, session(people)).filing
    again = session(people, order=(1, 0, 2))
    reason: dict[str, Any] = {"by": officer, "reason": "as the club said"}
    assert loads(lambda: correcting.correct(filing, again, ORIGINAL, choices={}, **reason)) == {0}
    assert loads(lambda: ending.withdraw(filing, **reason)) == {0}
    other = file(club, session(people, day="2026-09-01")).filing
    assert loads(lambda: ending.approve(other, by=officer)) <= {0}
    assert loads(lambda: ending.reject(other, **reason)) == {0}
    month: dict[str, Any] = {"by": officer, "today": date(2026, 11, 2), "decision": "nothing came"}
    assert loads(lambda: close_month("ebu", date(2026, 10, 1), **month)) <= {0}
    assert loads(lambda: enquiries.ask(people[0], club, date(2026, 9, 1), "Where are my points?", by=officer)) == {0}


def test_a_sheet_that_goes_back_loads_the_site_before_it_is_looked_at(
    db: None, officer: User, loads: Callable[..., set[int]]
) -> None:
    nz = sealed(Federation.objects.create(code="nz", name="New Zealand Bridge", scheme="nz"))
    club = sealed(Organisation.objects.create(federation=nz, level="club", number="1001", name="Kowhai"))
    offices.appoint(officer, club, "secretary", on=date(2020, 1, 1), by=None)
    row = {"number": "7", "first_name": "Ines", "surname": "Ash", "home_club": "No Such Club"}
    fields = {"club_number": "1001"} | {f"rows.0.{name}": value for name, value in row.items()}
    sheet = sheets.begin(club, "addition", by=officer, fields=fields)
    assert loads(lambda: sheets.send(sheet, by=officer, today=date(2026, 11, 2))) == {0}
    sheet.refresh_from_db()
    assert sheet.state == "returned"


def test_the_addresses_of_pages_are_loaded_before_the_lock(
    club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one in a command loads the whole site."""
    depth, loaded = len(connection.savepoint_ids), []
    monkeypatch.setattr(mail, "load_addresses", lambda: loaded.append(len(connection.savepoint_ids)))
    services.file_event(club, session(people), ORIGINAL, by=officer, choices={})
    announcing.promote(club.federation, date(2026, 10, 31), by=officer)
    list(invoicing.issue_all(club.federation, date(2026, 10, 31), on=date(2026, 11, 1), by=officer))
    assert loaded == [depth] * 3
