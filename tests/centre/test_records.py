"""Records: rank with the day it was reached, gaps, promotions, leaderboards; corrections flag, never revoke."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from masterpoint.centre.closing import announcing
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.records import queries, services
from masterpoint.centre.records.models import Promotion


@pytest.fixture
def history(federation, people, officer):
    """Ada: 90 in 2025, 40 in 2026 (Local Master at 100); Ben: 250 in 2026 (Club Master)."""
    for person, amount, day in ((0, 9000, date(2025, 6, 1)), (0, 4000, date(2026, 3, 2)), (1, 25000, date(2026, 4, 4))):
        ledger.post(federation, "awards", [NewLine(people[person].pk, "local", amount, day)], by=officer)


def test_rank_gap_and_the_day_it_was_reached(people, history):
    standing = queries.standing(people[0])
    assert standing.rank == "Local Master"
    assert standing.next_rank == "Club Master"
    assert [(gap.what, gap.missing) for gap in standing.gaps] == [("total", 70)]
    assert queries.record(people[0]).reached_on == date(2026, 3, 2)
    assert queries.standing(people[0], date(2025, 12, 31)).rank == ""


def test_what_a_day_brought_counts_each_colour_as_the_book_does(federation, people, officer, history):
    day = date(2026, 3, 2)
    ledger.post(federation, "awards", [NewLine(people[0].pk, "green", 150, day)], by=officer)
    ladder = queries.edition_of(federation).ranks
    assert queries.totals_over_time(ladder, queries.record(people[0]).days) == [
        (date(2025, 6, 1), 90),
        (day, 130 + 150),
    ]


def test_promotions_are_announced_once(federation, people, officer, history):
    run = announcing.promote(federation, date(2026, 4, 30), by=officer)
    assert {(p.person, p.rank, p.reached_on) for p in run.promotions.all()} == {
        (people[0], "Local Master", date(2026, 3, 2)),
        (people[1], "Club Master", date(2026, 4, 4)),
    }
    announcing.promote(federation, date(2026, 4, 30), by=officer)
    announcing.promote(federation, date(2026, 5, 31), by=officer)
    assert Promotion.objects.count() == 2


def test_a_correction_flags_an_announced_promotion(federation, people, officer, history):
    announcing.promote(federation, date(2026, 4, 30), by=officer)
    ledger.post(
        federation,
        "adjustment",
        [NewLine(people[0].pk, "local", -5000, date(2026, 3, 2))],
        by=officer,
        reason="typing error",
    )
    people[0].refresh_from_db()
    (undone,) = services.flag_undone(people[0], reason="typing error")
    assert undone.flagged == "typing error"
    people[0].refresh_from_db()
    assert people[0].rank == "Local Master"


def test_leaderboards_by_year_club_and_rank(federation, club, people, officer, history):
    ledger.post(federation, "awards", [NewLine(people[2].pk, "local", 4000, date(2026, 5, 5))], by=officer)
    places = [(leader.place, leader.person, leader.points) for leader in queries.leaderboard(federation, year=2026)]
    assert places == [(1, people[1], Fraction(250)), (2, people[0], Fraction(40)), (2, people[2], Fraction(40))]
    assert [leader.person for leader in queries.leaderboard(federation, within=club)][:2] == [people[1], people[0]]
    announcing.promote(federation, date(2026, 5, 31), by=officer)
    assert [leader.person for leader in queries.leaderboard(federation, rank="Club Master")] == [people[1]]
