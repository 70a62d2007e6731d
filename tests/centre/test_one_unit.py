"""All points together are one figure in one unit: on the record, its chart, the entry list, the board and the gap."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from centre.making import brought_balances, sealed
from invented_editions import first_edition_of
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger import transfers
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.people import merging, statuses
from masterpoint.centre.records import eligibility, entrants, queries, yearly
from masterpoint.centre.records.leaderboards import ranks_of
from masterpoint.centre.records.official_rank import ranks_on
from masterpoint.centre.registry import offices, registering
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.errors import NotReadable
from masterpoint.schemes import FEDERATIONS

TODAY = date(2026, 11, 15)


def member(scheme: str, name: str = "Ada") -> Person:
    federation, _ = Federation.objects.get_or_create(code=scheme, name=scheme.upper(), scheme=scheme)
    sealed(federation)
    return registering.register(federation, name, "Ashby", on=date(2020, 1, 1), by=None)


def add_points(person: Person, day: date = date(2026, 3, 3), **colours: Any) -> Posting:
    lines = [NewLine(person.pk, colour, int(Decimal(str(amount)) * 100), day) for colour, amount in colours.items()]
    return ledger.post(person.federation, "awards", lines, by=None)


@pytest.mark.parametrize(
    ("scheme", "colours", "written", "rank"),
    [
        ("ebu", {"local": 3_211, "green": 18.73}, 5_084, "Premier Master"),
        ("wbu", {"local": 3_211, "green": 18.75}, "50.86", "Master"),
        ("sbu", {"local": 150, "national": 50}, 200, "Club Master"),
        ("nz", {"A": 60, "B": 39, "C": 199}, 100, "Provincial Master"),
        ("abf", {"green": 20, "red": 20, "gold": 10}, 50, "State"),
    ],
)
def test_one_figure_everywhere(db: None, scheme: str, colours: dict[str, Any], written: int | str, rank: str) -> None:
    person = member(scheme)
    add_points(person, **colours)
    ladder = queries.edition_of(person.federation, TODAY).ranks
    record = queries.record(person)
    total = Fraction(written)
    assert queries.total_of(ladder, record.holding) == total
    assert queries.totals_over_time(ladder, record.days)[-1] == (date(2026, 3, 3), total)
    (entrant,) = entrants.look_up(None, person.federation, [person.number], TODAY)
    assert (entrant.total, entrant.rank) == (total, rank)
    gap = next((gap for gap in record.standing.gaps if gap.what in ("total", "A and B")), None)
    if gap is not None:
        assert gap.need.amount - gap.missing == total
    (leader,) = queries.leaderboard(person.federation)
    assert leader.points == total - (1 if scheme == "nz" else 0)  # C points count on the board once they are converted
    (leader,) = queries.leaderboard(person.federation, year=2026)
    assert leader.points == total - (1 if scheme == "nz" else 0)


def test_a_year_is_counted_in_the_unit_of_its_own_book(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """An invented Welsh edition with the colours and ranks of the English: last year's board keeps hundredths."""
    this_year = date.today().year
    wales, england = first_edition_of("wbu"), first_edition_of("ebu")
    book = replace(wales.editions[-1].book, in_force_from=date(this_year, 1, 1))
    english = england.editions[-1]
    later = replace(wales.editions[-1], book=book, ranks=english.ranks, colours=english.colours)
    monkeypatch.setitem(FEDERATIONS.loaded, "wbu", replace(wales, load_editions=lambda _: (wales.editions[-1], later)))
    person = member("wbu")
    for year in (this_year - 1, this_year):
        add_points(person, date(year, 1, 1), local=3_211)
    boards = {year: queries.leaderboard(person.federation, year=year) for year in (this_year - 1, this_year)}
    assert [leader.points for leader in boards[this_year - 1]] == [Fraction("32.11")]
    assert [leader.points for leader in boards[this_year]] == [3_211]
    assert [leader.points for leader in queries.leaderboard(person.federation)] == [6_422]
    assert ranks_of(person.federation, date(this_year, 1, 1)) == [rung.name for rung in later.ranks.rungs_up_to(0)]
    earlier = [rung.name for rung in wales.editions[-1].ranks.rungs_up_to(0)]
    assert (
        ranks_of(person.federation, date(this_year - 1, 12, 31)) == earlier != ranks_of(person.federation, date.today())
    )


def test_a_long_record_is_drawn_by_some_of_its_days_and_the_last(db: None) -> None:
    days = [(date.fromordinal(730_000 + n), "local", 100) for n in range(1_000)]
    ladder = queries.edition_of(member("ebu").federation, TODAY).ranks
    drawn = queries.totals_over_time(ladder, days)
    assert len(drawn) <= queries.MAX_POINTS_IN_CHART and drawn[-1] == (days[-1][0], 1_000)


