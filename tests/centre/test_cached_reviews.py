"""The page of a month compares its evenings once; later it looks only at what changed."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.cache import cache

from centre.making import ORIGINAL, session
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import cached_reviews, month_end
from masterpoint.centre.closing.cached_reviews import current_review, review_open_months
from masterpoint.centre.filing import double_credits, ending, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.operations import nightly
from masterpoint.centre.people import merging
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Organisation, Person

NOVEMBER = date(2026, 11, 1)
DAYS = ("2026-11-03", "2026-11-05", "2026-11-10")


@pytest.fixture(autouse=True)
def nothing_cached() -> None:
    cache.clear()


@pytest.fixture
def filings(club: Organisation, people: list[Person], officer: User) -> list[Filing]:
    """Two evenings that are one, as nobody was asked, and another."""
    rows = [
        services.file_event(club, session(people, boards=24 + index, day=day), ORIGINAL, by=officer, choices={}).filing
        for index, day in enumerate(DAYS)
    ]
    Filing.objects.filter(pk=rows[1].pk).update(day=rows[0].day)
    return rows


@pytest.fixture
def comparison_counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of filings compared with others, each time."""
    counts: list[int] = []
    undecided = double_credits.undecided_pairs

    def count(filings: Any) -> Any:
        counts.append(len(filings))
        return undecided(filings)

    monkeypatch.setattr(double_credits, "undecided_pairs", count)
    return counts


def test_the_second_page_compares_nothing(
    federation: Federation, filings: list[Filing], comparison_counts: list[int]
) -> None:
    first = current_review(federation, NOVEMBER)
    assert [matter.kind for matter in first.matters] == [month_end.SAME_EVENING]
    assert current_review(federation, NOVEMBER).matters == first.matters
    assert comparison_counts == [3]


def test_what_ended_is_no_longer_shown(
    federation: Federation, filings: list[Filing], comparison_counts: list[int], officer: User
) -> None:
    current_review(federation, NOVEMBER)
    ending.withdraw(filings[1], by=officer, reason="the same evening")
    assert current_review(federation, NOVEMBER).matters == []
    assert current_review(federation, NOVEMBER).matters == []
    assert comparison_counts == [3, 0]


def test_a_merge_makes_the_page_compare_all_again(
    federation: Federation, filings: list[Filing], people: list[Person], comparison_counts: list[int], officer: User
) -> None:
    current_review(federation, NOVEMBER)
    twin = registering.register(federation, "Ada", "Ashbey", on=date(2020, 1, 1), by=None)
    merging.merge(people[0], twin, by=officer, reason="one person")
    current_review(federation, NOVEMBER)
    assert comparison_counts == [3, 3]


def test_a_review_of_other_records_is_not_used(
    federation: Federation, filings: list[Filing], comparison_counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restore, the same number may be another entry."""
    current_review(federation, NOVEMBER)
    monkeypatch.setattr(cached_reviews, "_journal_hash", lambda *_: "the hash of another entry")
    current_review(federation, NOVEMBER)
    assert comparison_counts == [3, 3]


def test_the_work_of_the_night_reviews_open_months(
    federation: Federation, filings: list[Filing], comparison_counts: list[int]
) -> None:
    Filing.objects.filter(pk=filings[2].pk).update(day=date(2026, 10, 6))
    assert review_open_months(federation, date(2026, 11, 19)) == 2
    assert sorted(comparison_counts) == [1, 2]
    assert current_review(federation, NOVEMBER).matters
    assert sorted(comparison_counts) == [1, 2]
    assert review_open_months(federation, date(2028, 1, 1)) == 0, "what has been open for a year, nobody waits for"


def test_it_is_part_of_the_work_of_the_night(
    federation: Federation, filings: list[Filing], comparison_counts: list[int]
) -> None:
    nightly._clean()
    assert comparison_counts == [3]
