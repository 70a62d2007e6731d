"""The way to the next rank: dates from the pace of one and two years, exact, and honest where there is no pace."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.records import forecast, official_rank, queries, services
from masterpoint.centre.registry import statuses
from masterpoint.schemes import FEDERATIONS
from masterpoint.web import ahead

TODAY = date(2026, 11, 15)


def won(person, day, kind="awards", **colours):
    lines = [NewLine(person.pk, colour, amount * 100, day) for colour, amount in colours.items()]
    return ledger.post(person.federation, kind, lines, by=None)


def foreseen(person, today=TODAY):
    return forecast.forecast_of(person, queries.record(person, today), today)


def test_two_paces_make_a_range(people):
    ada = people[0]
    won(ada, date(2020, 1, 1), local=4_000)
    won(ada, date(2025, 6, 1), local=300)
    won(ada, date(2026, 6, 1), local=200)
    found = foreseen(ada)
    assert found.rank == "Master"
    (way,) = found.ways
    assert (way.what, way.needed, way.held, way.missing) == ("total", 5_000, 4_500, 500)
    year, two = way.projections
    assert (year.brought, year.pace.days, year.days) == (200, 365, 913)  # 500 / 200 of 365 days, rounded up
    assert (two.brought, two.pace.days, two.days) == (500, 730, 730)
    assert found.possible == [TODAY + timedelta(days=730), TODAY + timedelta(days=913)]
    message = "At the pace of the last 12 months and the last 24 months: about November 2028 to May 2029."
    assert ahead.when(found, TODAY) == message
    assert ahead.working(way, TODAY)[0] == (
        "the last 12 months, 365 days to 15 November 2026",
        "200",
        "500 more take 913 days: May 2029",
    )


def test_a_colour_without_a_pace_is_said_plainly_and_where_it_is_won(people):
    ada = people[0]
    won(ada, date(2020, 1, 1), local=50_000, green=80)
    won(ada, date(2026, 6, 1), local=20_000)
    found = foreseen(ada)
    assert (found.rank, [way.what for way in found.ways]) == ("Premier National Master", ["green"])
    (way,) = found.ways
    assert found.in_the_way == [way] and found.possible == []
    assert ahead.when(found, TODAY) == "At the pace of the last two years: never. What is in the way: green points."
    assert ahead.only(way) == "Only green and blue points count for this; local points do not help."
    assert ahead.no_pace(way) == "No green or blue points in the last two years: at this pace never."
    assert [colour for colour, _ in way.won_in] == ["green", "blue"]
    assert "EBU 6.1.1" in [str(remark.clause) for remark in way.won_in[0][1]]


def test_points_only_of_the_year_before_last(people):
    won(people[0], date(2020, 1, 1), local=4_000)
    won(people[0], date(2025, 6, 1), local=500)
    said = ahead.when(foreseen(people[0]), TODAY)
    assert said == "At the pace of the last 24 months: about November 2028; at that of the last 12 months: not at all."


def test_balances_brought_along_are_no_pace(federation, people, officer):
    won(people[0], date(2020, 1, 1), local=4_000)
    ledger.adjust(people[0], "local", 90_000, date(2026, 6, 1), by=officer, reason="from the paper record")
    found = foreseen(people[0])
    assert found.ways[0].missing == 100
    assert found.possible == []


def test_a_pace_begins_after_the_balance_brought_along(federation, people, officer):
    """What was won before the balance is known, but not when: neither a pace nor the want of one."""
    brought = [NewLine(people[0].pk, "local", 390_000, date(2025, 12, 31))]
    ledger.open_balances(federation, brought, by=officer, reason="from the old system")
    said = ahead.when(foreseen(people[0]), TODAY)
    assert said == "At the pace of the record since 31 December 2025: never. What is in the way: points in all."
    won(people[0], date(2026, 6, 1), local=550)
    ((pace, day),) = foreseen(people[0]).days
    assert (pace.name, pace.days, day) == (
        "the record since 31 December 2025",
        319,
        TODAY + timedelta(days=319),
    )  # 550 are missing


def test_what_a_correction_took_back_is_no_pace(people):
    posting = won(people[0], date(2026, 6, 1), local=60)
    ledger.reverse(posting, by=None, reason="typing error")
    won(people[0], date(2026, 6, 1), local=40)
    found = foreseen(people[0])
    assert [one.brought for one in found.ways[0].projections] == [40, 40]


def test_a_short_record_is_measured_by_itself_and_by_the_year(people):
    won(people[0], date(2026, 5, 15), local=40)
    found = foreseen(people[0])
    assert [(pace.name, pace.days) for pace, _ in found.days] == [
        ("the last 12 months", 365),
        ("the whole record", 185),
    ]
    won(people[1], date(2026, 11, 10), local=40)
    short = foreseen(people[1]).days[1][0]
    assert (short.name, short.days) == ("the whole record, taken as three months", forecast.SHORTEST)


def test_nobody_who_is_no_member_is_told_a_date(people):
    statuses.set_status(people[0], "lapsed", on=date(2026, 1, 1), by=None, reason="left")
    won(people[0], date(2026, 6, 1), local=40)
    assert ahead.when(foreseen(people[0]), date.today()).startswith("Points are held")


def test_without_any_points_there_is_no_pace(people):
    found = foreseen(people[0])
    assert ahead.when(found, TODAY) == "No points yet, so there is no pace to go by."
    assert ahead.no_pace(found.ways[0]) == ""


def test_blue_stands_in_for_green_only_so_far():
    """EBU 2.4.1(b): at most 50 Green Points replaced. Plain proportion would promise what the book does not give."""
    ladder = FEDERATIONS["ebu"].editions[-1].ranks
    held = {"local": 3_000_000, "green": 4_000, "blue": 14_000}
    standing = ladder.standing(queries.points(held))
    pace = forecast.Pace("a year", date(2025, 11, 15), TODAY, {"blue": 3_000})
    (way,) = forecast.foretold(ladder, standing, held, [pace]).ways
    assert way.what == "green"
    assert way.projections[0].brought == 10 and way.projections[0].days is None
    full = held | {"blue": 30_000}
    told = forecast.foretold(ladder, ladder.standing(queries.points(full)), full, [pace])
    message = "The green or blue points of a year did not bring it nearer: at this pace never."
    assert [ahead.no_pace(way) for way in told.ways if way.what == "green"] == [message]


def test_a_pace_too_slow_for_a_lifetime_is_not_called_never(people):
    won(people[0], date(2020, 1, 1), local=30_000)
    won(people[0], date(2026, 6, 1), local=36)
    found = foreseen(people[0])
    assert ahead.when(
        found, TODAY
    ) == "At the pace of the last two years: not within fifty years. What is in the way: " + ("points in all.")
    assert "takes more than fifty years" in ahead.no_pace(found.ways[0])


@given(
    scheme=st.sampled_from(sorted(FEDERATIONS)),
    held=st.lists(st.integers(0, 3_000_000), min_size=3, max_size=3),
    gained=st.lists(st.integers(0, 300_000), min_size=3, max_size=3),
)
def test_the_day_told_is_the_first_on_which_the_rank_is_there(scheme, held, gained):
    edition = FEDERATIONS[scheme].editions[-1]
    ladder, colours = edition.ranks, edition.colours[:3]
    now = dict(zip(colours, held, strict=False))
    pace = forecast.Pace("a year", date(2025, 11, 15), TODAY, dict(zip(colours, gained, strict=False)))
    standing = ladder.standing(queries.points(now))
    if not standing.gaps:
        return
    told = forecast.foretold(ladder, standing, now, [pace])

    def filled(days):
        after = {c: Fraction(now[c] * 365 + pace.won[c] * days, 36_500) for c in now}
        names = {gap.what for gap in standing.gaps}
        rungs = ladder.rungs_up_to(sum(after.values()) * 100)
        rung = next(rung for rung in rungs if rung.name == standing.next_rank)
        measure = ladder.measuring(after)
        return all(measure(rung, need).value >= need.amount for need in rung.needs if need.what in names)

    (day,) = [day for _, day in told.days]
    if day is None:
        assert not filled(forecast.HORIZON)
    else:
        days = (day - TODAY).days
        assert filled(days) and not filled(days - 1)


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
def test_ranges_are_told_as_people_tell_them(days, message):
    assert ahead.span(days, TODAY) == message


def test_reached_on_one_day_and_official_at_the_run(federation, people, officer):
    ada = people[0]
    won(ada, date(2026, 3, 2), local=100)
    told = official_rank.official(ada, "Local Master", date(2026, 3, 2))
    assert (told.since, told.expected) == (None, date(2026, 3, 31))
    services.promote(federation, date(2026, 3, 31), by=officer)
    ada.refresh_from_db()
    told = official_rank.official(ada, "Local Master", date(2026, 3, 2))
    assert (told.since, told.expected) == (date(2026, 3, 31), None)
    assert official_rank.official(ada, "Local Master", date(2026, 3, 2), date(2026, 3, 15)).expected == date(
        2026, 3, 31
    )


def test_a_day_filed_late_waits_for_the_run_after_the_last(federation, people, officer):
    services.promote(federation, date(2026, 3, 31), by=officer)
    won(people[0], date(2026, 3, 2), local=100)
    assert official_rank.official(people[0], "Local Master", date(2026, 3, 2)).expected == date(2026, 4, 30)
