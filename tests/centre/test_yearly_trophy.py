"""ABF 1.7.2, 1.7.3: who may win the Trophy and the awards of each rank group, as the register has it."""

from __future__ import annotations

from datetime import date

import pytest

from answers import existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.records.leaderboards import ranks_used
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.records.yearly_trophy import Group, trophy_groups, trophy_of
from masterpoint.centre.registry import audit, person_flags, registering
from masterpoint.centre.registry.loading import load_members
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.core.errors import NotReadable

YEAR = date(2026, 6, 1)
TROPHY = "McCutcheon Trophy"


@pytest.fixture
def abf(db: None) -> Federation:
    return Federation.objects.create(code="abf", name="Australian Bridge Federation", scheme="abf")


def player(abf: Federation, name: str, points: int, rank: str = "") -> Person:
    """Somebody with a rank held since long ago, and the points of a year."""
    person = registering.register(abf, name, "Example", on=date(2015, 1, 1), by=None)
    if rank:
        run, _ = PromotionRun.objects.get_or_create(federation=abf, as_at=date(2020, 1, 31))
        Promotion.objects.create(run=run, person=person, rank=rank, reached_on=date(2020, 1, 1))
        Person.objects.filter(pk=person.pk).update(rank=rank)
        person.refresh_from_db()
    ledger.post(abf, "awards", [NewLine(person.pk, "green", points * 100, YEAR)], by=None)
    return person


def groups(abf: Federation, year: int) -> list[Group]:
    return trophy_groups(abf, existing(trophy_of(abf)), year)


def names(abf: Federation, year: int = 2026) -> dict[str, list[str]]:
    return {group.name: [leader.person.given_name for leader in group.leaders] for group in groups(abf, year)}


def test_visitors_win_the_trophy_but_no_award_of_a_group(abf: Federation, officer: User) -> None:
    visitor, local = player(abf, "Vera", 50, "Grand"), player(abf, "Lena", 40, "Grand")
    assert names(abf) == {TROPHY: ["Vera", "Lena"], "Grand": ["Vera", "Lena"]}
    person_flags.set_from_overseas(visitor, True, "", on=date.today(), by=officer)
    assert names(abf) == {TROPHY: ["Vera", "Lena"], "Grand": ["Lena"]}
    assert Change.objects.filter(person=visitor, what="from overseas", by=officer).exists()
    person_flags.set_from_overseas(visitor, False, "", on=date.today(), by=officer)
    assert names(abf)["Grand"] == [visitor.given_name, local.given_name]


def test_those_who_moved_here_with_such_a_rank_win_none_below_life_master(abf: Federation, officer: User) -> None:
    people = [player(abf, rank, 50, rank) for rank in ("State", "National", "Life")]
    for person in people:
        person_flags.set_from_overseas(person, False, "national master", on=date.today(), by=officer)
    assert {person.rank_abroad for person in people} == {"National"}
    assert names(abf) == {TROPHY: ["State", "National", "Life"], "Life": ["Life"]}


def test_a_lower_rank_abroad_bars_nobody(abf: Federation, officer: User) -> None:
    person = player(abf, "Nina", 50, "National")
    person_flags.set_from_overseas(person, False, "State", on=date.today(), by=officer)
    assert names(abf)["National"] == ["Nina"]


def test_groups_come_highest_first_and_silver_and_gold_grand_together(abf: Federation) -> None:
    for rank in ("Graduate", "Gold Grand", "Silver Grand", "Life"):
        player(abf, rank, 10, rank)
    player(abf, "New", 10)
    assert list(names(abf)) == [TROPHY, "Silver and Gold Grand", "Life", "Graduate", "below Graduate"]


def test_the_rank_that_counts_is_that_of_new_years_day(abf: Federation) -> None:
    person = player(abf, "Rosa", 10, "Club")
    run = PromotionRun.objects.create(federation=abf, as_at=date(2026, 3, 31))
    Promotion.objects.create(run=run, person=person, rank="Local", before="Club", reached_on=date(2026, 3, 1))
    Person.objects.filter(pk=person.pk).update(rank="Local")
    assert list(names(abf)) == [TROPHY, "Club"]
    late = PromotionRun.objects.create(federation=abf, as_at=date(2026, 4, 30))
    newcomer = player(abf, "Nora", 20)
    Promotion.objects.create(run=late, person=newcomer, rank="Graduate", reached_on=date(2026, 4, 1))
    assert names(abf)["below Graduate"] == ["Nora"]


def test_an_unknown_rank_is_refused(abf: Federation, officer: User) -> None:
    with pytest.raises(audit.NotRegistered):
        person_flags.set_from_overseas(player(abf, "Vera", 5), False, "Grand Wizard", on=date.today(), by=officer)


def test_the_columns_of_the_member_file(abf: Federation, officer: User) -> None:
    data = "family_name,visitor,rank_abroad\nAyre,yes,\nBell,,life\nCole,,\n"
    load_members(abf, data.encode(), source="members.csv", by=officer, today=YEAR)
    rows = Person.objects.order_by("family_name").values_list("family_name", "visitor", "rank_abroad")
    assert list(rows) == [("Ayre", True, ""), ("Bell", False, "Life"), ("Cole", False, "")]
    with pytest.raises(NotReadable) as refused:
        load_members(abf, b"family_name,rank_abroad\nDell,Wizard\n", source="m.csv", by=officer, today=YEAR)
    assert [problem.value for problem in refused.value.problems] == ["Wizard"]


def test_only_the_book_that_has_these_awards_offers_them(abf: Federation, federation: Federation) -> None:
    assert existing(trophy_of(abf)).name == TROPHY and trophy_of(federation) is None


def test_ranks_are_listed_in_the_order_of_the_book(abf: Federation) -> None:
    for rank in ("Life", "Club", "Grand", "Bronze Life"):
        player(abf, rank, 10, rank)
    assert ranks_used(abf, date.today()) == ["Club", "Life", "Bronze Life", "Grand"]