@pytest.mark.parametrize("scheme", ["ebu", "wbu"])
def test_gold_fades_on_its_day_whether_or_not_the_run_has_been(db: None, officer: User, scheme: str) -> None:
    """EBU 2.5.1, WBU 1.5.1: a fifth at each anniversary."""
    ada = member(scheme)
    add_points(ada, date(2025, 3, 3), gold=10)

    def gold_on(day: date) -> int:
        (entrant,) = entrants.look_up(None, ada.federation, [ada.number], day)
        assert entrant.holding == queries.record(ada, day).holding
        return queries.record(ada, day).holding.get("gold", 0)

    def all_days() -> list[int]:
        return [
            gold_on(date(2025, 3, 3)),
            gold_on(date(2026, 3, 2)),
            gold_on(date(2026, 3, 3)),
            gold_on(date(2030, 3, 3)),
        ]

    assert all_days() == [1_000, 1_000, 800, 0]
    assert queries.record(ada, date(2026, 3, 3)).unposted == {"gold": 200}
    yearly.post_decay(ada.federation, date(2026, 12, 31), by=officer)
    assert all_days() == [1_000, 1_000, 800, 0]
    assert queries.record(ada, date(2026, 12, 31)).unposted == {}
    assert [leader.points for leader in queries.leaderboard(ada.federation, year=2026, colours=("gold",))] == []
    (leader,) = queries.leaderboard(ada.federation, year=2025, colours=("gold",))
    assert leader.points == 10


def test_a_year_counts_what_was_won_in_it(db: None, officer: User) -> None:
    """Not balances, nor records moved in or away, nor those of merged records; a lifetime counts them all."""
    ada, twin, ben, away = (member("ebu", name) for name in ("Ada", "Ade", "Ben", "Cleo"))
    union = ada.federation
    brought_balances(union, officer, f"{twin.number},local,500,2026-01-01,", f"{ben.number},green,5,2026-01-01,")
    for person, points in ((ada, 10), (twin, 20), (ben, 25), (away, 40)):
        add_points(person, local=points)
    merging.merge(twin, ada, by=officer, reason="the same")
    facts = {"union": "wales", "record_closed": True, "local": "300"}
    transfers.credit_transfer(ben, "transfer", facts, on=date(2026, 5, 5), by=officer, reason="moved here")
    elsewhere = member("wbu", "Cleo")
    brought_balances(elsewhere.federation, officer, f"{elsewhere.number},local,5,2020-01-01,")
    transfers.move(
        elsewhere, away, "transfer", {"union": "wales", "record_closed": True, "local": "5"},
        on=date(2026, 6, 6), by=officer, reason="moved",
    )  # fmt: skip
    year = [(leader.place, leader.person, leader.points) for leader in queries.leaderboard(union, year=2026)]
    assert year == [(1, away, Fraction(40)), (2, ada, Fraction(30)), (3, ben, Fraction(25))]
    assert [row.place for row in queries.leaderboard(union, year=2026, skip=1, limit=1)] == [2]
    local = queries.leaderboard(union, year=2026, colours=("local",))
    won_locally = [(leader.person, leader.points) for leader in local]
    assert won_locally == [(away, Fraction(40)), (ada, Fraction(30)), (ben, Fraction(25))]
    life = {leader.person: leader.points for leader in queries.leaderboard(union)}
    assert life == {ada: 530, ben: 825, away: 45}


def test_a_rank_as_at_a_day_is_that_of_the_record_whoever_was_a_member_then(db: None) -> None:
    ada = member("ebu")
    statuses.set_status(ada, "lapsed", on=date(2026, 1, 1), by=None, reason="left")
    add_points(ada, date(2026, 3, 3), local=150)
    statuses.set_status(ada, "active", on=date(2026, 6, 1), by=None, reason="back")
    ada.refresh_from_db()
    for day in (date(2026, 3, 3), date(2026, 5, 31), date(2026, 6, 1), None):
        (entrant,) = entrants.look_up(None, ada.federation, [ada.number], day)
        assert entrant.rank == queries.record(ada, day).standing.rank


# Who may enter


def reasons_against(person: Person, **rule: str) -> list[str]:
    terms = eligibility.rule_from(person.federation, rule, TODAY)
    (entrant,) = entrants.look_up(None, person.federation, [person.number], TODAY, terms)
    return list(entrant.ineligible)


