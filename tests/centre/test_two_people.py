"""Where two people are wanted, nobody alone makes points official; and what is official is changed by the office."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection

from centre.making import ORIGINAL, session
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.closing import months as closing
from masterpoint.centre.deciding import services as deciding
from masterpoint.centre.filing import correcting, ending, months, queries, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.proposals import rules
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.proposals.services import NotDecided, waiting
from masterpoint.centre.records import officers, opening_balances
from masterpoint.centre.registry import access, offices
from masterpoint.centre.registry.models import Appointment

OCTOBER, LAST, NOVEMBER, TODAY = date(2026, 10, 1), date(2026, 10, 31), date(2026, 11, 1), date(2026, 11, 15)
DAY = "2026-10-13"


def account(name, organisation, role):
    user = User.objects.create_user(f"{name}@example.org", "a long enough password", name=name.title())
    offices.appoint(user, organisation, role, on=date(2020, 1, 1), by=None)
    return user


@pytest.fixture
def staff(county):
    return account("staff", county.parent, "staff")


@pytest.fixture
def colleague(county):
    return account("colleague", county.parent, "staff")


@pytest.fixture
def secretary(club):
    return account("secretary", club, "secretary")


@pytest.fixture
def two_people(federation, staff, colleague):
    proposal = rules.propose_two_people(federation, True, by=staff, today=TODAY)
    deciding.accept(proposal, by=colleague)
    federation.refresh_from_db()
    assert federation.two_people


def file(club, people, by, **more):
    decided = {"not_same_as": more.pop("not_same_as", ())}
    return services.file_event(club, session(people, day=DAY, **more), ORIGINAL, by=by, decided={}, **decided).filing


def correct(filing, people, by, order=(2, 1, 0), reason="board 7"):
    event = session(people, order=order, day=DAY)
    return correcting.correct(filing, event, ORIGINAL, by=by, reason=reason, decided={})


def held(people):
    return [ledger_queries.holding(person).get("local", 0) for person in people]


def sound(federation):
    return list(verifying.differences([federation])) == []


class TestOfficial:
    """What the office approved stays until the office accepts something else."""

    @pytest.fixture
    def approved(self, club, people, secretary, staff):
        return ending.approve(file(club, people, secretary), by=staff)

    def test_a_clubs_correction_waits_and_the_approved_version_counts(self, approved, people, secretary, federation):
        before = held(people)
        receipt = correct(approved, people, secretary)
        assert (receipt.waits, receipt.version.number) == (True, 2)
        assert held(people) == before
        assert queries.current_version(approved).number == 1
        (proposal,) = waiting(federation)
        assert (proposal.filing, proposal.by, proposal.reason) == (approved, secretary, "board 7")
        assert sound(federation)

    def test_accepted_it_counts(self, approved, people, secretary, staff, federation):
        before = held(people)
        proposal = Proposal.objects.get(version=correct(approved, people, secretary).version)
        deciding.accept(proposal, by=staff)
        assert held(people) == [*before[4:], *before[2:4], *before[:2]]
        approved.refresh_from_db()
        assert (approved.state, approved.approved_by) == (Filing.State.OFFICIAL, staff)
        assert queries.current_version(approved).number == 2
        with pytest.raises(NotDecided, match="accepted before"):
            deciding.accept(proposal, by=staff)
        assert sound(federation)

    def test_refused_it_never_counts(self, approved, people, secretary, staff, federation):
        before = held(people)
        proposal = Proposal.objects.get(version=correct(approved, people, secretary).version)
        with pytest.raises(NotDecided, match="needs a reason"):
            deciding.refuse(proposal, by=staff, note=" ")
        deciding.refuse(proposal, by=staff, note="the score was right")
        assert held(people) == before and queries.current_version(approved).number == 1
        assert not waiting(federation).exists()
        assert correct(approved, people, staff, order=(1, 0, 2)).version.number == 3
        assert sound(federation)

    def test_a_newer_correction_takes_the_place_of_one_that_waits(self, approved, people, secretary, federation):
        correct(approved, people, secretary)
        correct(approved, people, secretary, order=(1, 0, 2))
        assert [one.version.number for one in waiting(federation)] == [3]
        assert sound(federation)

    def test_nobody_but_the_office_decides(self, approved, people, secretary, federation):
        proposal = Proposal.objects.get(version=correct(approved, people, secretary).version)
        for by in (secretary, None):
            with pytest.raises(access.NotAllowed):
                deciding.accept(proposal, by=by)
        assert sound(federation)

    def test_a_proposal_accepted_by_hand_is_named(self, approved, people, secretary, federation):
        correct(approved, people, secretary)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE proposals_proposal SET state = 'accepted'")
        altered = list(verifying.differences([federation]))
        assert any("proposal" in one and "from waiting to accepted" in one for one in altered), altered

    def test_a_clubs_withdrawal_waits_too(self, approved, people, secretary, staff, federation):
        before = held(people)
        assert ending.withdraw(approved, by=secretary, reason="wrong evening").state == Filing.State.OFFICIAL
        ending.withdraw(approved, by=secretary, reason="wrong evening")
        assert held(people) == before
        (proposal,) = waiting(federation)
        deciding.accept(proposal, by=staff)
        approved.refresh_from_db()
        assert (approved.state, held(people)) == (Filing.State.WITHDRAWN, [0] * 6)
        assert sound(federation)

    def test_the_office_corrects_and_withdraws_at_once(self, approved, people, staff, federation):
        assert not correct(approved, people, staff).waits
        approved.refresh_from_db()
        assert (approved.state, approved.approved_by) == (Filing.State.OFFICIAL, staff)
        assert ending.withdraw(approved, by=staff, reason="twice").state == Filing.State.WITHDRAWN
        assert sound(federation)

    def test_what_is_provisional_is_the_clubs_own(self, club, people, secretary, federation):
        filing = file(club, people, secretary)
        assert not correct(filing, people, secretary).waits
        assert ending.withdraw(filing, by=secretary, reason="wrong evening").state == Filing.State.WITHDRAWN
        assert not Proposal.objects.exists()

    def test_an_announced_month_is_changed_with_a_reason_of_the_office(
        self, approved, people, secretary, staff, federation
    ):
        closing.close_month("ebu", OCTOBER, by=staff, today=NOVEMBER)
        announcing.promote(federation, LAST, by=staff)
        before = held(people)
        ending.withdraw(approved, by=secretary, reason="wrong evening")
        assert held(people) == before
        (proposal,) = waiting(federation)
        with pytest.raises(NotDecided, match="have been announced"):
            deciding.accept(proposal, by=staff)
        deciding.accept(proposal, by=staff, note="played at another club")
        assert held(people) == [0] * 6
        proposal.refresh_from_db()
        assert (proposal.decided_by, proposal.note) == (staff, "played at another club")
        assert sound(federation)

    def test_what_was_rejected_is_not_clean_when_it_comes_again(self, club, people, secretary, staff, federation):
        rejected = ending.reject(file(club, people, secretary), by=staff, reason="nobody played")
        with pytest.raises(NotFiled, match="nobody played"):
            file(club, people, secretary)
        again = file(club, people, secretary, not_same_as=[rejected.receipt])
        (row,) = queries.with_checks(queries.waiting(federation))
        assert (row.clean, row.rejected.state_reason) == (False, "nobody played")
        assert ending.approve_clean(federation, [again.receipt], by=staff) == 0
        assert ending.approve(again, by=staff).state == Filing.State.OFFICIAL


@pytest.mark.usefixtures("two_people")
class TestTwoPeople:
    def test_who_corrected_it_does_not_approve_it(self, club, people, secretary, staff, colleague, federation):
        filing = file(club, people, secretary)
        correct(filing, people, staff)
        for act in (
            lambda: ending.approve(filing, by=staff),
            lambda: ending.approve_clean(federation, [filing.receipt], by=staff),
            lambda: closing.close_month("ebu", OCTOBER, by=staff, today=NOVEMBER),
        ):
            with pytest.raises(months.NeedsSomebodyElse):
                act()
        assert ending.approve(filing, by=colleague).state == Filing.State.OFFICIAL

    def test_a_new_version_of_what_is_official_needs_somebody_who_wrote_none(
        self, club, people, secretary, staff, colleague, federation
    ):
        filing = ending.approve(file(club, people, secretary), by=staff)
        before = held(people)
        assert correct(filing, people, colleague).waits
        (proposal,) = waiting(federation)
        with pytest.raises(NotDecided, match="second person"):
            deciding.accept(proposal, by=colleague)
        assert held(people) == before
        deciding.accept(proposal, by=staff)
        assert held(people) != before
        assert sound(federation)

    def test_points_posted_by_hand_wait(self, people, staff, colleague, federation):
        told = {"kind": "adjustment", "colour": "local", "points": "12.5", "day": "2026-11-01", "reason": "missing"}
        asked = officers.wanted(people[0], told, today=TODAY)
        for _ in range(2):
            done = officers.post(people[0], asked, by=staff, seen=0)
            assert done.posting is None
        (proposal,) = waiting(federation)
        assert held(people)[0] == 0 and "Ada Ashby (100)" in proposal.summary
        with pytest.raises(NotDecided, match="second person"):
            deciding.accept(proposal, by=staff)
        deciding.accept(proposal, by=colleague)
        assert held(people)[0] == 1250
        posting = Posting.objects.get()
        assert (posting.by, posting.detail["confirmed_by"]) == (staff, colleague.pk)
        assert officers.take_back(posting, by=staff, reason="wrong").posting is None
        assert held(people)[0] == 1250
        deciding.accept(waiting(federation).get(), by=colleague)
        assert held(people)[0] == 0
        assert sound(federation)

    def test_points_from_elsewhere_and_balances_wait(self, people, staff, colleague, federation):
        facts = {"union": "wales", "record_closed": True, "local": "500"}
        done = officers.bring(people[0], "transfer", facts, on=TODAY, by=staff, reason="moved", seen=0)
        assert done.posting is None
        rows = b"number,colour,points,day,reason\n101,local,5,2025-12-31,old"
        balances = opening_balances.read_balances(federation, rows, source="old.csv", today=TODAY)
        with pytest.raises(ledger.NeedsSecondPerson):
            opening_balances.post_balances(federation, balances, by=staff)
        assert not Posting.objects.exists()
        deciding.accept(waiting(federation).get(), by=colleague)
        assert held(people)[:2] == [50_000, 0]
        assert sound(federation)

    def test_nobody_appoints_their_own_second_person(self, county, staff, colleague, federation):
        made = rules.appoint("me@example.org", "Me", county.parent, "staff", on=TODAY, by=staff)
        assert isinstance(made, Proposal) and not User.objects.filter(email="me@example.org").exists()
        assert isinstance(rules.appoint("s@example.org", "S", county, "scorer", on=TODAY, by=staff), Appointment)
        deciding.accept(made, by=colleague)
        assert User.objects.get(email="me@example.org").appointments.get().role == "staff"

    def test_the_rule_is_switched_off_by_two(self, staff, colleague, federation):
        proposal = rules.propose_two_people(federation, False, by=staff, today=TODAY)
        with pytest.raises(NotDecided):
            deciding.accept(proposal, by=staff)
        federation.refresh_from_db()
        assert federation.two_people
        deciding.accept(proposal, by=colleague)
        federation.refresh_from_db()
        assert not federation.two_people
        assert sound(federation)


def test_the_rule_is_switched_on_by_two(staff, federation, county):
    with pytest.raises(NotDecided, match="one member of staff"):
        rules.propose_two_people(federation, True, by=staff, today=TODAY)
    with pytest.raises(NotDecided, match="already"):
        rules.propose_two_people(federation, False, by=staff, today=TODAY)
    account("second", county.parent, "staff")
    proposal = rules.propose_two_people(federation, True, by=staff, today=TODAY)
    with pytest.raises(NotDecided, match="second person"):
        deciding.accept(proposal, by=staff)
    federation.refresh_from_db()
    assert not federation.two_people
