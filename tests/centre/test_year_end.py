"""The turn of a year: what is shown is what is done, once."""

from __future__ import annotations

from datetime import date

import pytest

from centre.making import sealed
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import year_end
from masterpoint.centre.ledger import queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Person

NEW_YEAR = date(2027, 1, 1)


@pytest.fixture
def new_zealand(db: None) -> Federation:
    return sealed(Federation.objects.create(code="nz", name="New Zealand Bridge", scheme="nz"))


def player(federation: Federation, name: str = "Ada") -> Person:
    return registering.register(federation, name, "Ashby", on=date(2020, 1, 1), by=None)


def add_points(person: Person, colour: str, hundredths: int, day: date, officer: User) -> None:
    ledger.adjust(person, colour, hundredths, day, by=officer, reason="won")


def test_nz_c_points_become_b_points_and_the_ratings_shown_count_them(new_zealand: Federation, officer: User) -> None:
    ada = player(new_zealand)
    add_points(ada, "A", 1000, date(2026, 3, 3), officer)
    add_points(ada, "C", 45_000, date(2026, 3, 3), officer)
    shown = year_end.preview(new_zealand, 2026, today=NEW_YEAR)
    assert shown.changes == [(ada.pk, "B", 400), (ada.pk, "C", -40_000)]
    assert Posting.objects.count() == 2
    result = year_end.run(new_zealand, 2026, by=officer, today=NEW_YEAR)
    assert [posting.kind for posting in result] == ["conversion", "rating"]
    assert queries.holding(ada) == {"A": 1000, "B": 400, "C": 5000}
    assert list(Rating.objects.values_list("person", "hundredths", "grade")) == shown.ratings
    assert list(verifying.differences([new_zealand])) == []


def test_a_second_run_changes_nothing_and_says_so(new_zealand: Federation, officer: User) -> None:
    add_points(player(new_zealand), "A", 1000, date(2026, 3, 3), officer)
    assert year_end.run(new_zealand, 2026, by=officer, today=NEW_YEAR)
    again = year_end.preview(new_zealand, 2026, today=NEW_YEAR)
    assert (again.is_due, again.is_rated) == (False, True)
    before = Posting.objects.count()
    assert year_end.run(new_zealand, 2026, by=officer, today=NEW_YEAR) == []
    assert Posting.objects.count() == before


def test_nobody_to_rate_is_rated_once(new_zealand: Federation, officer: User) -> None:
    assert len(year_end.run(new_zealand, 2026, by=officer, today=NEW_YEAR)) == 1
    assert year_end.run(new_zealand, 2026, by=officer, today=NEW_YEAR) == []


def test_gold_fades_as_shown(federation: Federation, people: list[Person], officer: User) -> None:
    add_points(people[0], "gold", 1000, date(2025, 3, 3), officer)
    shown = year_end.preview(federation, 2026, today=NEW_YEAR)
    assert shown.changes == [(people[0].pk, "gold", -200)]
    year_end.run(federation, 2026, by=officer, today=NEW_YEAR)
    assert queries.holding(people[0]) == {"gold": 800}
    assert not year_end.preview(federation, 2026, today=NEW_YEAR).is_due
    assert list(verifying.differences([federation])) == []


def test_a_year_that_is_not_over_is_shown_and_not_run(
    federation: Federation, people: list[Person], officer: User
) -> None:
    add_points(people[0], "gold", 1000, date(2025, 3, 3), officer)
    last = date(2026, 12, 31)
    shown = year_end.preview(federation, 2026, today=last)
    assert shown.is_due and not shown.is_over
    with pytest.raises(ledger.NotPosted, match="not over"):
        year_end.run(federation, 2026, by=officer, today=last)


@pytest.mark.parametrize("scheme", ["abf", "ebu", "nz", "sbu", "wbu"])
def test_some_books_do_nothing_then(scheme: str) -> None:
    turns = year_end.has_year_end(Federation(code=scheme, name=scheme, scheme=scheme))
    assert turns == (scheme in {"ebu", "nz", "wbu"})