def test_the_rule_of_an_event_is_applied(db: None) -> None:
    ada = member("ebu")
    add_points(ada, local=3_211, green=18.73)
    assert reasons_against(ada) == []
    assert reasons_against(ada, highest_rank="Master") == ["Premier Master is above Master [EBU 4.10.2]"]
    assert (
        reasons_against(ada, highest_rank="premier master") == reasons_against(ada, lowest_rank="Premier Master") == []
    )
    assert reasons_against(ada, lowest_rank="Regional Master") == [
        "Premier Master is below Regional Master [EBU 4.10.2]"
    ]
    assert reasons_against(ada, fewer_points="5,084") == ["5,084 points, not fewer than 5,084 [EBU 4.10.2]"]
    assert reasons_against(ada, fewer_points="5084.01") == []


def test_a_limit_by_grade(db: None) -> None:
    ada = member("nz")
    add_points(ada, date(2025, 3, 3), A=6)
    assert reasons_against(ada, highest_grade="junior") == ["graded Intermediate, above Junior [NZ E9.6b]"]
    assert reasons_against(ada, highest_grade="Intermediate") == []


def test_stars_belong_to_the_rank_of_a_limit(db: None) -> None:
    ada = member("nz")
    add_points(ada, B=160)
    assert queries.record(ada).standing.rank == "Local Master - 2 Star"
    assert reasons_against(ada, highest_rank="Local Master") == []
    assert len(reasons_against(ada, highest_rank="Club Master")) == 1


def test_a_rule_that_makes_no_sense_is_told_whole(db: None) -> None:
    wrong = {"highest_grade": "Junior", "lowest_rank": "Champion", "highest_rank": "King", "fewer_points": "-1"}
    with pytest.raises(NotReadable) as refused:
        eligibility.rule_from(member("ebu").federation, wrong, TODAY)
    assert len(refused.value.problems) == 4


@pytest.mark.parametrize("run_before", [True, False])
def test_gold_of_a_record_that_was_closed_falls_no_more(db: None, officer: User, run_before: bool) -> None:
    """Closed with what it is worth on the day: nothing is left, and less than nothing never comes of it."""
    source, target = member("wbu"), member("ebu")
    add_points(source, date(2025, 3, 3), gold=10, local=50)
    if run_before:
        yearly.post_decay(source.federation, date(2026, 3, 31), by=officer)
    assert transfers.balances_on(source, date(2026, 6, 6)) == {"gold": 800, "local": 5_000}
    facts = {"union": "wales", "record_closed": True, "local": "50"}
    transfers.move(source, target, "transfer", facts, on=date(2026, 6, 6), by=officer, reason="moved")
    days = (date(2026, 3, 2), date(2026, 6, 5), date(2026, 6, 6), date(2027, 3, 3), date(2032, 1, 1))
    assert [queries.record(source, day).holding.get("gold", 0) for day in days] == [1_000, 800, 0, 0, 0]
    yearly.post_decay(source.federation, date(2032, 12, 31), by=officer)
    assert [queries.record(source, day).holding.get("gold", 0) for day in days] == [1_000, 800, 0, 0, 0]
    assert queries.record(source, date(2032, 1, 1)).unposted == {}
    assert list(verifying.differences([source.federation, target.federation])) == []


def test_the_rank_announced_to_a_merged_record_is_the_persons(db: None, officer: User) -> None:
    ada, twin = member("abf"), member("abf", "Ade")
    add_points(ada, date(2026, 1, 1), green=6)
    add_points(twin, date(2026, 1, 1), green=60)
    announcing.promote(ada.federation, date(2026, 1, 31), by=officer)
    merging.merge(twin, ada, by=officer, reason="the same")
    ada.refresh_from_db()
    assert ranks_on([ada], date(2026, 2, 15)) == {ada.pk: "Regional"}
    assert ranks_on([ada], date(2026, 1, 15)) == {ada.pk: ""}


def test_who_is_on_a_list_twice_is_told(db: None) -> None:
    ada, ben = member("ebu"), member("ebu", "Ben")
    rows = entrants.look_up(None, ada.federation, [ada.number, ben.number, "Ada Ashby", "x", "x"], TODAY)
    message = ("on the list 2 times: lines 1, 3",)
    assert [row.remarks for row in rows] == [message, (), message, (), ()]


def test_a_status_is_told_to_those_who_may_see_it(db: None, officer: User) -> None:
    ada = member("ebu")
    statuses.set_status(ada, "suspended", on=date(2026, 1, 1), by=None, reason="conduct")
    national = Organisation.objects.create(federation=ada.federation, level="national", number="1", name="The Union")
    offices.appoint(officer, national, "staff", on=date(2020, 1, 1), by=None)
    (seen,) = entrants.look_up(officer, ada.federation, [ada.number], TODAY)
    (hidden,) = entrants.look_up(None, ada.federation, [ada.number], TODAY)
    assert (seen.remarks, hidden.remarks) == (("Suspended",), ())
