"""Acts of officers and of the calendar: each through one service, in the chain, and found out by verify if changed."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from answers import existing
from centre.making import brought_rating, sealed
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.ledger import due, queries, services, transfers
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.people import merging, statuses
from masterpoint.centre.records import queries as records
from masterpoint.centre.records import yearly, yearly_trophy
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry import audit, registering
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import MasterpointError

HOME_UNION = {"union": "wales", "record_closed": True}


@pytest.fixture
def officer(db: None) -> Any:
    return User.objects.create_user("officer@example.org", "a long enough password", name="Olive Officer")


def player(code: str, name: str = "Ada", **fields: Any) -> Any:
    federation, _ = Federation.objects.get_or_create(code=code, defaults={"name": code.upper(), "scheme": code})
    sealed(federation)
    return registering.register(federation, name, "Example", on=date(2015, 1, 1), by=None, **fields)


def add_points(person: Person, colour: str, hundredths: int, day: Any) -> Any:
    return services.post(person.federation, "awards", [NewLine(person.pk, colour, hundredths, day)], by=None)


def sound() -> Any:
    return list(verifying.differences(list(Federation.objects.all()))) == []


def test_an_adjustment_needs_an_officer_a_reason_and_an_amount(officer: User) -> None:
    ada = player("nz")
    for by, reason, amount in ((None, "late", 2000), (officer, " ", 2000), (officer, "late", 0)):
        with pytest.raises(services.NotPosted):
            services.adjust(ada, "C", amount, date(2026, 10, 6), by=by, reason=reason)
    posting = services.adjust(ada, "C", -2000, date(2026, 10, 6), by=officer, reason="entered twice")
    line = posting.lines.get()
    assert (line.colour, line.hundredths, line.day, posting.by) == ("C", -2000, date(2026, 10, 6), officer)
    assert sound()


def test_opening_balances_in_one_posting(officer: User) -> None:
    people = [player("ebu", name) for name in ("Ada", "Ben")]
    balances = [NewLine(person.pk, "local", 50_000, date(2025, 12, 31)) for person in people]
    services.open_balances(people[0].federation, balances, by=officer, reason="from the old system")
    assert [queries.holding(person) for person in people] == [{"local": 50_000}] * 2
    assert sound()


@pytest.mark.parametrize(
    ("scheme", "sheet", "facts", "credited"),
    [
        ("ebu", "transfer", HOME_UNION | {"local": 500, "green": "12.5"}, {"local": 50_000, "green": 1250}),
        ("abf", "reciprocity", {"nz_a": 10, "nz_c": 250, "uk_green": 4}, {"gold": 2000, "green": 250}),
        ("abf", "new-resident", {"rank": "Life"}, {"gold": 3000, "red": 15_000, "green": 12_000}),
        ("nz", "overseas", {"points": 20, "kind": "gold", "where": "abf-gold-event"}, {"A": 2000}),
        ("nz", "foreign-rank", {"rank": "Master"}, {"A": 10_000, "B": 10_000}),
    ],
)  # fmt: skip
def test_points_from_elsewhere_by_the_conversion_tables(
    officer: User, scheme: str, sheet: str, facts: Any, credited: Any
) -> None:
    ada = player(scheme)
    posting = transfers.credit_transfer(ada, sheet, facts, on=date(2026, 5, 1), by=officer, reason="moved here")
    assert queries.holding(ada) == credited
    assert existing(posting.detail)["facts"] == facts
    assert existing(posting.detail)["steps"]
    assert sound()


@pytest.mark.parametrize(
    ("scheme", "sheet", "facts"),
    [
        ("ebu", "transfer", {"local": 500, "union": "other", "record_closed": True}),
        ("nz", "overseas", {"points": 20, "kind": "other", "where": "other"}),
        ("sbu", "transfer", {}),
    ],
)
def test_what_a_book_does_not_recognise_is_not_credited(officer: User, scheme: str, sheet: str, facts: Any) -> None:
    ada = player(scheme)
    with pytest.raises(MasterpointError):
        transfers.credit_transfer(ada, sheet, facts, on=date(2026, 5, 1), by=officer, reason="moved here")
    assert Posting.objects.count() == 0


def test_moving_closes_one_record_and_credits_the_other(officer: User) -> None:
    welsh, english = player("wbu"), player("ebu")
    add_points(welsh, "local", 70_000, date(2026, 3, 3))
    facts = {"local": 700, "union": "wales", "record_closed": True}
    transfers.move(welsh, english, "transfer", facts, on=date(2026, 5, 1), by=officer, reason="moved to England")
    with pytest.raises(services.NotPosted, match="nothing to move"):
        transfers.move(welsh, english, "transfer", facts, on=date(2026, 5, 1), by=officer, reason="pressed twice")
    assert queries.holding(welsh) == {}
    assert queries.holding(english) == {"local": 70_000}
    assert sound()


def test_what_gold_of_many_is_worth_takes_as_many_questions_as_of_one(officer: User) -> None:
    """The ranking of a large federation asked three for everybody with any."""
    people = [player("ebu", name) for name in ("Ada", "Ben", "Cleo")]
    for person in people:
        add_points(person, "gold", 101, date(2024, 2, 29))
    calls = []
    for some in (people[:1], people):
        with CaptureQueriesContext(connection) as queries_asked:
            values = due.values_as_at("ebu", [person.pk for person in some], "gold", date(2025, 3, 1))
        assert values == {person.pk: 81 for person in some}
        calls.append(len(queries_asked))
    assert calls[0] == calls[1]


def test_gold_falls_by_a_fifth_of_its_first_value_each_full_year(officer: User) -> None:
    ada = player("ebu")
    add_points(ada, "gold", 101, date(2024, 2, 29))
    weights = [
        due.value_as_at(ada, "gold", day)
        for day in (date(2025, 2, 28), date(2025, 3, 1), date(2028, 2, 29), date(2030, 1, 1))
    ]
    assert weights == [101, 81, 20, 0]
    for year in (2025, 2026):
        yearly.post_decay(ada.federation, date(year, 12, 31), by=officer)
    assert queries.holding(ada) == {"gold": due.value_as_at(ada, "gold", date(2026, 12, 31))} == {"gold": 61}
    assert queries.holding(ada, date(2025, 2, 28)) == {"gold": 101}
    assert yearly.post_decay(ada.federation, date(2026, 12, 31), by=officer) is None
    assert sound()


def test_gold_follows_a_merge_and_a_correction(officer: User) -> None:
    ada, twin = player("ebu"), player("ebu", "Ade")
    gold = add_points(twin, "gold", 500, date(2024, 5, 5))
    yearly.post_decay(ada.federation, date(2025, 12, 31), by=officer)
    merging.merge(twin, ada, by=officer, reason="the same")
    assert queries.holding(twin) == {}
    assert queries.holding(ada) == {"gold": 400}
    services.reverse(gold, by=officer, reason="never played")
    yearly.post_decay(ada.federation, date(2026, 12, 31), by=officer)
    assert queries.holding(ada) == queries.holding(twin) == {}
    merging.split(twin, by=officer, reason="cousins after all")
    assert queries.holding(ada) == queries.holding(twin) == {}
    assert sound()


def test_points_of_those_not_yet_members_are_held_and_theirs_when_they_join(officer: User) -> None:
    ada = player("ebu", status=Person.Status.POTENTIAL)
    add_points(ada, "local", 30_000, date(2026, 3, 3))
    assert queries.waiting_points(ada) == {"local": 30_000}
    assert queries.credited_points(ada) == {}
    assert records.rank_progress(ada).rank == ""
    assert records.leaderboard(ada.federation) == []
    announcing.promote(ada.federation, date(2026, 3, 31), by=officer)
    statuses.reactivate(ada, on=date(2026, 4, 4), by=officer, reason="joined")
    assert queries.waiting_points(ada) == {}
    assert records.rank_progress(ada).rank == "Club Master"
    run = announcing.promote(ada.federation, date(2026, 4, 30), by=officer)
    assert [promotion.person for promotion in run.promotions.all()] == [ada]


def test_of_a_lapsed_member_only_what_came_after_is_held(officer: User) -> None:
    ada = player("ebu")
    add_points(ada, "local", 20_000, date(2025, 3, 3))
    statuses.set_status(ada, "lapsed", on=date(2025, 4, 1), by=officer, reason="did not pay")
    add_points(ada, "local", 500, date(2025, 5, 5))
    assert queries.waiting_points(ada) == {"local": 500}
    assert records.record(ada).waiting == {"local": 500}
    assert records.record(ada).standing.rank == "Club Master"


def test_abf_points_earned_long_before_a_renewal_are_lost(officer: User) -> None:
    ada = player("abf")
    statuses.set_status(ada, "lapsed", on=date(2025, 4, 1), by=officer, reason="did not renew")
    for day, amount in ((date(2025, 5, 5), 100), (date(2025, 11, 1), 40), (date(2026, 1, 5), 7)):
        add_points(ada, "green", amount, day)
    statuses.reactivate(ada, on=date(2026, 2, 1), by=officer)
    assert queries.holding(ada) == {"green": 47}
    assert Posting.objects.filter(kind="lapse").count() == 1
    assert sound()


def test_nz_c_points_become_b_points_and_the_rest_waits(officer: User) -> None:
    ada, ben = player("nz"), player("nz", "Ben")
    add_points(ada, "C", 25_050, date(2026, 3, 3))
    add_points(ben, "C", 9_900, date(2026, 3, 3))
    before = records.rank_progress(ada).rank
    yearly.post_conversion(ada.federation, date(2026, 12, 31), by=officer)
    assert queries.holding(ada) == {"B": 200, "C": 5050}
    assert queries.holding(ben) == {"C": 9_900}
    assert records.rank_progress(ada).rank == before
    assert yearly.post_conversion(ada.federation, date(2026, 12, 31), by=officer) is None
    assert sound()


def test_nz_ratings_and_grades_at_the_turn_of_the_year(officer: User) -> None:
    ada, ben = player("nz"), player("nz", "Ben")
    brought_rating(ada, 2025, 80, "Intermediate", officer)
    add_points(ada, "A", 1000, date(2026, 3, 3))
    add_points(ada, "B", 1000, date(2026, 3, 3))
    add_points(ben, "A", 12_000, date(2026, 3, 3))
    yearly.rate(ada.federation, 2026, by=officer)
    ratings = {rating.person: (rating.hundredths, rating.grade) for rating in Rating.objects.filter(year=2026)}
    assert ratings == {ada: (8400, "Intermediate"), ben: (12_000, "Open")}  # E7.6b: 80 becomes 84
    with pytest.raises(services.NotPosted):
        yearly.rate(ada.federation, 2026, by=officer)
    assert sound()
    Rating.objects.filter(person=ben, year=2026).update(grade="Junior")
    assert list(verifying.differences([ada.federation])) == [
        "nz ratings of 2026: they are not the ratings that were posted"
    ]


def test_the_rating_of_a_record_that_was_merged_goes_on_with_the_one_it_joined(officer: User) -> None:
    ada, twin, ben = player("nz"), player("nz", "Ade"), player("nz", "Ben")
    for person in (ada, twin, ben):
        brought_rating(person, 2024, 40, "Intermediate", officer)
    yearly.rate(ada.federation, 2025, by=officer)
    before = {rating.person: rating.hundredths for rating in Rating.objects.filter(year=2025)}
    merging.merge(twin, ada, by=officer, reason="the same")
    yearly.rate(ada.federation, 2026, by=officer)
    after = {rating.person: rating.hundredths for rating in Rating.objects.filter(year=2026)}
    assert set(after) == {ada, ben}
    assert after[ada] > after[ben] and before[ada] == before[twin] == before[ben]
    assert sound()


def test_mccutcheon_groups_go_by_the_rank_at_the_start_of_the_year(officer: User) -> None:
    ada, ben, cleo = (player("abf", name) for name in ("Ada", "Ben", "Cleo"))
    for person, amount in ((ada, 600), (ben, 600)):
        add_points(person, "green", amount, date(2025, 6, 1))
    announcing.promote(ada.federation, date(2025, 12, 31), by=officer)
    for person, amount in ((ada, 3000), (ben, 2000), (cleo, 2000)):
        add_points(person, "green", amount, date(2026, 6, 1))
    announcing.promote(ada.federation, date(2026, 12, 31), by=officer)
    fields = {
        group.name: [(leader.place, leader.person.given_name) for leader in group.leaders]
        for group in yearly_trophy.trophy_groups(
            ada.federation, existing(yearly_trophy.trophy_of(ada.federation)), 2026
        )
    }
    assert fields == {
        "McCutcheon Trophy": [(1, "Ada"), (2, "Ben"), (2, "Cleo")],
        "Club": [(1, "Ada"), (2, "Ben")],
        "below Graduate": [(1, "Cleo")],
    }


def test_all_colours_together_are_what_the_book_puts_together(officer: User) -> None:
    ada, ben = player("ebu"), player("ebu", "Ben")
    add_points(ada, "local", 9_000, date(2026, 1, 1))
    add_points(ben, "green", 100, date(2026, 1, 1))
    add_points(ada, "gold", 5_000, date(2026, 1, 1))
    leaders = [(leader.person, leader.points) for leader in records.leaderboard(ada.federation, year=2026)]
    assert leaders == [(ben, Fraction(100)), (ada, Fraction(90))]
    assert [leader.person for leader in records.leaderboard(ada.federation, year=2026, colours=("gold",))] == [ada]
    assert sound()


def test_nobody_adjusts_a_merged_record_and_its_awards_go_where_its_points_went(officer: User) -> None:
    ada, twin = player("ebu"), player("ebu", "Ade")
    merging.merge(twin, ada, by=officer, reason="the same")
    with pytest.raises(services.NotPosted):
        services.adjust(twin, "local", 100, date(2026, 1, 1), by=officer, reason="late")
    add_points(Person.objects.get(pk=twin.pk), "local", 100, date(2026, 1, 1))
    assert (queries.holding(twin), queries.holding(ada)) == ({}, {"local": 100})
    merging.split(twin, by=officer, reason="two people after all")
    assert (queries.holding(twin), queries.holding(ada)) == ({"local": 100}, {})
    assert sound()


def test_a_correction_after_a_merge_takes_from_the_record_that_has_the_points(officer: User) -> None:
    ada, twin, third = player("ebu"), player("ebu", "Ade"), player("ebu", "Adi")
    posting = add_points(twin, "local", 1200, date(2026, 1, 1))
    merging.merge(twin, ada, by=officer, reason="the same")
    merging.merge(ada, third, by=officer, reason="the same again")
    assert queries.holding(third) == {"local": 1200}
    services.reverse(posting, by=officer, reason="not played")
    assert [queries.holding(person) for person in (ada, twin, third)] == [{}, {}, {}]
    with pytest.raises(audit.NotRegistered):
        merging.split(twin, by=officer, reason="too early")
    merging.split(ada, by=officer, reason="no")
    merging.split(twin, by=officer, reason="no")
    assert [queries.holding(person) for person in (ada, twin, third)] == [{}, {}, {}]
    assert sound()


def test_verify_misses_a_trigger(db: None) -> None:
    drop = {
        "sqlite": "DROP TRIGGER filing_version_no_DELETE",
        "postgresql": "DROP TRIGGER filing_version_append_only ON filing_version",
    }
    with connection.cursor() as cursor:
        cursor.execute(drop[connection.vendor])
    assert list(verifying.differences([])) == ["filing_version: the trigger that refuses changes is gone"]


def test_a_forged_act_is_found(officer: User) -> None:
    ada = player("nz")
    add_points(ada, "C", 25_000, date(2026, 3, 3))
    lines = [NewLine(ada.pk, "C", -10_000, date(2026, 12, 31)), NewLine(ada.pk, "B", 500, date(2026, 12, 31))]
    services.post(ada.federation, "conversion", lines, by=officer, reason="?", detail={"as_at": "2026-12-31"})
    facts = {"points": 20, "kind": "gold", "where": "abf-gold-event"}
    detail = {"worksheet": "overseas", "facts": facts, "on": "2026-05-01"}
    services.post(ada.federation, "transfer", [NewLine(ada.pk, "A", 9900, date(2026, 5, 1))], by=officer, detail=detail)
    services.post(ada.federation, "adjustment", [NewLine(ada.pk, "A", 9900, date(2026, 5, 1))], by=None, reason="x")
    assert list(verifying.differences([ada.federation])) == [
        "nz posting 2: it is not what was due on that day",
        "nz posting 3: the conversion table gives other points",
        "nz posting 4: it has no officer or no reason",
    ]
