"""A month of many filings is closed some at a time: it takes no more at once, and whatever stops goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from answers import existing
from centre.making import ORIGINAL, session
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing, reviews
from masterpoint.centre.closing import months as closing
from masterpoint.centre.closing.month_end import month_end
from masterpoint.centre.filing import correcting, double_credits, ending, services, two_events
from masterpoint.centre.filing import queries as filing_queries
from masterpoint.centre.filing.models import Filing, Month
from masterpoint.centre.filing.months import MonthClosed, NeedsSomebodyElse
from masterpoint.centre.people import merging
from masterpoint.centre.registry import offices, registering
from masterpoint.centre.registry.models import Appointment, Federation, Organisation, Person

pytestmark = pytest.mark.django_db
NOVEMBER, LAST = date(2025, 11, 1), date(2025, 11, 30)
DAYS = ("2025-11-03", "2025-11-05", "2025-11-14", "2025-11-17", "2025-11-29")


class Stopped(Exception):
    """The machine was switched off."""


def file(club: Organisation, people: list[Person], officer: User, day: str, **options: Any) -> Filing:
    others = list(Filing.objects.values_list("receipt", flat=True))
    event = session(people, day=day)
    return services.file_event(club, event, ORIGINAL, by=officer, choices={}, not_same_as=others, **options).filing


@pytest.fixture
def filings(club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch) -> list[Filing]:
    """Of a month that is closed in three pages."""
    monkeypatch.setattr(closing, "FILINGS_PER_PAGE", 2)
    return [file(club, people, officer, day) for day in DAYS]


def between_pages(monkeypatch: pytest.MonkeyPatch, name: str, act: Callable[[], object]) -> None:
    """Something happens before the second page of a month is written, once."""
    go_on = getattr(closing, name)

    def then(*args: Any, **kwargs: Any) -> None:
        monkeypatch.setattr(closing, name, go_on)
        act()
        go_on(*args, **kwargs)

    monkeypatch.setattr(closing, name, then)


def stop() -> None:
    raise Stopped


def states() -> list[str]:
    return list(Filing.objects.order_by("day").values_list("state", flat=True))


def half_closed(monkeypatch: pytest.MonkeyPatch, officer: User) -> Month:
    with monkeypatch.context() as patch:
        between_pages(patch, "_continue_closing", stop)
        with pytest.raises(Stopped):
            closing.close_month("ebu", NOVEMBER, by=officer)
    return Month.objects.get()


def test_all_of_it_is_official_in_the_end(filings: list[Filing], federation: Federation, officer: User) -> None:
    month = closing.close_month("ebu", NOVEMBER, by=officer)
    assert (month.state, month.is_being_closed, states()) == ("closed", False, ["official"] * 5)
    assert closing.close_month("ebu", NOVEMBER, by=officer) == month
    assert list(verifying.differences([federation])) == []


def test_what_was_stopped_says_so_and_goes_on(
    filings: list[Filing], federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    month = half_closed(monkeypatch, officer)
    assert month.is_being_closed and states() == ["official"] * 2 + ["provisional"] * 3
    assert existing_month(federation)["is_being_closed"]
    assert list(verifying.differences([federation])) == [], "what is written stands, and the journal knows it"
    month = closing.close_month("ebu", NOVEMBER, by=officer)
    assert (month.is_being_closed, states()) == (False, ["official"] * 5)
    assert list(verifying.differences([federation])) == []


def existing_month(federation: Federation) -> dict[str, Any]:
    (month,) = filing_queries.months(federation)
    return month


def test_it_takes_no_more_filings_and_announces_nothing_meanwhile(
    filings: list[Filing], club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    half_closed(monkeypatch, officer)
    with pytest.raises(MonthClosed, match="is closed"):
        file(club, people, officer, "2025-11-20")
    with pytest.raises(closing.MonthNotOver, match="being closed"):
        closing.require_announceable(club.federation, LAST, today=date(2026, 1, 1))
    announcing.promote(club.federation, LAST, by=officer)
    assert Month.objects.get().is_being_closed, "not announced either"


def test_a_filing_withdrawn_between_two_pages_stays_withdrawn(
    filings: list[Filing], federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    between_pages(
        monkeypatch, "_continue_closing", lambda: ending.withdraw(filings[3], by=officer, reason="wrong evening")
    )
    closing.close_month("ebu", NOVEMBER, by=officer)
    assert states() == ["official"] * 3 + ["withdrawn", "official"]
    assert list(verifying.differences([federation])) == []


def test_a_filing_corrected_between_two_pages_is_official_as_corrected(
    filings: list[Filing], people: list[Person], federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = session(people, day=DAYS[4], order=(1, 0, 2))
    act: dict[str, Any] = {"by": officer, "reason": "board 7", "choices": {}}
    between_pages(monkeypatch, "_continue_closing", lambda: correcting.correct(filings[4], event, ORIGINAL, **act))
    closing.close_month("ebu", NOVEMBER, by=officer)
    assert (states(), filings[4].versions.count()) == (["official"] * 5, 2)
    assert list(verifying.differences([federation])) == []


def test_a_month_opened_between_two_pages_stays_open(
    filings: list[Filing], federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    between_pages(monkeypatch, "_continue_closing", lambda: closing.reopen_month("ebu", NOVEMBER, by=officer))
    with pytest.raises(MonthClosed, match="opened again while it was being closed"):
        closing.close_month("ebu", NOVEMBER, by=officer)
    assert (Month.objects.get().state, states()) == ("open", ["provisional"] * 5)
    assert list(verifying.differences([federation])) == []


def test_two_who_close_it_at_once_close_it_once(
    filings: list[Filing], federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    between_pages(monkeypatch, "_continue_closing", lambda: closing.close_month("ebu", NOVEMBER, by=officer))
    month = closing.close_month("ebu", NOVEMBER, by=officer)
    assert (month.is_being_closed, states()) == (False, ["official"] * 5)
    assert list(verifying.differences([federation])) == []


def test_where_two_people_are_wanted_nobody_closes_over_their_own_correction(
    filings: list[Filing], federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was corrected after the close began: a colleague goes on with it."""
    closer = User.objects.create_user("closer@example.org", "a long enough password", name="Cleo Closer")
    colleague = User.objects.create_user("colleague@example.org", "a long enough password", name="Carl Colleague")
    Federation.objects.filter(pk=federation.pk).update(two_people=True)
    corrected = Filing.objects.filter(pk=filings[4].pk)
    between_pages(monkeypatch, "_continue_closing", lambda: corrected.update(filed_by=closer))
    with pytest.raises(NeedsSomebodyElse):
        closing.close_month("ebu", NOVEMBER, by=closer)
    assert Month.objects.get().is_being_closed and states()[-1] == "provisional"
    assert not closing.close_month("ebu", NOVEMBER, by=colleague).is_being_closed
    assert states() == ["official"] * 5


