"""What is kept of points brought along, beside the totals: their years, and which were won in the year of their day."""

from __future__ import annotations

from datetime import date
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services, verify
from masterpoint.centre.ledger.carryovers import WON_IN_YEAR
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import BroughtYear, Posting, WonBalance
from masterpoint.centre.records import leaderboards, pace
from masterpoint.centre.registry.models import Federation, Person

FIRST, SECOND = date(2024, 5, 31), date(2025, 5, 31)


MIGRATIONS = "masterpoint.centre.ledger.migrations"


@pytest.fixture
def carried_balances(federation: Federation, people: list[Person], officer: User) -> Posting:
    """Everybody has a balance for life; the first of them has one more, won in the year of its day."""
    lines = [*(NewLine(person.pk, "local", 700, FIRST) for person in people), NewLine(people[0].pk, "green", 80, FIRST)]
    detail = {WON_IN_YEAR: [[people[0].pk, "green", FIRST.isoformat()]]}
    return services.post(federation, "opening", lines, by=officer, reason="from the old system", detail=detail)


@pytest.fixture
def balances(federation: Federation, people: list[Person], officer: User) -> Posting:
    lines = [NewLine(person.pk, "local", 700, day) for person in people for day in (FIRST, SECOND)]
    return services.post(federation, "opening", lines, by=officer, reason="from the old system")


def stored_rows() -> list[tuple[int, int]]:
    return list(BroughtYear.objects.order_by("posting__number", "year").values_list("posting__number", "year"))


def test_the_years_of_what_was_brought_along_and_of_what_takes_it_back(
    federation: Federation, people: list[Person], officer: User, balances: Posting
) -> None:
    services.reverse_for(balances, people[1], by=officer, reason="not hers")
    services.reverse(balances, by=officer, reason="a wrong file")
    assert stored_rows() == [(number, year) for number in (1, 2, 3) for year in (2024, 2025)]
    assert list(verify.total_differences()) == []


def test_awards_bring_nothing_along(federation: Federation, people: list[Person], officer: User) -> None:
    awards = services.post(federation, "awards", [NewLine(people[0].pk, "local", 700, SECOND)], by=officer)
    services.reverse(awards, by=officer, reason="a wrong file")
    services.adjust(people[0], "local", 100, SECOND, by=officer, reason="late")
    assert stored_rows() == []
    assert list(verify.total_differences()) == []


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (
            "DELETE FROM ledger_broughtyear WHERE year = 2025",
            "2025 as a year of carried-over points is not stored",
        ),
        (
            "UPDATE ledger_broughtyear SET year = 2020 WHERE year = 2024",
            "2020 as a year of carried-over points is stored but",
        ),
    ],
)
def test_verify_finds_a_year_that_is_kept_wrongly(
    federation: Federation, balances: Posting, tamper: str, message: str
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(tamper)
    assert any(message in difference for difference in verify.total_differences())
    assert any(message in difference for difference in verify.newer_total_differences(federation, 0))
    assert list(verify.newer_total_differences(federation, balances.number)) == []


def test_balances_won_in_their_year_are_kept(
    federation: Federation, people: list[Person], carried_balances: Posting
) -> None:
    assert list(WonBalance.objects.values_list("person", "colour", "day")) == [(people[0].pk, "green", FIRST)]
    balances = pace.opening_balances_of(people[0], SECOND)
    assert {balance.colour: balance.has_year for balance in balances} == {"local": False, "green": True}
    assert list(verify.total_differences()) == []


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        ("DELETE FROM ledger_wonbalance", "green 2024-05-31: a balance won in its year is not stored"),
        ("UPDATE ledger_wonbalance SET colour = 'local'", "local 2024-05-31: a balance won in its year is stored but"),
    ],
)
def test_verify_finds_a_balance_that_is_kept_wrongly(
    federation: Federation, carried_balances: Posting, tamper: str, message: str
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(tamper)
    assert any(message in difference for difference in verify.total_differences())
    assert list(verify.newer_total_differences(federation, carried_balances.number)) == []


@pytest.mark.parametrize(
    ("step", "table"), [("0009_brought_years", "ledger_broughtyear"), ("0010_won_balances", "ledger_wonbalance")]
)
def test_an_upgrade_keeps_the_same(
    federation: Federation, balances: Posting, carried_balances: Posting, officer: User, step: str, table: str
) -> None:
    services.reverse(balances, by=officer, reason="a wrong file")
    rows = _rows(table)
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table}")
    import_module(f"{MIGRATIONS}.{step}").fill(None, connection.schema_editor())
    assert _rows(table) == rows != []


def _rows(table: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        return sorted(row[1:] for row in cursor.fetchall())  # without the key


def test_a_record_reads_what_is_kept_of_its_own_balances(
    federation: Federation, people: list[Person], carried_balances: Posting
) -> None:
    """A posting may have a balance of every member: what it says of all of them is left alone."""
    with CaptureQueriesContext(connection) as queries:
        assert len(pace.opening_balances_of(people[0], SECOND)) == 2
    assert not [query["sql"] for query in queries.captured_queries if WON_IN_YEAR in query["sql"]]


def test_a_leaderboard_counts_what_was_won_in_its_year(
    federation: Federation, people: list[Person], officer: User, balances: Posting
) -> None:
    services.post(federation, "awards", [NewLine(people[2].pk, "local", 300, SECOND)], by=officer)
    assert _board(federation, 2025) == [(people[2].pk, 3)]
    services.reverse_for(balances, people[1], by=officer, reason="not hers")
    services.reverse(balances, by=officer, reason="a wrong file")
    assert _board(federation, 2025) == [(people[2].pk, 3)]
    assert _board(federation, 2024) == []


def test_a_leaderboard_reads_no_balances_of_other_years(
    federation: Federation, people: list[Person], officer: User, balances: Posting
) -> None:
    """With many balances, nearly all of its time went into them."""
    services.post(federation, "awards", [NewLine(people[2].pk, "local", 300, date(2026, 3, 1))], by=officer)
    with CaptureQueriesContext(connection) as queries:
        assert _board(federation, 2026) == [(people[2].pk, 3)]
    assert not [query["sql"] for query in queries.captured_queries if "ledger_line" in query["sql"]]


def _board(federation: Federation, year: int) -> list[tuple[int, int]]:
    return [(leader.person.pk, int(leader.points)) for leader in leaderboards.leaderboard(federation, year=year)]
