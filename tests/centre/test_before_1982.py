"""ABF 1.8: red points won before 1982 have a place in the ledger, the balances and the promotion run."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from answers import existing
from centre.making import brought_balances, sealed
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.people import merging
from masterpoint.centre.records import entrants, queries, yearly_trophy
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import NotReadable

TODAY = date(2026, 11, 15)
OLD = "red before 1982"


@pytest.fixture
def abf(db: None) -> Federation:
    return sealed(Federation.objects.create(code="abf", name="Australian Bridge Federation", scheme="abf"))


@pytest.fixture
def ada(abf: Federation) -> Person:
    return registering.register(abf, "Ada", "Ashby", on=date(1975, 1, 1), by=None)


def rank_on_every_door(person: Person) -> str:
    (entrant,) = entrants.look_up(None, person.federation, [person.number], None)
    (as_at,) = entrants.look_up(None, person.federation, [person.number], TODAY)
    record = queries.record(person).standing.rank
    assert entrant.rank == as_at.rank == record
    return record


def test_the_printed_example_of_175_red_points(abf: Federation, ada: Person, officer: User) -> None:
    """35 fewer red and gold, and 35 fewer gold, for Life: 300 in all with 180 - 35 red and gold and no gold."""
    brought_balances(abf, officer, f"{ada.number},green,154,2026-01-01,", f"{ada.number},red,146,2026-01-01,")
    assert rank_on_every_door(ada) == "Bronze National"
    brought_balances(abf, officer, f"{ada.number},{OLD},145,2026-01-01,")
    assert ledger_queries.holding(ada) == {"green": 15_400, "red": 14_600}
    assert rank_on_every_door(ada) == "Bronze National"  # 146 + 29 of 180, and 29 of 30 gold
    brought_balances(abf, officer, f"{ada.number},red,30,2026-01-02,", f"{ada.number},{OLD},30,2026-01-02,")
    assert queries.record(ada).counted[OLD] == 17_500
    assert rank_on_every_door(ada) == "Life"  # 176 + 35 of 180, 35 of 30
    run = announcing.promote(abf, TODAY, by=officer)
    assert [(promotion.rank, promotion.reached_on) for promotion in run.promotions.all()] == [
        ("Life", date(2026, 1, 1))
    ]
    assert list(verifying.differences([abf])) == []


def test_red_dated_before_1982_needs_no_second_line(abf: Federation, ada: Person, officer: User) -> None:
    brought_balances(abf, officer, f"{ada.number},green,124,2026-01-01,", f"{ada.number},red,176,1981-12-31,")
    assert rank_on_every_door(ada) == "Life"


def test_never_more_than_the_red_there_is(abf: Federation, ada: Person, officer: User) -> None:
    brought_balances(abf, officer, f"{ada.number},green,300,2026-01-01,", f"{ada.number},red,150,2026-01-01,")
    with pytest.raises(NotReadable, match="more than the red points brought in: 150"):
        brought_balances(abf, officer, f"{ada.number},{OLD},400,2026-01-01,")
    with pytest.raises(NotReadable, match="more than the red points brought in: 0"):
        brought_balances(abf, officer, f"{ada.number},{OLD},1,2025-12-31,")
    brought_balances(abf, officer, f"{ada.number},{OLD},150,2026-01-01,")
    with pytest.raises(NotReadable, match="more than the red points brought in: 0"):
        brought_balances(abf, officer, f"{ada.number},{OLD},1,2026-01-02,")
    ledger.adjust(ada, "red", -10_000, date(2026, 5, 5), by=officer, reason="counted twice")
    assert queries.points(queries.record(ada).counted)[OLD] == 50
    assert rank_on_every_door(ada) == "Bronze State"


@pytest.mark.parametrize("row", [f"{OLD},10,,2025", f"{OLD},10,1981-12-31,"])
def test_what_makes_no_sense_of_old_red_is_refused(abf: Federation, ada: Person, officer: User, row: str) -> None:
    with pytest.raises(NotReadable, match="1982"):
        brought_balances(abf, officer, f"{ada.number},red,50,1980-12-31,", f"{ada.number},{row}")


def test_it_goes_with_a_merged_record(abf: Federation, ada: Person, officer: User) -> None:
    twin = registering.register(abf, "Ade", "Ashby", on=date(1975, 1, 1), by=None)
    brought_balances(abf, officer, f"{twin.number},green,124,2026-01-01,", f"{twin.number},red,176,1981-12-31,")
    merging.merge(twin, ada, by=officer, reason="the same")
    assert rank_on_every_door(ada) == "Life"


def test_other_books_know_no_such_points(federation: Federation, people: list[Person], officer: User) -> None:
    with pytest.raises(NotReadable, match="no points of this colour"):
        brought_balances(federation, officer, f"100,{OLD},5,2026-01-01,")


def test_a_balance_wins_no_trophy_and_makes_its_rank(abf: Federation, ada: Person, officer: User) -> None:
    """Brought along in the year: not won in it, and held when it began."""
    ben = registering.register(abf, "Ben", "Brook", on=date(2020, 1, 1), by=None)
    brought_balances(abf, officer, f"{ada.number},green,500,2026-03-01,")
    for person, points in ((ada, 5), (ben, 7)):
        ledger.post(abf, "awards", [NewLine(person.pk, "green", points * 100, date(2026, 6, 1))], by=officer)
    announcing.promote(abf, date(2026, 6, 30), by=officer)
    groups = {
        group.name: [(leader.person, leader.points) for leader in group.leaders]
        for group in yearly_trophy.trophy_groups(abf, existing(yearly_trophy.trophy_of(abf)), 2026)
    }
    assert groups == {
        "McCutcheon Trophy": [(ben, Fraction(7)), (ada, Fraction(5))],
        "Bronze Regional": [(ada, Fraction(5))],
        "below Graduate": [(ben, Fraction(7))],
    }