def test_opening_it_again_goes_on_where_it_was_stopped(
    filings: list[Filing], federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending.approve(filings[0], by=officer)
    closing.close_month("ebu", NOVEMBER, by=officer)
    with monkeypatch.context() as patch:
        between_pages(patch, "_continue_reopening", stop)
        with pytest.raises(Stopped):
            closing.reopen_month("ebu", NOVEMBER, by=officer)
    end = month_end(federation, NOVEMBER)
    assert (end.state, end.still_official, states().count("provisional")) == ("open", 2, 2)
    closing.reopen_month("ebu", NOVEMBER, by=officer)
    assert states() == ["official"] + ["provisional"] * 4, "what was approved on its own stays official"
    assert month_end(federation, NOVEMBER).still_official == 0
    assert list(verifying.differences([federation])) == []


def test_a_month_closed_between_two_pages_of_opening_it_stays_closed(
    filings: list[Filing], federation: Federation, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    closing.close_month("ebu", NOVEMBER, by=officer)
    between_pages(monkeypatch, "_continue_reopening", lambda: closing.close_month("ebu", NOVEMBER, by=officer))
    with pytest.raises(MonthClosed, match="closed again while it was being opened"):
        closing.reopen_month("ebu", NOVEMBER, by=officer)
    assert (Month.objects.get().state, states()) == ("closed", ["official"] * 5)
    assert list(verifying.differences([federation])) == []


def test_the_office_sees_that_it_is_being_closed_or_opened_and_goes_on(
    filings: list[Filing], club: Organisation, officer: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    appoint_staff(officer, club)
    client.force_login(officer, "django.contrib.auth.backends.ModelBackend")
    page, act = reverse("month-end", args=["ebu", "2025-11"]), reverse("month", args=["ebu"])
    half_closed(monkeypatch, officer)
    assert "November is being closed: 3 filings" in " ".join(client.get(page).content.decode().split())
    assert "Being closed" in client.get(reverse("office", args=["ebu"])).content.decode()
    client.post(act, {"month": "2025-11"})
    assert states() == ["official"] * 5
    with monkeypatch.context() as patch:
        between_pages(patch, "_continue_reopening", stop)
        with pytest.raises(Stopped):
            client.post(act, {"month": "2025-11", "reopen": "1"})
    assert "November is being opened again: 3 filings" in " ".join(client.get(page).content.decode().split())
    client.post(act, {"month": "2025-11", "reopen": "1"})
    assert "is being opened again" not in client.get(page).content.decode()
    assert states() == ["provisional"] * 5


def appoint_staff(officer: User, club: Organisation) -> None:
    national = existing(existing(club.parent).parent)
    offices.appoint(officer, national, Appointment.Role.STAFF, on=date(2020, 1, 1), by=None)


class TestWhatIsLookedAtAgain:
    """Before the lock, and only what could have changed."""

    @pytest.fixture
    def comparison_counts(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """How many filings were compared with others, each time."""
        counts: list[int] = []
        undecided = double_credits.undecided_pairs

        def count_pairs(filings: Any) -> Any:
            counts.append(len(filings))
            return undecided(filings)

        monkeypatch.setattr(double_credits, "undecided_pairs", count_pairs)
        return counts

    def after_the_review(self, monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
        review = reviews.first_review

        def then(*args: Any) -> reviews.Review:
            result = review(*args)
            act()
            return result

        monkeypatch.setattr(closing, "first_review", then)

    def test_a_filing_that_is_withdrawn_is_compared_alone(
        self, filings: list[Filing], officer: User, monkeypatch: pytest.MonkeyPatch, comparison_counts: list[int]
    ) -> None:
        self.after_the_review(monkeypatch, lambda: ending.withdraw(filings[0], by=officer, reason="wrong evening"))
        assert closing.close_month("ebu", NOVEMBER, by=officer).left_open == []
        assert comparison_counts == [5, 0]

    def test_records_that_are_joined_make_all_evenings_be_compared(
        self,
        filings: list[Filing],
        people: list[Person],
        officer: User,
        monkeypatch: pytest.MonkeyPatch,
        comparison_counts: list[int],
    ) -> None:
        twin = registering.register(filings[0].federation, "Ada", "Ashbey", on=date(2020, 1, 1), by=None)
        self.after_the_review(monkeypatch, lambda: merging.merge(people[0], twin, by=officer, reason="one person"))
        closing.close_month("ebu", NOVEMBER, by=officer)
        assert comparison_counts == [5, 5]

    def test_somebody_new_changes_nothing(
        self, filings: list[Filing], officer: User, monkeypatch: pytest.MonkeyPatch, comparison_counts: list[int]
    ) -> None:
        federation = filings[0].federation
        register = registering.register
        self.after_the_review(monkeypatch, lambda: register(federation, "Ann", "New", on=date(2025, 1, 1), by=None))
        monkeypatch.setattr(closing, "second_review", None)
        closing.close_month("ebu", NOVEMBER, by=officer)
        assert comparison_counts == [5]

    @pytest.mark.parametrize("way", ["nothing", "decided", "withdrawn"])
    def test_two_evenings_hold_up_the_close_until_somebody_decides_about_them(
        self, club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch, way: str
    ) -> None:
        first = services.file_event(club, session(people, day=DAYS[0]), ORIGINAL, by=officer, choices={}).filing
        event = session(people, boards=26, day=DAYS[1])
        second = services.file_event(club, event, ORIGINAL, by=officer, choices={}).filing
        Filing.objects.filter(pk=second.pk).update(day=first.day)
        appoint_staff(officer, club)
        second.refresh_from_db()
        acts: dict[str, Callable[[], object]] = {
            "nothing": lambda: None,
            "decided": lambda: two_events.decide_two_events(first, second, by=officer, reason="they played twice"),
            "withdrawn": lambda: ending.withdraw(second, by=officer, reason="the same evening"),
        }
        self.after_the_review(monkeypatch, acts[way])
        if way == "nothing":
            with pytest.raises(closing.Undecided, match=second.receipt):
                closing.close_month("ebu", NOVEMBER, by=officer)
        else:
            assert closing.close_month("ebu", NOVEMBER, by=officer).left_open == []

    def test_where_something_is_always_done_meanwhile_it_is_looked_at_with_the_lock(
        self, filings: list[Filing], officer: User, monkeypatch: pytest.MonkeyPatch, comparison_counts: list[int]
    ) -> None:
        answers = iter([False] * closing.MAX_TRIES + [True])
        monkeypatch.setattr(closing, "is_current", lambda *_: next(answers))
        assert closing.close_month("ebu", NOVEMBER, by=officer).state == "closed"
        assert comparison_counts == [5], "nothing was changed"
