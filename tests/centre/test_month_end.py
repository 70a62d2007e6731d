"""The month on one page: who filed, who is missing, what needs attention; who would be promoted, unwritten."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from centre.making import ORIGINAL, sealed, session
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing, reviews
from masterpoint.centre.closing import months as closing
from masterpoint.centre.closing.month_end import Matter, month_end, open_matters
from masterpoint.centre.enquiries import services as enquiries
from masterpoint.centre.filing import correcting, double_credits, ending, months, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.records import promoting, queries, revoking
from masterpoint.centre.records import services as records
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Federation, Organisation, Person

NOVEMBER, LAST, DECEMBER = date(2025, 11, 1), date(2025, 11, 30), date(2025, 12, 1)


@pytest.fixture
def other(club: Organisation) -> Any:
    return sealed(
        Organisation.objects.create(
            federation=club.federation, parent=club.parent, level="club", number="1002", name="Abbey Bridge Club"
        )
    )


def file(club: Any, people: list[Person], officer: User, day: str = "2025-11-10", **options: Any) -> Any:
    others = list(Filing.objects.values_list("receipt", flat=True))
    event = session(people, day=day, **options)
    return services.file_event(club, event, ORIGINAL, by=officer, choices={}, not_same_as=others).filing


def test_sessions_are_counted_by_club_and_state(
    club: Organisation, other: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    ending.approve(file(club, people, officer), by=officer)
    file(club, people, officer, "2025-11-30")
    ending.withdraw(file(club, people, officer, "2025-11-17"), by=officer, reason="wrong evening")
    ending.reject(file(other, people, officer, "2025-11-01"), by=officer, reason="no licence")
    for day in ("2025-10-31", "2025-12-01"):
        file(club, people, officer, day)
    end = month_end(federation, NOVEMBER)
    assert end.counts == {"provisional": 1, "official": 1, "withdrawn": 1, "rejected": 1}
    assert end.sessions == 2
    assert [tuple(row) for row in end.clubs] == [(other, 0, 0, 0, 1), (club, 2, 1, 1, 1)]
    assert {row.state_reason for row in end.ended} == {"wrong evening", "no licence"}


@pytest.mark.parametrize(("day", "missing"), [("2025-07-31", False), ("2025-08-01", True), ("2025-10-31", True)])
def test_missing_is_who_filed_in_the_three_months_before(
    club: Organisation,
    other: Organisation,
    people: list[Person],
    officer: User,
    federation: Federation,
    day: Any,
    missing: Any,
) -> None:
    file(other, people, officer, day)
    file(club, people, officer, "2025-10-01")
    file(club, people, officer)
    missing_clubs = [(row.organisation, row.last_day) for row in month_end(federation, NOVEMBER).missing]
    assert missing_clubs == ([(other, date.fromisoformat(day))] if missing else [])


def test_who_took_everything_back_is_missing_and_who_closed_down_is_not(
    club: Organisation, other: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    file(club, people, officer, "2025-10-06")
    ending.withdraw(file(club, people, officer), by=officer, reason="wrong evening")
    file(other, people, officer, "2025-10-06")
    Organisation.objects.filter(pk=other.pk).update(active=False)
    assert [row.organisation for row in month_end(federation, NOVEMBER).missing] == [club]


def test_questions_corrections_and_findings(
    club: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    filing = file(club, people, officer)
    correcting.correct(
        filing, session(people, day="2025-11-10", order=(1, 0, 2)), ORIGINAL, by=officer, reason="board 7", choices={}
    )
    odd = file(club, people, officer, "2025-11-17")
    Filing.objects.filter(pk=odd.pk).update(findings=2)
    enquiries.ask(people[0], club, date(2025, 11, 24), "Where are my points?", by=officer)
    enquiries.ask(people[0], club, date(2025, 12, 1), "And here?", by=officer)
    end = month_end(federation, NOVEMBER)
    assert [row.reason for row in end.corrections] == ["board 7"]
    assert end.with_findings == [odd]
    assert [row.day for row in end.questions] == [date(2025, 11, 24)]


def test_a_club_sees_its_own_and_no_other(
    club: Organisation, other: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    file(club, people, officer)
    for day in ("2025-10-06", "2025-11-10"):
        file(other, people, officer, day)
    Filing.objects.filter(organisation=other).update(findings=1)
    enquiries.ask(people[0], other, date(2025, 11, 24), "Where?", by=officer)
    end = month_end(federation, NOVEMBER, [club.pk])
    assert [row.organisation for row in end.clubs] == [club]
    assert (end.sessions, end.with_findings, end.questions, end.missing) == (1, [], [], [])


def test_who_would_be_promoted_is_told_and_nothing_is_written(
    club: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    ledger.adjust(people[0], "local", 20_000, date(2025, 11, 2), by=officer, reason="brought along")
    ledger.adjust(people[1], "local", 10_000, date(2025, 11, 3), by=officer, reason="brought along")
    last = date(2025, 11, 30)
    promotions = promoting.due_list(federation, last)
    assert [(row.person, row.rank, row.reached_on) for row in promotions] == [
        (people[1], "Local Master", date(2025, 11, 3)),
        (people[0], "Club Master", date(2025, 11, 2)),
    ]
    assert not PromotionRun.objects.exists() and not Promotion.objects.exists()
    assert not Person.objects.exclude(rank="").exists()
    run = announcing.promote(federation, last, by=officer)
    assert [(row.person, row.rank, row.reached_on) for row in queries.promoted_within(run)] == [
        (row.person, row.rank, row.reached_on) for row in promotions
    ]
    assert promoting.due_list(federation, last) == []


def test_a_flag_is_settled_with_a_note_and_stays_settled(
    club: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    posting = ledger.adjust(people[0], "local", 20_000, date(2025, 11, 2), by=officer, reason="brought along")
    announcing.promote(federation, date(2025, 11, 30), by=officer)
    ledger.reverse(posting, by=officer, reason="a mistake")
    (flagged,) = records.flag_undone(people[0], reason="the adjustment was taken back")
    assert list(queries.flags_to_settle(federation)) == [flagged]
    with pytest.raises(ledger.NotPosted):
        records.settle(flagged, by=officer, note=" ")
    records.settle(flagged, by=officer, note="the rank stays")
    assert not queries.flags_to_settle(federation).exists()
    assert records.flag_undone(people[0], reason="again") == []
    flagged.refresh_from_db()
    assert (flagged.settled_note, flagged.settled_by) == ("the rank stays", officer)


@pytest.mark.parametrize("today", [date(2025, 10, 31), NOVEMBER, LAST])
def test_a_month_is_not_closed_before_its_last_day_is_over(
    club: Organisation, people: list[Person], officer: User, federation: Federation, today: date
) -> None:
    file(club, people, officer)
    with pytest.raises(closing.MonthNotOver, match="ends on 30 November 2025") as refused:
        closing.close_month("ebu", NOVEMBER, by=officer, today=today)
    assert refused.value.problems[0].fix == "close it from 1 December 2025 on"
    assert months.state_of(federation, NOVEMBER) == "open"
    assert Filing.objects.get().state == "provisional"
    assert closing.close_month("ebu", NOVEMBER, by=officer, today=DECEMBER).state == "closed"


def test_what_is_open_is_listed_and_closed_over_only_by_a_decision(
    club: Organisation, other: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    file(other, people, officer, "2025-10-06")
    file(club, people, officer)
    enquiries.ask(people[0], club, date(2025, 11, 24), "Where are my points?", by=officer)
    with pytest.raises(closing.Undecided) as refused:
        closing.close_month("ebu", NOVEMBER, by=officer, today=DECEMBER, decision="  ")
    assert [(row.place, row.value) for row in refused.value.problems] == [
        ("open question", "Ada Ashby (100)"),
        ("missing club", "Abbey Bridge Club"),
    ]
    assert "6 October 2025" in refused.value.problems[1].message
    assert months.state_of(federation, NOVEMBER) == "open"
    month = closing.close_month("ebu", NOVEMBER, by=officer, today=DECEMBER, decision="Abbey was flooded")
    assert (month.state, month.decision, len(month.left_open)) == ("closed", "Abbey was flooded", 2)
    closing.close_month("ebu", NOVEMBER, by=officer, today=DECEMBER)
    assert closing.reopen_month("ebu", NOVEMBER, by=officer).decision == ""


@pytest.mark.parametrize("day", [date(9999, 12, 1), date(1, 1, 1), date(2033, 5, 1)])
def test_no_month_breaks_the_page(federation: Federation, day: Any) -> None:
    end = month_end(federation, day)
    assert end.first_day == day and end.last_day.month == day.month
    with pytest.raises(closing.MonthNotOver):
        closing.close_month("ebu", date(9999, 12, 1), by=None, today=date(9999, 12, 31))


def test_promotions_are_announced_for_days_that_are_over_and_months_that_are_closed(
    federation: Federation, club: Organisation, officer: User
) -> None:
    with pytest.raises(closing.MonthNotOver, match="not over"):
        closing.require_announceable(federation, LAST, today=LAST)
    with pytest.raises(closing.MonthNotOver, match="still open"):
        closing.require_announceable(federation, LAST, today=DECEMBER)
    closing.close_month("ebu", NOVEMBER, by=officer, today=DECEMBER)
    closing.require_announceable(federation, LAST, today=DECEMBER)


class TestAnnouncementsTakenBack:
    @pytest.fixture
    def runs(self, club: Organisation, people: list[Person], officer: User, federation: Federation) -> Any:
        """Two months announced: Ada is promoted twice, Ben once."""
        runs = []
        for month, amounts in ((10, {0: 10_000}), (11, {0: 10_000, 1: 20_000})):
            for index, amount in amounts.items():
                ledger.adjust(people[index], "local", amount, date(2025, month, 2), by=officer, reason="brought")
            closing.close_month("ebu", date(2025, month, 1), by=officer, today=DECEMBER)
            runs.append(announcing.promote(federation, date(2025, month, 30), by=officer))
        assert self.ranks(people) == ["Club Master", "Club Master"]
        return runs

    def ranks(self, people: list[Person]) -> Any:
        return [Person.objects.get(pk=person.pk).rank for person in people[:2]]

    def test_one_promotion_leaves_the_rank_before(
        self, runs: Any, people: list[Person], officer: User, federation: Federation
    ) -> None:
        promotion = Promotion.in_force.get(run=runs[1], person=people[0])
        for reason, by in ((" ", officer), ("why", None)):
            with pytest.raises(ledger.NotPosted):
                revoking.revoke(promotion, by=by, reason=reason)
        revoking.revoke(promotion, by=officer, reason="an evening was credited twice")
        assert self.ranks(people) == ["Local Master", "Club Master"]
        promotion.refresh_from_db()
        assert (promotion.revoked_by, promotion.revoked_reason) == (officer, "an evening was credited twice")
        with pytest.raises(revoking.NotRevoked):
            revoking.revoke(promotion, by=officer, reason="again")
        assert list(verifying.differences([federation])) == []
        run = announcing.promote(federation, date(2025, 12, 31), by=officer)
        assert [row.person for row in run.promotions.all()] == [people[0]]

    def test_a_whole_announcement_the_newest_first(
        self, runs: Any, people: list[Person], officer: User, federation: Federation
    ) -> None:
        with pytest.raises(revoking.NotRevoked, match="later promotions"):
            announcing.revoke_run(runs[0], by=officer, reason="too early")
        announcing.revoke_run(runs[1], by=officer, reason="too early")
        assert self.ranks(people) == ["Local Master", ""]
        assert [months.state_of(federation, date(2025, month, 1)) for month in (10, 11)] == ["announced", "closed"]
        assert queries.run_of(federation, LAST) is None
        assert list(verifying.differences([federation])) == []
        assert closing.reopen_month("ebu", NOVEMBER, by=officer).state == "open"

    def test_it_can_be_announced_anew(
        self, runs: Any, people: list[Person], officer: User, federation: Federation
    ) -> None:
        announcing.revoke_run(runs[1], by=officer, reason="too early")
        again = announcing.promote(federation, LAST, by=officer)
        assert again.pk != runs[1].pk and again.promotions.count() == 2
        assert self.ranks(people) == ["Club Master", "Club Master"]
        with pytest.raises(revoking.NotRevoked, match="already been taken back"):
            announcing.revoke_run(runs[1], by=officer, reason="again")
        assert list(verifying.differences([federation])) == []


def test_what_is_open_is_looked_at_once_before_the_lock(
    club: Organisation, people: list[Person], officer: User, federation: Federation, monkeypatch: pytest.MonkeyPatch
) -> None:
    file(club, people, officer)
    reviews_done = []

    def review(*args: Any) -> list[Matter]:
        reviews_done.append(1)
        return open_matters(*args)

    monkeypatch.setattr(reviews, "open_matters", review)
    closing.close_month("ebu", NOVEMBER, by=officer)
    assert reviews_done == [1]


def test_evenings_are_compared_once_though_others_are_filed_meanwhile(
    club: Organisation, people: list[Person], officer: User, federation: Federation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A club that files every day would make everybody wait for that; one that filed nothing may have done so now."""
    file(club, people, officer, day="2025-10-20")
    review, compared = reviews.first_review, []
    undecided = double_credits.undecided_pairs

    def filed_meanwhile(*args: Any) -> Any:
        result = review(*args)
        file(club, people, officer)
        return result

    def count_pairs(*args: Any) -> Any:
        compared.append(1)
        return undecided(*args)

    monkeypatch.setattr(closing, "first_review", filed_meanwhile)
    monkeypatch.setattr(double_credits, "undecided_pairs", count_pairs)
    month = closing.close_month("ebu", NOVEMBER, by=officer)
    assert (compared, month.left_open) == ([1], [])


def test_what_is_asked_while_a_month_is_looked_at_holds_up_its_close(
    club: Organisation, people: list[Person], officer: User, federation: Federation, monkeypatch: pytest.MonkeyPatch
) -> None:
    filing = file(club, people, officer)
    review = reviews.first_review

    def asked_meanwhile(*args: Any) -> Any:
        result = review(*args)
        enquiries.ask(people[0], club, filing.day, "Where are my points?", by=officer)
        return result

    monkeypatch.setattr(closing, "first_review", asked_meanwhile)
    with pytest.raises(closing.Undecided, match="has no answer"):
        closing.close_month("ebu", NOVEMBER, by=officer)
