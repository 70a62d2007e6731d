"""The ledger: append-only in both databases, chained, and its totals never drift."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import chain, merged_records, queries, services, verify, writing
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.merged_records import NewPosting
from masterpoint.centre.ledger.models import Line, Posting, Total
from masterpoint.centre.registry.models import Federation, Person

DAY = date(2026, 11, 10)


@pytest.fixture
def posting(federation: Federation, people: list[Person], officer: User) -> Posting:
    lines = [NewLine(people[0].pk, "local", 4000, DAY, 0), NewLine(people[1].pk, "local", 4000, DAY, 0)]
    return services.post(federation, "awards", lines, by=officer)


def test_a_posting_carries_the_hash_of_the_one_before(
    federation: Federation, people: list[Person], officer: User, posting: Posting
) -> None:
    second = services.post(
        federation, "adjustment", [NewLine(people[0].pk, "green", 75, DAY)], by=officer, reason="late"
    )
    assert second.number == 2
    assert second.previous_hash == posting.hash
    assert list(verify.chain_differences(federation)) == []
    assert list(verify.total_differences()) == []


@pytest.mark.parametrize("table", ["ledger_posting", "ledger_line"])
@pytest.mark.parametrize("statement", ["UPDATE {table} SET {column} = {column} + 1", "DELETE FROM {table}"])
def test_the_database_itself_refuses_changes(posting: Posting, table: str, statement: str) -> None:
    column = "number" if table == "ledger_posting" else "hundredths"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table=table, column=column))
    assert Line.objects.count() == 2


def test_a_reversal_is_the_opposite_and_happens_once(
    federation: Federation, people: list[Person], officer: User, posting: Posting
) -> None:
    services.reverse(posting, by=officer, reason="wrong session")
    assert queries.holding(people[0]) == {}
    assert Posting.objects.count() == 2
    with pytest.raises(services.AlreadyReversed):
        services.reverse(posting, by=officer, reason="again")
    assert list(verify.chain_differences(federation)) == []
    assert list(verify.total_differences()) == []


def test_a_holding_as_at_a_day(federation: Federation, people: list[Person], officer: User, posting: Posting) -> None:
    later = DAY + timedelta(days=1)
    services.post(federation, "awards", [NewLine(people[0].pk, "local", 600, later)], by=officer)
    assert queries.holding(people[0], DAY) == {"local": 4000}
    assert queries.holding(people[0]) == {"local": 4600}
    assert [line.hundredths for line in queries.statement(people[0])] == [600, 4000]


def test_many_lines_go_the_bulk_way_and_count_the_same(
    federation: Federation, people: list[Person], officer: User
) -> None:
    lines = [NewLine(people[n % 6].pk, "local", n, DAY, n) for n in range(300)]
    services.post(federation, "awards", lines, by=officer)
    assert sum(total.hundredths for total in Total.objects.all()) == sum(range(300))
    assert list(verify.chain_differences(federation)) == []


def test_many_postings_are_chained_and_written_some_at_a_time(
    federation: Federation, people: list[Person], officer: User
) -> None:
    """More than are written at once, with so many lines that PostgreSQL copies them."""
    numbers = range(1, writing.POSTINGS_PER_PAGE + 61)
    acts = [NewPosting("awards", [NewLine(person.pk, "local", n, DAY) for person in people[:2]]) for n in numbers]
    postings = services.post_all(federation, acts, by=officer)
    assert [posting.number for posting in postings] == list(numbers)
    assert [posting.pk for posting in postings] == list(Posting.objects.order_by("number").values_list("pk", flat=True))
    assert {total.hundredths for total in Total.objects.all()} == {sum(numbers)}
    assert list(verify.chain_differences(federation)) == list(verify.total_differences()) == []


def test_nothing_is_asked_while_lines_are_copied(
    federation: Federation, people: list[Person], posting: Posting
) -> None:
    """It would wait for ever on PostgreSQL: it is refused there."""
    lines = [NewLine(people[0].pk, "local", 100, DAY)]
    numbers = range(2, writing.POSTINGS_PER_PAGE + 60)

    def postings() -> Iterator[tuple[Posting, list[NewLine]]]:
        for number in numbers:
            yield services.build_posting(federation, NewPosting("awards", lines), number, "", None), lines
        Person.objects.exists()

    refused: AbstractContextManager[Any] = nullcontext()
    if connection.vendor == "postgresql":
        refused = pytest.raises(AssertionError, match="being copied")
    with refused, transaction.atomic():
        writing.write_postings("ebu", postings())
    assert Posting.objects.count() == (1 if connection.vendor == "postgresql" else 1 + len(numbers))


def test_tampering_behind_the_triggers_is_found(
    federation: Federation, people: list[Person], officer: User, posting: Posting
) -> None:
    drop = {
        "sqlite": "DROP TRIGGER ledger_line_no_UPDATE",
        "postgresql": "DROP TRIGGER ledger_line_append_only ON ledger_line",
    }
    with connection.cursor() as cursor:
        cursor.execute(drop[connection.vendor])
        cursor.execute("UPDATE ledger_line SET hundredths = 9900 WHERE person_id = %s", [people[0].pk])
    assert list(verify.chain_differences(federation)) == ["ebu posting 1 was changed after it was written"]
    assert len(list(verify.total_differences())) == 1


def test_awards_of_a_version_carry_the_digests_of_what_it_keeps(
    federation: Federation, people: list[Person], officer: User
) -> None:
    lines = [NewLine(people[0].pk, "local", 100, DAY, 0)]
    with pytest.raises(ValueError, match="needs the digests"):
        services.post(federation, "awards", lines, by=officer, version_id=1)
    assert not Posting.objects.exists()


def test_many_lines_are_read_back_as_they_were_posted(
    federation: Federation, people: list[Person], officer: User
) -> None:
    """So many that PostgreSQL copies them, with words that would end a column there."""
    day = date(2026, 3, 1)
    colours = ("local", "a\tb", "c\\d", "e\nf", "\\N")
    lines = [
        NewLine(person.pk, colour, 100 * index + 1, day, index or None)
        for person in people
        for colour in colours
        for index in (0, 7)
    ]
    posting = services.post(federation, Posting.Kind.OPENING, lines, by=officer, reason="from the old system")
    rows = posting.lines.order_by("pk").values_list("person", "colour", "hundredths", "day", "award")
    assert [NewLine(*line) for line in rows] == lines


@pytest.mark.parametrize("count", [1, 500])
def test_nothing_is_opened_for_a_merged_record_however_many_are_asked_about(
    count: int, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merged_records, "MAX_NAMED", count)
    Person.objects.filter(pk=people[5].pk).update(merged_into=people[4])
    lines = [NewLine(person.pk, "local", 600, date(2026, 3, 1)) for person in people]
    with pytest.raises(services.NotPosted, match="merged into another"):
        services.open_balances(people[0].federation, lines, by=officer, reason="from the old system")
    services.open_balances(people[0].federation, lines[:5], by=officer, reason="from the old system")


@pytest.mark.parametrize("colour", ["local", "gold", "grün", 'a"b', "a\\b", "a\nb", "\x7f"])
@pytest.mark.parametrize("detail", [None, {"b": "ö", "a": [1, None]}])
def test_a_digest_is_of_the_bytes_it_always_was(colour: str, detail: dict[str, Any] | None) -> None:
    """Whatever writes them: the chain of every ledger rests on them."""
    lines = [NewLine(7, colour, -600, date(2026, 1, 9)), NewLine(8, colour, 25, date(325, 1, 1), 3)]
    about = ["ebu", 12, "awards", 5, None, "Zoë", 3, "2026-01-09T20:00:00.000000+00:00", "0" * 64]
    body = [[7, colour, -600, "2026-01-09", None], [8, colour, 25, "0325-01-01", 3]]
    written = json.dumps([about, body, detail] if detail else [about, body], separators=(",", ":"), sort_keys=True)
    facts: dict[str, Any] = {
        "federation": "ebu",
        "number": 12,
        "kind": "awards",
        "version": 5,
        "reverses": None,
        "reason": "Zoë",
    }
    at = datetime(2026, 1, 9, 20, tzinfo=UTC)
    digest = chain.digest(**facts, by=3, at=at, lines=lines, previous="0" * 64, detail=detail)
    assert digest == hashlib.sha256(written.encode()).hexdigest()
