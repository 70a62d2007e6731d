"""The forecast of the next rank: exact dates from the pace of one and two years, and none if there is no pace."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers import existing
from centre.making import brought_balances
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.people import statuses
from masterpoint.centre.records import forecast, officers, official_rank, pace, queries
from masterpoint.centre.records.forecast import Forecast
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.schemes import FEDERATIONS
from masterpoint.web import rank_forecast

TODAY = date(2026, 11, 15)


def add_points(person: Person, day: date, kind: str = "awards", **colours: int) -> Posting:
    lines = [NewLine(person.pk, colour, amount * 100, day) for colour, amount in colours.items()]
    return ledger.post(person.federation, kind, lines, by=None)


def foreseen(person: Person, today: date = TODAY) -> Forecast:
    return existing(forecast.forecast_of(person, queries.record(person, today), today))


def test_two_paces_make_a_range(people: list[Person]) -> None:
    ada = people[0]
    add_points(ada, date(2020, 1, 1), local=4_000)
    add_points(ada, date(2025, 6, 1), local=300)
    add_points(ada, date(2026, 6, 1), local=200)
    result = foreseen(ada)
    assert result.rank == "Master"
    (requirement,) = result.requirements
    assert (requirement.kind, requirement.amount, requirement.current, requirement.missing) == (
        "total",
        5_000,
        4_500,
        500,
    )
    year, two = requirement.projections
    assert (year.gain, year.pace.days, year.days) == (200, 365, 913)  # 500 / 200 of 365 days, rounded up
    assert (two.gain, two.pace.days, two.days) == (500, 730, 730)
    assert result.possible_dates == [TODAY + timedelta(days=730), TODAY + timedelta(days=913)]
    message = "At the pace of the last 12 months and the last 24 months: about November 2028 to May 2029."
    assert rank_forecast.expected_text(result, TODAY) == message
    assert rank_forecast.calculation_rows(requirement, TODAY)[0] == (
        "the last 12 months, 365 days to 15 November 2026",
        "200",
        "500 more take 913 days: May 2029",
    )


def test_a_colour_without_a_pace_is_said_plainly_and_where_it_is_won(people: list[Person]) -> None:
    ada = people[0]
    add_points(ada, date(2020, 1, 1), local=50_000, green=80)
    add_points(ada, date(2026, 6, 1), local=20_000)
    result = foreseen(ada)
    assert (result.rank, [requirement.kind for requirement in result.requirements]) == (
        "Premier National Master",
        ["green"],
    )
    (requirement,) = result.requirements
    assert result.unreachable == [requirement] and result.possible_dates == []
    assert (
        rank_forecast.expected_text(result, TODAY)
        == "At the pace of the last two years: never. Still needed: more green points."
    )
    assert (
        rank_forecast.colours_text(requirement)
        == "Only green and blue points count for this; local points do not help."
    )
    assert (
        rank_forecast.no_pace_text(requirement) == "No green or blue points in the last two years: at this pace never."
    )
    assert [colour for colour, _ in requirement.won_in] == ["green", "blue"]
    assert "EBU 6.1.1" in [str(remark.clause) for remark in requirement.won_in[0][1]]


def test_points_only_of_the_year_before_last(people: list[Person]) -> None:
    add_points(people[0], date(2020, 1, 1), local=4_000)
    add_points(people[0], date(2025, 6, 1), local=500)
    text = rank_forecast.expected_text(foreseen(people[0]), TODAY)
    assert text == "At the pace of the last 24 months: about November 2028; at that of the last 12 months: not at all."


def test_balances_brought_along_are_no_pace(federation: Federation, people: list[Person], officer: User) -> None:
    add_points(people[0], date(2020, 1, 1), local=4_000)
    ledger.adjust(people[0], "local", 90_000, date(2026, 6, 1), by=officer, reason="from the paper record")
    result = foreseen(people[0])
    assert result.requirements[0].missing == 100
    assert result.possible_dates == []


def test_a_pace_begins_after_the_balance_brought_along(
    federation: Federation, people: list[Person], officer: User
) -> None:
    """What was won before the balance is known, but not when: neither a pace nor the want of one."""
    balances = [NewLine(people[0].pk, "local", 390_000, date(2025, 12, 31))]
    ledger.open_balances(federation, balances, by=officer, reason="from the old system")
    text = rank_forecast.expected_text(foreseen(people[0]), TODAY)
    assert text == "At the pace of the record since 31 December 2025: never. Still needed: more points."
    add_points(people[0], date(2026, 6, 1), local=550)
    (later, never), (whole, day) = foreseen(people[0]).dates
    assert (later.name, later.days, never) == ("the last 5 months", 159, None), "nothing came since 9 June"
    assert (whole.name, whole.days, day) == (
        "the record since 31 December 2025",
        319,
        TODAY + timedelta(days=319),
    )  # 550 are missing


def test_a_record_known_since_a_balance_makes_a_range_too(
    federation: Federation, people: list[Person], officer: User
) -> None:
    balances = [NewLine(people[0].pk, "local", 390_000, date(2025, 12, 31))]
    ledger.open_balances(federation, balances, by=officer, reason="from the old system")
    add_points(people[0], date(2026, 6, 1), local=110)
    add_points(people[0], date(2026, 10, 1), local=440)
    result = foreseen(people[0])
    assert result.possible_dates == [TODAY + timedelta(days=199), TODAY + timedelta(days=319)]  # 550 of 440 in 159 days
    message = "At the pace of the last 5 months and the record since 31 December 2025: about June to September 2027."
    assert rank_forecast.expected_text(result, TODAY) == message


def test_what_a_correction_took_back_is_no_pace(people: list[Person]) -> None:
    posting = add_points(people[0], date(2026, 6, 1), local=60)
    ledger.reverse(posting, by=None, reason="typing error")
    add_points(people[0], date(2026, 6, 1), local=40)
    result = foreseen(people[0])
    assert [projection.gain for projection in result.requirements[0].projections] == [40, 40]


def test_a_short_record_is_measured_by_itself_and_by_the_year(people: list[Person]) -> None:
    add_points(people[0], date(2026, 5, 15), local=40)
    result = foreseen(people[0])
    assert [(pace.name, pace.days) for pace, _ in result.dates] == [
        ("the last 12 months", 365),
        ("the whole record", 185),
    ]
    add_points(people[1], date(2026, 11, 10), local=40)
    short = foreseen(people[1]).dates[1][0]
    assert (short.name, short.days) == ("the whole record, taken as three months", pace.MIN_DAYS)


def test_nobody_who_is_no_member_is_told_a_date(people: list[Person]) -> None:
    statuses.set_status(people[0], "lapsed", on=date(2026, 1, 1), by=None, reason="left")
    add_points(people[0], date(2026, 6, 1), local=40)
    assert rank_forecast.expected_text(foreseen(people[0]), date.today()).startswith("Points are held")


def test_without_any_points_there_is_no_pace(people: list[Person]) -> None:
    result = foreseen(people[0])
    assert rank_forecast.expected_text(result, TODAY) == "No points yet, so there is no pace to go by."
    assert rank_forecast.no_pace_text(result.requirements[0]) == ""


def test_blue_stands_in_for_green_only_so_far() -> None:
    """EBU 2.4.1(b): at most 50 Green Points replaced. Plain proportion would promise what the book does not give."""
    ladder = FEDERATIONS["ebu"].edition("2014").ranks
    holding = {"local": 3_000_000, "green": 4_000, "blue": 14_000}
    standing = ladder.progress(queries.points(holding))
    stretch = pace.Pace("a year", date(2025, 11, 15), TODAY, {"blue": 3_000})
    (requirement,) = existing(forecast.forecast_from_holding(ladder, standing, holding, [stretch])).requirements
    assert requirement.kind == "green"
    assert requirement.projections[0].gain == 10 and requirement.projections[0].days is None
    full = holding | {"blue": 30_000}
    data = existing(forecast.forecast_from_holding(ladder, ladder.progress(queries.points(full)), full, [stretch]))
    message = "The green or blue points of a year did not bring it nearer: at this pace never."
    assert [
        rank_forecast.no_pace_text(requirement) for requirement in data.requirements if requirement.kind == "green"
    ] == [message]


def test_a_pace_too_slow_for_a_lifetime_is_not_called_never(people: list[Person]) -> None:
    add_points(people[0], date(2020, 1, 1), local=30_000)
    add_points(people[0], date(2026, 6, 1), local=36)
    result = foreseen(people[0])
    assert rank_forecast.expected_text(
        result, TODAY
    ) == "At the pace of the last two years: not within fifty years. Still needed: " + ("more points.")
    assert "takes more than fifty years" in rank_forecast.no_pace_text(result.requirements[0])


@given(
    scheme=st.sampled_from(sorted(FEDERATIONS)),
    amounts=st.lists(st.integers(0, 3_000_000), min_size=3, max_size=3),
    gained=st.lists(st.integers(0, 300_000), min_size=3, max_size=3),
)
def test_the_forecast_day_is_the_first_on_which_the_rank_is_reached(
    scheme: str, amounts: list[int], gained: list[int]
) -> None:
    edition = FEDERATIONS[scheme].editions[-1]
    ladder, colours = edition.ranks, edition.colours[:3]
    now = dict(zip(colours, amounts, strict=False))
    stretch = pace.Pace("a year", date(2025, 11, 15), TODAY, dict(zip(colours, gained, strict=False)))
    standing = ladder.progress(queries.points(now))
    data = forecast.forecast_from_holding(ladder, standing, now, [stretch])
    if data is None:
        assert not standing.next_rank
        return

    def rank_after(days: int) -> str:
        after = {c: Fraction(now[c] * 365 + stretch.won[c] * days, 36_500) for c in now}
        return ladder.progress(after).rank

    (day,) = [day for _, day in data.dates]
    if day is None:
        assert rank_after(forecast.HORIZON) == standing.rank
    else:
        days = (day - TODAY).days
        assert (rank_after(days), rank_after(days - 1)) == (data.rank, standing.rank)


@pytest.mark.parametrize(
    ("days", "message"),
    [
        ([date(2028, 3, 2), date(2028, 9, 30)], "March to September 2028"),
        ([date(2027, 11, 2), date(2028, 3, 2)], "November 2027 to March 2028"),
        ([date(2028, 3, 2), date(2028, 3, 30)], "March 2028"),
        ([date(2029, 3, 2), date(2036, 3, 30)], "2029 to 2036"),
        ([date(2036, 3, 2)], "2036"),
    ],
)
def test_ranges_are_told_as_people_tell_them(days: list[date], message: str) -> None:
    assert rank_forecast.span_text(days, TODAY) == message


def test_reached_on_one_day_and_official_at_the_run(
    federation: Federation, people: list[Person], officer: User
) -> None:
    ada = people[0]
    add_points(ada, date(2026, 3, 2), local=100)
    data = official_rank.official(ada, "Local Master", date(2026, 3, 2))
    assert (data.since, data.expected) == (None, date(2026, 3, 31))
    announcing.promote(federation, date(2026, 3, 31), by=officer)
    ada.refresh_from_db()
    data = official_rank.official(ada, "Local Master", date(2026, 3, 2))
    assert (data.since, data.expected) == (date(2026, 3, 31), None)
    assert official_rank.official(ada, "Local Master", date(2026, 3, 2), date(2026, 3, 15)).expected == date(
        2026, 3, 31
    )


def test_a_day_filed_late_waits_for_the_run_after_the_last(
    federation: Federation, people: list[Person], officer: User
) -> None:
    announcing.promote(federation, date(2026, 3, 31), by=officer)
    add_points(people[0], date(2026, 3, 2), local=100)
    assert official_rank.official(people[0], "Local Master", date(2026, 3, 2)).expected == date(2026, 4, 30)


# The rank named is the rank the run gives


def test_a_rank_that_asks_for_nothing_more_is_named_at_once(people: list[Person], officer: User) -> None:
    """4,990 in all and 11 green: with the next ten comes Premier Master (5,000 and 10 green), not Master."""
    add_points(people[0], date(2020, 1, 1), local=3_890, green=11)
    assert queries.record(people[0]).standing.next_rank == "Premier Master"
    assert foreseen(people[0]).rank == "Premier Master"
    add_points(people[0], date(2026, 11, 14), local=10)
    run = announcing.promote(people[0].federation, TODAY, by=officer)
    assert [promotion.rank for promotion in run.promotions.all()] == ["Premier Master"]


def australian(db_name: str = "Ada") -> Person:
    abf, _ = Federation.objects.get_or_create(code="abf", name="Australian Bridge Federation", scheme="abf")
    return registering.register(abf, db_name, "Ashby", on=date(2020, 1, 1), by=None)


def test_the_rank_that_comes_first_at_the_pace_is_named(db: None, officer: User) -> None:
    """60 in all, 20 of them red: State (50 and 25 red) comes before Bronze Regional (100)."""
    ada = australian()
    add_points(ada, date(2020, 1, 1), green=40, red=10)
    add_points(ada, date(2026, 6, 1), red=10)
    result = foreseen(ada)
    assert (result.rank, [(requirement.kind, requirement.missing) for requirement in result.requirements]) == (
        "State",
        [("red and gold", 5)],
    )
    (day, *_) = result.possible_dates
    add_points(ada, TODAY, red=5)
    run = announcing.promote(ada.federation, day, by=officer)
    assert [promotion.rank for promotion in run.promotions.all()] == [result.rank]


def test_where_the_paces_lead_to_different_ranks_both_are_told(db: None) -> None:
    """Green of two years ago leads to Bronze Regional first, red of this year to State."""
    ada = australian()
    add_points(ada, date(2020, 1, 1), green=45, red=1)
    add_points(ada, date(2025, 1, 15), green=44)
    add_points(ada, date(2026, 6, 1), red=2)
    result = foreseen(ada)
    assert result.rank == "Bronze Regional"
    assert [(pace.name, rank) for pace, rank, _ in result.earlier_ranks] == []
    ben = australian("Ben")
    add_points(ben, date(2020, 1, 1), green=40, red=10)
    add_points(ben, date(2025, 1, 15), green=30)
    add_points(ben, date(2026, 6, 1), red=12)
    result = foreseen(ben)
    assert [(stretch.name, rank) for stretch, rank, _ in result.earlier_ranks] == [
        ("the last 24 months", "Bronze Regional")
    ]
    assert rank_forecast.expected_text(result, TODAY).endswith("Bronze Regional comes first: about April 2027.")


def test_a_star_that_comes_first_is_named(db: None) -> None:
    """NZ E7.5c: a Local Master without A points reaches a star at 100, not Provincial Master."""
    nz = Federation.objects.create(code="nz", name="New Zealand Bridge", scheme="nz")
    ada = registering.register(nz, "Ada", "Ashby", on=date(2020, 1, 1), by=None)
    add_points(ada, date(2020, 1, 1), B=60)
    assert foreseen(ada).rank == "Provincial Master"
    add_points(ada, date(2026, 6, 1), B=20)
    assert foreseen(ada).rank == "Local Master - 1 Star"


def test_a_rank_announced_before_is_not_forecast_again(people: list[Person], officer: User) -> None:
    add_points(people[0], date(2026, 6, 1), local=150)
    announcing.promote(people[0].federation, date(2026, 6, 30), by=officer)
    ledger.adjust(people[0], "local", -6_000, date(2026, 6, 1), by=officer, reason="counted twice")
    people[0].refresh_from_db()
    assert queries.record(people[0]).standing.rank == ""
    assert foreseen(people[0]).rank == "Club Master"


# Balances that say in which year they were won


def balances(federation: Federation, officer: User, *rows: str) -> Posting:
    return brought_balances(federation, officer, *rows, today=TODAY)


def test_a_balance_with_a_year_counts_for_the_pace(federation: Federation, people: list[Person], officer: User) -> None:
    """365 won evenly over 2025: 46 of them in the last 12 months, all in the last 24; 3,000 for life in neither."""
    balances(federation, officer, "100,local,3000,2023-12-31,", "100,local,365,,2025")
    recent, combined = (stretch.won for stretch, _ in foreseen(people[0]).dates)
    assert (recent, combined) == ({"local": 4_600}, {"local": 36_500})
    assert queries.leaderboard(federation, year=2025)[0].points == 365
    assert queries.leaderboard(federation, year=2023) == []


def test_a_balance_for_life_of_the_day_of_the_move_does_not_hide_the_years_told(
    federation: Federation, people: list[Person], officer: User
) -> None:
    balances(federation, officer, "100,local,3000,2026-01-01,", "100,local,365,,2024", "100,local,365,,2025")
    assert [stretch.name for stretch, _ in foreseen(people[0]).dates] == ["the last 12 months", "the last 24 months"]


def test_a_balance_taken_back_is_no_pace_and_hides_none(
    federation: Federation, people: list[Person], officer: User
) -> None:
    add_points(people[0], date(2026, 5, 5), local=10)
    posting = balances(federation, officer, "100,local,3000,2026-06-01,")
    officers.take_back(posting, by=officer, reason="the wrong file")
    assert [stretch.won for stretch, _ in foreseen(people[0]).dates] == [{"local": 1_000}, {"local": 1_000}]
