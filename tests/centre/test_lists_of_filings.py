"""Lists of filings cost what their page shows, however many filings there are: the database reads them in order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

import databases
from centre import making
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import queries
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.maintenance import refresh_statistics
from masterpoint.centre.registry.models import Federation, Organisation

FILINGS = 8_000
CLUBS = 40
PAGE = 50


@pytest.fixture(scope="module")
def records(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Any]:
    """What takes long to make is made once for all tests."""
    with databases.rolled_back(django_db_blocker):
        yield making.county(making.federation())


@pytest.fixture(scope="module")
def federation(records: Any) -> Any:
    return records.federation


@pytest.fixture(scope="module")
def officer(records: Any) -> Any:
    return making.officer()


@pytest.fixture(scope="module")
def clubs(records: Any) -> Any:
    return Organisation.objects.bulk_create(
        Organisation(
            federation=records.federation,
            parent=records,
            level="club",
            number=str(2000 + number),
            name=f"Club {number}",
        )
        for number in range(CLUBS)
    )


@pytest.fixture(scope="module")
def filings(clubs: Any, officer: User) -> Any:
    """Many evenings over ten months, every tenth of which waits."""
    first = datetime(2025, 1, 1, tzinfo=UTC)
    rows = [
        Filing(
            receipt=f"EBU-{number}",
            federation=clubs[0].federation,
            organisation=clubs[number % CLUBS],
            name="Pairs",
            day=date(2025, 1, 1) + timedelta(days=number % 300),
            form="session",
            state=Filing.State.OFFICIAL if number % 10 else Filing.State.PROVISIONAL,
            identity=str(number),
            filed_by=officer,
            filed_at=first + timedelta(minutes=number),
        )
        for number in range(FILINGS)
    ]
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Filing._meta.get_field("filed_at"), "auto_now_add", False)
        Filing.objects.bulk_create(rows, batch_size=500)
    refresh_statistics()
    return rows


def sorts(rows: Any) -> bool:
    """Whether the database has to put all rows in order before it can give the first page."""
    return {"sqlite": "TEMP B-TREE", "postgresql": "Sort "}[connection.vendor] in rows[:PAGE].explain()


def test_ones_own_filings_are_read_newest_first(filings: Any, officer: User) -> None:
    rows = queries.filings_by(officer)
    assert [filing.receipt for filing in rows[:2]] == [filings[-1].receipt, filings[-2].receipt]
    assert not sorts(rows)


def test_those_of_a_club_are_read_newest_first(filings: Any, clubs: Any) -> None:
    assert not sorts(queries.filings_of(clubs[:1]))


def test_those_of_many_clubs_are_read_newest_first(filings: Any, clubs: Any, officer: User) -> None:
    rows = queries.filings_of(clubs)
    assert [filing.receipt for filing in rows[:2]] == [filings[-1].receipt, filings[-2].receipt]
    assert not sorts(rows)


def test_both_lists_together_name_each_filing_once(filings: Any, clubs: Any, officer: User) -> None:
    Filing.objects.filter(organisation=clubs[0]).update(filed_by=None)
    Filing.objects.filter(organisation=clubs[1]).update(organisation=clubs[0].parent)
    rows = queries.filings_of(clubs) | queries.filings_by(officer)
    assert rows.count() == FILINGS


def test_what_waits_is_read_oldest_first(filings: Any, federation: Federation) -> None:
    rows = queries.waiting(federation)
    assert rows.count() == FILINGS // 10
    assert not sorts(rows)


def test_months_are_counted_by_state(filings: Any, federation: Federation) -> None:
    months = queries.months(federation)
    assert [month["first_day"] for month in months] == sorted((month["first_day"] for month in months), reverse=True)
    assert sum(month["total"] for month in months) == FILINGS
    for month in months:
        of_month = [row for row in filings if row.day.replace(day=1) == month["first_day"]]
        waiting = sum(row.state == Filing.State.PROVISIONAL for row in of_month)
        assert (month["total"], month["provisional"]) == (len(of_month), waiting)
