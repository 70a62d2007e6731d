"""Late filings: into a closed month only the office files, with a reason; everybody else is told who can."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from answers import existing
from centre.making import ORIGINAL, session
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.closing import months as closing
from masterpoint.centre.deciding import services as deciding
from masterpoint.centre.filing import correcting, ending, months, services
from masterpoint.centre.filing.models import Filing, Month
from masterpoint.centre.filing.services import Receipt
from masterpoint.centre.ledger import queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry import access, offices
from masterpoint.centre.registry.models import Federation, Organisation, Person

NOVEMBER, LAST, DECEMBER = date(2026, 11, 1), date(2026, 11, 30), date(2026, 12, 1)
REASON = "the file was sent to the old address"


@pytest.fixture
def office(county: Organisation, officer: User) -> User:
    offices.appoint(officer, existing(county.parent), "staff", on=date(2020, 1, 1), by=None)
    return officer


@pytest.fixture
def announced_month(federation: Federation, club: Organisation, office: User) -> None:
    closing.close_month("ebu", NOVEMBER, by=office, today=DECEMBER)
    announcing.promote(federation, LAST, by=office)
    assert months.state_of(federation, date(2026, 11, 10)) == Month.State.ANNOUNCED


def file(club: Organisation, people: list[Person], by: User | None, reason: str = "") -> Receipt:
    return services.file_event(club, session(people), ORIGINAL, by=by, choices={}, late_reason=reason)


def test_the_office_files_late_with_a_reason_that_goes_into_the_chain(
    announced_month: None, federation: Federation, club: Organisation, people: list[Person], office: User
) -> None:
    filing = file(club, people, office, f" {REASON} ").filing
    filing.refresh_from_db()
    assert (filing.state, filing.late_reason, filing.approved_by) == (Filing.State.OFFICIAL, REASON, office)
    posting = Posting.objects.get()
    assert (posting.reason, posting.by) == (REASON, office)
    assert queries.holding(people[0], date(2026, 11, 10)) == {"local": 1200}
    assert list(verifying.differences([federation])) == []


def test_it_is_filed_once_however_often_it_is_sent(
    announced_month: None, club: Organisation, people: list[Person], office: User
) -> None:
    first = file(club, people, office, REASON)
    again = file(club, people, office, "another reason")
    assert again.filed_before and again.filing == first.filing
    assert Posting.objects.count() == 1


def test_promotions_follow_at_the_next_run_and_the_old_run_stays(
    announced_month: None, federation: Federation, club: Organisation, people: list[Person], office: User
) -> None:
    registry_rank = [person.rank for person in people]
    for _ in range(2):
        file(club, people, office, REASON)
    assert announcing.promote(federation, LAST, by=office).promotions.count() == 0
    for person in people:
        person.refresh_from_db()
    assert [person.rank for person in people] == registry_rank
    ledger.adjust(people[0], "local", 18_800, date(2026, 11, 2), by=office, reason="brought along")
    run = announcing.promote(federation, date(2026, 12, 31), by=office)
    assert [(promotion.person, promotion.reached_on) for promotion in run.promotions.all()] == [
        (people[0], date(2026, 11, 10))
    ]


def test_others_are_refused_and_told_who_can(
    announced_month: None, club: Organisation, people: list[Person], county: Organisation
) -> None:
    scorer = User.objects.create_user("scorer@example.org", "a long enough password")
    offices.appoint(scorer, club, "scorer", on=date(2020, 1, 1), by=None)
    with pytest.raises(months.MonthClosed) as refused:
        file(club, people, scorer)
    assert "office of the English Bridge Union" in refused.value.problems[0].fix
    for by in (scorer, None):
        with pytest.raises(access.NotAllowed):
            file(club, people, by, REASON)
    assert Filing.objects.count() == Posting.objects.count() == 0


@pytest.mark.parametrize("reason", ["", "  "])
def test_without_a_reason_even_the_office_is_refused(
    announced_month: None, club: Organisation, people: list[Person], office: User, reason: str
) -> None:
    with pytest.raises(months.MonthClosed):
        file(club, people, office, reason)


def test_into_an_open_month_nothing_is_late(club: Organisation, people: list[Person], office: User) -> None:
    filing = file(club, people, office, REASON).filing
    assert (filing.state, filing.late_reason) == (Filing.State.PROVISIONAL, "")


def test_where_two_people_are_wanted_a_late_filing_waits_for_the_second(
    announced_month: None, federation: Federation, club: Organisation, people: list[Person], office: User
) -> None:
    federation.two_people = True
    federation.save()
    filing = file(club, people, office, REASON).filing
    assert filing.state == Filing.State.PROVISIONAL
    with pytest.raises(months.NeedsSomebodyElse):
        ending.approve(filing, by=office)


def test_a_correction_moves_a_filing_only_into_a_month_that_takes_it(
    federation: Federation, club: Organisation, people: list[Person], office: User
) -> None:
    secretary = User.objects.create_user("secretary@example.org", "a long enough password")
    offices.appoint(secretary, club, "secretary", on=date(2020, 1, 1), by=None)
    filing = file(club, people, secretary).filing
    closing.close_month("ebu", date(2026, 10, 1), by=office, today=DECEMBER)
    october = replace(session(people), day=date(2026, 10, 28))
    with pytest.raises(months.MonthClosed):
        correcting.correct(filing, october, ORIGINAL, by=secretary, reason="the day was wrong", choices={})
    filing.refresh_from_db()
    assert (filing.day.month, filing.versions.count()) == (11, 1)
    correcting.correct(filing, october, ORIGINAL, by=office, reason="the day was wrong", choices={})
    filing.refresh_from_db()
    assert (filing.day.month, filing.state) == (10, Filing.State.OFFICIAL)
    again = correcting.correct(filing, session(people), ORIGINAL, by=secretary, reason="it was right", choices={})
    filing.refresh_from_db()
    assert (again.waits, filing.day.month) == (True, 10)
    deciding.accept(again.version.proposal, by=office)
    filing.refresh_from_db()
    assert (filing.day.month, filing.state, filing.approved_by) == (11, Filing.State.OFFICIAL, office)
    assert list(verifying.differences([federation])) == []
