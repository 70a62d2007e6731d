"""Records: rank with the day it was reached, gaps, promotions, leaderboards; corrections flag, never revoke."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from invented_editions import ONLY_2014
from masterpoint import schemes
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.people import statuses
from masterpoint.centre.records import promoting, queries, services
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.records.promoting import Due
from masterpoint.centre.registry.models import Federation, Organisation, Person

APRIL = date(2026, 4, 30)


@pytest.fixture
def history(federation: Federation, people: list[Person], officer: User) -> None:
    """Ada: 90 in 2025, 40 in 2026 (Local Master at 100); Ben: 250 in 2026 (Club Master)."""
    for person, amount, day in ((0, 9000, date(2025, 6, 1)), (0, 4000, date(2026, 3, 2)), (1, 25000, date(2026, 4, 4))):
        ledger.post(federation, "awards", [NewLine(people[person].pk, "local", amount, day)], by=officer)


def test_rank_gap_and_the_day_it_was_reached(people: list[Person], history: None) -> None:
    standing = queries.rank_progress(people[0])
    assert standing.rank == "Local Master"
    assert standing.next_rank == "Club Master"
    assert [(gap.what, gap.missing) for gap in standing.gaps] == [("total", 70)]
    assert queries.record(people[0]).reached_on == date(2026, 3, 2)
    assert queries.rank_progress(people[0], date(2025, 12, 31)).rank == ""


def test_a_book_entered_early_demotes_nobody_before_its_day(
    federation: Federation,
    people: list[Person],
    officer: User,
    history: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An invented book of 2999 asks 1,000 points of a Local Master: Ada's 130 are enough until the day it comes."""
    (tmp_path / "edition.toml").write_text('title = "Much later"\nin_force_from = 2999-01-01\nbased_on = "2014"\n')
    ranks = '[{ name = "Local Master", total = 1000 }]'
    (tmp_path / "figures.toml").write_text(f'[records]\nranks = {{ value = {ranks}, clause = "2.6.2" }}\n')
    early = ONLY_2014.with_editions({"2999": tmp_path})
    monkeypatch.setitem(schemes.FEDERATIONS.loaded, "ebu", early)
    assert [queries.rank_progress(people[0], day).rank for day in (None, date(2998, 12, 31))] == ["Local Master"] * 2
    assert queries.rank_progress(people[0], date(2999, 1, 1)).rank == ""
    run = announcing.promote(federation, date(2026, 4, 30), by=officer)
    assert {promotion.rank for promotion in run.promotions.all()} == {"Local Master", "Club Master"}
    assert queries.record(people[0]).reached_on == date(2026, 3, 2)


def test_what_a_day_brought_counts_each_colour_as_the_book_does(
    federation: Federation, people: list[Person], officer: User, history: None
) -> None:
    day = date(2026, 3, 2)
    ledger.post(federation, "awards", [NewLine(people[0].pk, "green", 150, day)], by=officer)
    ladder = queries.edition_of(federation, day).ranks
    assert queries.totals_over_time(ladder, queries.record(people[0]).days) == [
        (date(2025, 6, 1), 90),
        (day, 130 + 150),
    ]


def test_promotions_are_announced_once(
    federation: Federation, people: list[Person], officer: User, history: None
) -> None:
    run = announcing.promote(federation, date(2026, 4, 30), by=officer)
    assert {(p.person, p.rank, p.reached_on) for p in run.promotions.all()} == {
        (people[0], "Local Master", date(2026, 3, 2)),
        (people[1], "Club Master", date(2026, 4, 4)),
    }
    announcing.promote(federation, date(2026, 4, 30), by=officer)
    announcing.promote(federation, date(2026, 5, 31), by=officer)
    assert Promotion.objects.count() == 2


class Stopped(Exception):
    """The machine was switched off."""


