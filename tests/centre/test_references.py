"""Every line has its posting and its person, whoever writes or deletes at the same moment, and `verify` sees to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, connection, transaction
from psycopg import errors

from centre import making
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import services as filing
from masterpoint.centre.ledger import references, services, verify
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Overall, Posting
from masterpoint.centre.registry.models import Federation, Organisation, Person

DAY = date(2026, 11, 10)
NOBODY = 987_654_321
LINE = (
    "INSERT INTO ledger_line (posting_id, person_id, colour, hundredths, day) VALUES (%s, %s, 'local', 1, '2026-01-01')"
)
EVENING = "INSERT INTO filing_zeroevening (version_id, person_id, day) VALUES (%s, %s, '2026-01-01')"
ON_POSTGRES = connection.vendor == "postgresql"


@pytest.fixture
def posting(federation: Federation, people: list[Person], officer: User) -> Posting:
    return services.post(federation, "awards", [NewLine(people[0].pk, "local", 4000, DAY)], by=officer)


def run(statement: str, *values: Any) -> None:
    """SQL, and all that the database would find wrong when it is committed."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        connection.check_constraints()


def test_a_line_needs_its_posting_and_its_person(posting: Posting, people: list[Person]) -> None:
    for version, person in ((NOBODY, people[0].pk), (posting.pk, NOBODY), (NOBODY, NOBODY)):
        with pytest.raises(IntegrityError):
            run(LINE, version, person)
    run(LINE, posting.pk, people[1].pk)
    assert Line.objects.count() == 2


def test_an_evening_needs_its_version_and_its_person(club: Organisation, people: list[Person]) -> None:
    receipt = filing.file_event(club, making.session(people), making.ORIGINAL, by=None, choices={})
    for version, person in ((NOBODY, people[0].pk), (receipt.version.pk, NOBODY)):
        with pytest.raises(IntegrityError):
            run(EVENING, version, person)
    newcomer = Person.objects.create(federation=club.federation, number="98765", given_name="A", family_name="B")
    run(EVENING, receipt.version.pk, newcomer.pk)
    with pytest.raises(IntegrityError):
        run("DELETE FROM registry_person WHERE id = %s", newcomer.pk)


@pytest.mark.parametrize("count", [2, 300], ids=["inserted", "copied"])
def test_one_line_of_nobody_refuses_all_of_them(
    federation: Federation, people: list[Person], officer: User, count: int
) -> None:
    lines = [NewLine(people[n % 5].pk, "local", 100, DAY) for n in range(count)]
    with pytest.raises(IntegrityError), transaction.atomic():
        services.post(federation, "awards", [*lines, NewLine(NOBODY, "local", 100, DAY)], by=officer)
        connection.check_constraints()
    assert not Posting.objects.exists() and not Line.objects.exists()


def test_nobody_with_lines_goes_away(posting: Posting, people: list[Person]) -> None:
    for statement in (
        "DELETE FROM registry_person WHERE id = %s",
        f"UPDATE registry_person SET id = {NOBODY} WHERE id = %s",
    ):
        with pytest.raises(IntegrityError):
            run(statement, people[0].pk)
    assert Person.objects.filter(pk=people[0].pk).exists()


def test_a_line_without_its_posting_is_named(posting: Posting, people: list[Person], federation: Federation) -> None:
    assert list(verifying.differences([federation])) == []
    with transaction.atomic(), connection.cursor() as cursor:
        if ON_POSTGRES:
            cursor.execute("ALTER TABLE ledger_line DISABLE TRIGGER USER")
        cursor.execute(LINE, [NOBODY, people[0].pk])
        cursor.execute(LINE, [posting.pk, NOBODY])
        assert list(references.lost_lines()) == [
            f"line {pk} has no posting, or no person"
            for pk in Line.objects.order_by("pk").values_list("pk", flat=True)[1:]
        ]
        transaction.set_rollback(True)


