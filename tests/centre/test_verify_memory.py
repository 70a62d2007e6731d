"""`verify` takes no more memory for five times as much: it reads page by page, and lets go of each page."""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection

from centre.making import ORIGINAL, session
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import recomputing, tariffs
from masterpoint.centre.billing import verify as accounts
from masterpoint.centre.filing import double_credits, services
from masterpoint.centre.filing import verify as filings
from masterpoint.centre.journal import facts, notes
from masterpoint.centre.journal import services as journal
from masterpoint.centre.journal import verify as journal_verify
from masterpoint.centre.journal.redactions import erased_count
from masterpoint.centre.ledger import verify as ledger
from masterpoint.centre.ledger.carryovers import WON_IN_YEAR
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.merged_records import NewPosting
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.services import post, post_all, reverse
from masterpoint.centre.records import verify as records
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.snapshots import SMALL_CACHE

SMALL_PAGE = 4
"""So that few evenings are many pages."""
ALLOWED = 400_000
"""Bytes by which the peaks may differ: the files alone of the evenings that were added take four times as much."""


def peak_of(differences: Callable[[], list[str]]) -> int:
    """The most memory that the program's own objects take while it is verified."""
    assert differences() == []  # what is loaded once does not count
    gc.collect()
    tracemalloc.start()
    try:
        assert differences() == []
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def peak_of_all(federation: Federation) -> int:
    return peak_of(lambda: list(verifying.differences([federation])))


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (
        ledger,
        filings,
        double_credits,
        accounts,
        recomputing,
        notes,
        journal_verify,
        facts,
        records,
    ):
        monkeypatch.setattr(module, "PAGE", SMALL_PAGE)
    monkeypatch.setattr(verifying, "CHUNK_SIZE", 2 * SMALL_PAGE)
    monkeypatch.setattr(journal_verify, "ENTRIES", SMALL_PAGE)


def test_five_times_as_many_evenings(
    federation: Federation, club: Organisation, people: list[Person], officer: User, small_pages: Any
) -> None:
    tariffs.enter(federation, "standard_charge", "0.4", date(2014, 4, 1), by=officer, invented=True)
    peaks = []
    for months in (range(10), range(10, 50)):
        for month in months:
            day = date(2022 + month // 12, month % 12 + 1, 13 + 5 * month % 13)  # none looks like another
            original = ORIGINAL._replace(data=f"{day} ".encode() * 4_000)
            services.file_event(club, session(people, day=str(day)), original, by=None, choices={})
        peaks.append(peak_of_all(federation))
    assert peaks[1] - peaks[0] < ALLOWED


def test_five_times_as_many_rows_that_the_journal_knows(federation: Federation) -> None:
    peaks = []
    for pages in (range(2), range(2, 10)):
        for page in pages:
            deleted: dict[str, dict[str, Any] | None] = {
                f"change {10_000 + 500 * page + row}": None for row in range(500)
            }
            journal.append(federation, "tried", [deleted], by=None)
        peaks.append(peak_of_all(federation))
    assert peaks[1] - peaks[0] < ALLOWED


def test_five_times_as_many_long_entries_of_the_journal(federation: Federation) -> None:
    """One that loads a register has the facts of hundreds of members: pages are limited by their size, too."""
    peaks = []
    for entries in (range(5), range(5, 25)):
        for entry in entries:
            facts: dict[str, dict[str, Any] | None] = {
                f"row {500 * entry + row}": {"text": f"{row}" * 200} for row in range(500)
            }
            journal.append(federation, "tried", [facts], by=None)
        peaks.append(peak_of_all(federation))
    assert peaks[1] - peaks[0] < ALLOWED


def test_five_times_as_many_large_files(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    peaks = []
    for months in (range(3), range(3, 15)):
        for month in months:
            day = date(2022 + month // 12, month % 12 + 1, 13 + 5 * month % 13)  # none looks like another
            original = ORIGINAL._replace(data=random.Random(month).randbytes(300_000))
            services.file_event(club, session(people, day=str(day)), original, by=None, choices={})
        peaks.append(peak_of_all(federation))
    assert peaks[1] - peaks[0] < ALLOWED


def test_five_times_as_many_balances(federation: Federation, people: list[Person], officer: User) -> None:
    """A posting of balances has a line for everybody, and may have facts of everybody."""
    peaks = []
    for count in (2_000, 10_000):
        days = [date(1970, 1, 1) + timedelta(days=number) for number in range(count)]
        lines = [NewLine(people[0].pk, "local", 100, day, None) for day in days]
        won = [[people[0].pk, "local", str(day)] for day in days]
        post_all(federation, [NewPosting(Posting.Kind.OPENING, lines, "old", detail={WON_IN_YEAR: won})], by=officer)
        peaks.append(peak_of_all(federation))
    text = 10_000 * 40
    assert peaks[1] - peaks[0] < ALLOWED + text, "the text of the facts alone is as long as they are"


def test_a_large_posting_taken_back(federation: Federation, people: list[Person], officer: User) -> None:
    peaks = []
    for count in (2_000, 10_000):
        days = [date(1970, 1, 1) + timedelta(days=number) for number in range(count)]
        lines = [NewLine(people[0].pk, "local", 100, day, None) for day in days]
        posting = post(federation, Posting.Kind.OPENING, lines, by=officer, reason="old")
        reverse(posting, by=officer, reason="the wrong file")
        peaks.append(peak_of_all(federation))
    assert peaks[1] - peaks[0] < ALLOWED


def test_five_times_as_many_ranks(federation: Federation, small_pages: Any) -> None:
    run = PromotionRun.objects.create(federation=federation, as_at=date(2026, 1, 31))
    peaks = []
    for numbers in (range(200), range(200, 1_000)):
        people = Person.objects.bulk_create(
            Person(federation=federation, number=f"{10_000 + number}", sort_key="", rank="Master") for number in numbers
        )
        Promotion.objects.bulk_create(
            Promotion(run=run, person=person, rank="Master", reached_on=run.as_at) for person in people
        )
        peaks.append(peak_of(lambda: list(records.people_differences(federation))))
    assert peaks[1] - peaks[0] < 50_000, "so many ranks alone take twice as much"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps pages for everybody")
def test_the_pages_that_sqlite_keeps_are_few_while_all_is_read(federation: Federation) -> None:
    baseline = cache_size()
    seen = [cache_size() for _ in verifying.findings([federation], lambda _: None, heads=["a head nobody published"])]
    assert seen == [SMALL_CACHE] and cache_size() == baseline


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps pages for everybody")
@pytest.mark.parametrize(
    "count",
    [
        pytest.param(lambda federation: verifying.row_count([federation]), id="rows"),
        pytest.param(lambda federation: erased_count(federation.pk), id="erased people"),
    ],
)
def test_the_pages_that_sqlite_keeps_are_few_while_all_is_counted(
    federation: Federation, count: Callable[[Federation], int]
) -> None:
    """What is counted is in every row of a table: with the usual cache, SQLite would keep most of them."""
    baseline, sizes = cache_size(), []

    def note_size(execute: Callable[..., Any], statement: str, parameters: Any, many: bool, context: Any) -> Any:
        result = execute(statement, parameters, many, context)
        if statement.startswith("SELECT"):
            sizes.append(cache_size())
        return result

    with connection.execute_wrapper(note_size):
        count(federation)
    assert SMALL_CACHE in sizes and cache_size() == baseline


def cache_size() -> int:
    """Kibibytes, negative, that SQLite keeps of a database. It is asked below Django, which may be watching."""
    (row,) = connection.connection.execute("PRAGMA cache_size")
    return int(row[0])