def stopped_after_the_first(monkeypatch: pytest.MonkeyPatch, federation: Federation, officer: User) -> None:
    """A run for one person at a time that ends between two of them."""
    monkeypatch.setattr(announcing, "PEOPLE_PER_PAGE", 1)
    write, times = journal.write, iter((False, True))

    def write_or_stop(*act: Any, **kwargs: Any) -> None:
        if next(times):
            raise Stopped
        write(*act, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(journal, "write", write_or_stop)
        with pytest.raises(Stopped):
            announcing.promote(federation, APRIL, by=officer)


def test_a_run_that_was_stopped_goes_on(
    monkeypatch: pytest.MonkeyPatch, federation: Federation, people: list[Person], officer: User, history: None
) -> None:
    stopped_after_the_first(monkeypatch, federation, officer)
    assert Promotion.objects.count() == 1
    assert list(verifying.differences([federation])) == [], "what is written stands, and the journal knows it"
    run = announcing.promote(federation, APRIL, by=officer)
    assert {promotion.person for promotion in run.promotions.all()} == set(people[:2])
    assert run.finished_at is not None
    assert announcing.promote(federation, APRIL, by=officer) == run
    assert Promotion.objects.count() == 2
    assert list(verifying.differences([federation])) == []


def test_a_run_that_was_taken_back_meanwhile_does_not_go_on(
    monkeypatch: pytest.MonkeyPatch, federation: Federation, officer: User, history: None
) -> None:
    stopped_after_the_first(monkeypatch, federation, officer)
    due = promoting.promotions_due

    def then_taken_back(*args: Any) -> list[Due]:
        promoted = due(*args)
        announcing.revoke_run(PromotionRun.in_force.get(), by=officer, reason="too early")
        return promoted

    monkeypatch.setattr(promoting, "promotions_due", then_taken_back)
    with pytest.raises(announcing.NotAnnounced, match="taken back"):
        announcing.promote(federation, APRIL, by=officer)
    assert not Promotion.in_force.exists()


def test_nobody_waits_while_it_is_worked_out_who_is_promoted(
    monkeypatch: pytest.MonkeyPatch, federation: Federation, people: list[Person], officer: User, history: None
) -> None:
    """The lock is taken for some people at a time, and never while the lists are read."""
    monkeypatch.setattr(announcing, "PEOPLE_PER_PAGE", 1)
    locked, due = [], promoting.promotions_due
    monkeypatch.setattr(announcing, "lock", lambda federation: locked.append(federation))

    def due_without_a_lock(*args: Any) -> list[Due]:
        assert not locked
        return due(*args)

    monkeypatch.setattr(promoting, "promotions_due", due_without_a_lock)
    announcing.promote(federation, APRIL, by=officer)
    assert locked == [federation, federation], "once for each page"


def test_who_lost_the_points_meanwhile_is_not_promoted(
    monkeypatch: pytest.MonkeyPatch, federation: Federation, people: list[Person], officer: User, history: None
) -> None:
    due = promoting.promotions_due

    def then_corrected(*args: Any) -> list[Due]:
        promoted = due(*args)
        lines = [NewLine(people[0].pk, "local", -5000, date(2026, 3, 2))]
        ledger.post(federation, "adjustment", lines, by=officer, reason="counted twice")
        lines = [NewLine(people[1].pk, "local", -12000, date(2026, 4, 4))]
        ledger.post(federation, "adjustment", lines, by=officer, reason="counted twice")
        return promoted

    monkeypatch.setattr(promoting, "promotions_due", then_corrected)
    run = announcing.promote(federation, APRIL, by=officer)
    assert [(promotion.person, promotion.rank) for promotion in run.promotions.all()] == [(people[1], "Local Master")]


def looked_at_then(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> list[int]:
    """Something happens after people were looked at again and before they are announced, once."""
    ready = announcing._prepare_page
    times: list[int] = []

    def then(*args: Any) -> Any:
        result = ready(*args)
        times.append(len(result.promoted))
        if len(times) == 1:
            act()
        return result

    monkeypatch.setattr(announcing, "_prepare_page", then)
    return times


def test_with_the_lock_nobody_is_looked_at_again_though_others_get_points(
    monkeypatch: pytest.MonkeyPatch, federation: Federation, people: list[Person], officer: User, history: None
) -> None:
    lines = [NewLine(people[4].pk, "local", 100, date(2026, 3, 2))]
    times = looked_at_then(monkeypatch, lambda: ledger.post(federation, "awards", lines, by=officer))
    run = announcing.promote(federation, APRIL, by=officer)
    assert (times, run.promotions.count()) == ([2], 2)


@pytest.mark.parametrize("act", ["corrected", "lapsed", "announced"])
def test_who_has_changed_before_the_lock_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
    federation: Federation,
    people: list[Person],
    officer: User,
    history: None,
    act: str,
) -> None:
    lines = [NewLine(people[0].pk, "local", -5000, date(2026, 3, 2))]
    lapsed: dict[str, Any] = {"on": date(2026, 4, 1), "by": officer, "reason": "not paid"}
    acts: dict[str, Callable[[], object]] = {
        "corrected": lambda: ledger.post(federation, "adjustment", lines, by=officer, reason="counted twice"),
        "lapsed": lambda: statuses.set_status(people[0], "lapsed", **lapsed),
        "announced": lambda: announcing.promote(federation, APRIL, by=officer),
    }
    looked_at_then(monkeypatch, acts[act])
    run = announcing.promote(federation, APRIL, by=officer)
    promoted = {promotion.person for promotion in run.promotions.all()}
    assert promoted == ({*people[:2]} if act == "announced" else {people[1]})
    assert Promotion.objects.count() == len(promoted)
    assert list(verifying.differences([federation])) == []


def test_where_people_change_all_the_time_they_are_announced_with_the_lock(
    monkeypatch: pytest.MonkeyPatch, federation: Federation, officer: User, history: None
) -> None:
    answers = iter([False] * announcing.MAX_TRIES + [True])
    monkeypatch.setattr(announcing, "is_current", lambda *_: next(answers))
    assert announcing.promote(federation, APRIL, by=officer).promotions.count() == 2


def test_a_correction_flags_an_announced_promotion(
    federation: Federation, people: list[Person], officer: User, history: None
) -> None:
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


def test_leaderboards_by_year_club_and_rank(
    federation: Federation, club: Organisation, people: list[Person], officer: User, history: None
) -> None:
    ledger.post(federation, "awards", [NewLine(people[2].pk, "local", 4000, date(2026, 5, 5))], by=officer)
    places = [(leader.place, leader.person, leader.points) for leader in queries.leaderboard(federation, year=2026)]
    assert places == [(1, people[1], Fraction(250)), (2, people[0], Fraction(40)), (2, people[2], Fraction(40))]
    assert [leader.person for leader in queries.leaderboard(federation, organisation=club)][:2] == [
        people[1],
        people[0],
    ]
    announcing.promote(federation, date(2026, 5, 31), by=officer)
    assert [leader.person for leader in queries.leaderboard(federation, rank="Club Master")] == [people[1]]