if ON_POSTGRES:
    KEPT = "a trigger that ties lines to their postings and people is missing"
    FEDERATION = (
        "INSERT INTO registry_federation (code, name, scheme, next_number, two_people, second_factor, public_reasons,"
        " colour, mark) VALUES ('ebu', 'E', 'ebu', 1, FALSE, FALSE, FALSE, '', '')"
    )
    PERSON = (
        "INSERT INTO registry_person (id, federation_id, number, given_name, family_name, sort_key, status, anonymous,"
        " rank, rank_abroad, visitor, created_at)"
        " VALUES (1, 'ebu', '1', 'A', 'B', 'b a', 'active', FALSE, '', '', FALSE, '2026-01-01')"
    )
    POSTING = (
        "INSERT INTO ledger_posting (id, federation_id, number, kind, reason, at, previous_hash, hash)"
        " VALUES (1, 'ebu', 1, 'awards', '', '2026-01-01', '', '')"
    )
    GONE = "DELETE FROM registry_person WHERE id = 1"
    LINE_OF_ONE = LINE.replace("%s, %s", "1, 1")

    @pytest.mark.parametrize(
        ("table", "statement"),
        [
            ("ledger_line", "DROP TRIGGER ledger_line_known_insert ON ledger_line"),
            ("ledger_line", "DROP TRIGGER ledger_line_known_update ON ledger_line"),
            ("ledger_line", "ALTER TABLE ledger_line DISABLE TRIGGER ledger_line_known_insert"),
            ("filing_zeroevening", "DROP TRIGGER filing_zeroevening_known_insert ON filing_zeroevening"),
            ("filing_zeroevening", "DROP TRIGGER filing_zeroevening_known_update ON filing_zeroevening"),
            ("filing_version", "DROP TRIGGER filing_version_has_lines ON filing_version"),
            ("ledger_posting", "DROP TRIGGER ledger_posting_has_lines ON ledger_posting"),
            ("registry_person", "DROP TRIGGER registry_person_all_have_lines ON registry_person"),
            ("registry_person", "ALTER TABLE registry_person ENABLE REPLICA TRIGGER registry_person_has_lines"),
        ],
    )
    def test_a_trigger_that_is_gone_or_switched_off_is_named(
        federation: Federation, table: str, statement: str
    ) -> None:
        assert list(references.guard_differences()) == []
        run(statement)
        assert list(verifying.differences([federation])) == [f"{table}: {KEPT}"]

    def test_a_trigger_without_teeth_is_named(federation: Federation) -> None:
        run(
            "CREATE OR REPLACE FUNCTION masterpoint_has_lines() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RETURN NULL; END $$"
        )
        tables = ("ledger_posting", "filing_version", "registry_person")
        assert list(verifying.differences([federation])) == [f"{table}: {KEPT}" for table in tables]
        run("DROP TRIGGER ledger_line_known_insert ON ledger_line")
        run(
            "CREATE TRIGGER ledger_line_known_insert AFTER INSERT ON ledger_line REFERENCING NEW TABLE AS written"
            " FOR EACH STATEMENT WHEN (FALSE) EXECUTE FUNCTION masterpoint_lines_known()"
        )
        assert f"ledger_line: {KEPT}" in list(verifying.differences([federation]))

    def test_a_line_or_a_posting_that_is_changed_by_hand_is_held_to_the_same(posting: Posting) -> None:
        for table in ("ledger_line", "ledger_posting"):
            run(f"DROP TRIGGER {table}_append_only ON {table}")
        for statement in (
            f"UPDATE ledger_line SET person_id = {NOBODY}",
            f"UPDATE ledger_line SET posting_id = {NOBODY}",
            f"UPDATE ledger_posting SET id = {NOBODY}",
            "DELETE FROM ledger_posting",
            "TRUNCATE registry_person CASCADE",
        ):
            with pytest.raises(IntegrityError, match=r"names nothing|names nobody|has lines"):
                run(statement)
        run("UPDATE ledger_posting SET id = id, reason = 'the same key'")

    def test_a_total_of_nobody_is_named(federation: Federation, people: list[Person]) -> None:
        Overall.objects.create(person_id=NOBODY, year=2026, hundredths=100)
        assert list(verify.total_differences()) == [f"person {NOBODY}, all colours 2026: stored 100, lines 0"]
        with pytest.raises(IntegrityError):
            Overall.objects.create(person=people[0], year=2026, hundredths=100)
            run("DELETE FROM registry_person WHERE id = %s", people[0].pk)

    @contextmanager
    def two_sessions(address: str) -> Iterator[list[psycopg.Connection[Any]]]:
        """Two who work at the same moment, with a person and a posting; neither waits long for the other."""
        url = address.replace("postgres://", "postgresql://")
        with psycopg.connect(url) as first, psycopg.connect(url) as second:
            for statement in (FEDERATION, PERSON, POSTING):
                first.execute(statement)
            first.commit()
            for session in (first, second):
                session.execute("SET lock_timeout = '20ms'")
                session.commit()
            yield [first, second]

    def require_refusal(session: psycopg.Connection[Any], statement: str, error: type[Exception]) -> None:
        with pytest.raises(error):
            session.execute(statement)
        session.rollback()

    def test_who_deletes_a_person_waits_for_their_line_and_then_sees_it(new_database: Callable[..., Any]) -> None:
        with two_sessions(new_database("line_first")) as (writing, deleting):
            writing.execute(LINE_OF_ONE)
            require_refusal(deleting, GONE, errors.LockNotAvailable)
            writing.commit()
            require_refusal(deleting, GONE, errors.ForeignKeyViolation)

    def test_who_writes_a_line_waits_for_whoever_deletes_the_person(new_database: Callable[..., Any]) -> None:
        with two_sessions(new_database("gone_first")) as (writing, deleting):
            deleting.execute(GONE)
            require_refusal(writing, LINE_OF_ONE, errors.LockNotAvailable)
            deleting.commit()
            require_refusal(writing, LINE_OF_ONE, errors.ForeignKeyViolation)

    def test_who_sees_an_earlier_moment_neither_deletes_nor_writes(new_database: Callable[..., Any]) -> None:
        with two_sessions(new_database("earlier")) as (writing, deleting):
            deleting.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            deleting.execute("SELECT 1 FROM registry_person")
            writing.execute(LINE_OF_ONE)
            writing.commit()
            require_refusal(deleting, GONE, errors.RaiseException)
            writing.execute(PERSON.replace("(1, 'ebu', '1'", "(2, 'ebu', '2'"))
            writing.commit()
            deleting.execute("SELECT 1 FROM registry_person")
            writing.execute("DELETE FROM registry_person WHERE id = 2")
            writing.commit()
            require_refusal(deleting, LINE.replace("%s, %s", "1, 2"), errors.SerializationFailure)
