"""Where two people are wanted, nobody alone makes points official; and what is official is changed by the office."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import msgspec
import pytest
from django.db import connection

from answers import existing, of_kind
from centre.making import ORIGINAL, session
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.closing import months as closing
from masterpoint.centre.deciding import services as deciding
from masterpoint.centre.filing import correcting, ending, months, queries, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.services import Receipt
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.people import merging
from masterpoint.centre.proposals import rules
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.proposals.services import NotDecided, waiting
from masterpoint.centre.records import manual_entries, officers, opening_balances
from masterpoint.centre.registry import access, offices, registering
from masterpoint.centre.registry.audit import NotRegistered
from masterpoint.centre.registry.models import Appointment, Federation, Organisation, Person
from masterpoint.core.events import Player, SessionEvent

OCTOBER, LAST, NOVEMBER, TODAY = date(2026, 10, 1), date(2026, 10, 31), date(2026, 11, 1), date(2026, 11, 15)
DAY = "2026-10-13"


def account(name: str, organisation: Organisation, role: str) -> User:
    user = User.objects.create_user(f"{name}@example.org", "a long enough password", name=name.title())
    offices.appoint(user, organisation, role, on=date(2020, 1, 1), by=None)
    return user


@pytest.fixture
def staff(county: Organisation) -> User:
    return account("staff", existing(county.parent), "staff")


@pytest.fixture
def colleague(county: Organisation) -> User:
    return account("colleague", existing(county.parent), "staff")


@pytest.fixture
def secretary(club: Organisation) -> User:
    return account("secretary", club, "secretary")


@pytest.fixture
def two_people(federation: Federation, staff: User, colleague: User) -> None:
    proposal = rules.propose_two_people(federation, True, by=staff, today=TODAY)
    deciding.accept(proposal, by=colleague)
    federation.refresh_from_db()
    assert federation.two_people


def file(club: Organisation, people: list[Person], by: User, **options: Any) -> Filing:
    decided: dict[str, Any] = {"not_same_as": options.pop("not_same_as", ())}
    return services.file_event(club, session(people, day=DAY, **options), ORIGINAL, by=by, choices={}, **decided).filing


def correct(
    filing: Filing, people: list[Person], by: User, order: tuple[int, int, int] = (2, 1, 0), reason: str = "board 7"
) -> Receipt:
    event = session(people, order=order, day=DAY)
    return correcting.correct(filing, event, ORIGINAL, by=by, reason=reason, choices={})


def holdings(people: list[Person]) -> list[int]:
    return [ledger_queries.holding(person).get("local", 0) for person in people]


def sound(federation: Federation) -> bool:
    return list(verifying.differences([federation])) == []


class TestOfficial:
    """What the office approved stays until the office accepts something else."""

    @pytest.fixture
    def approved_filing(self, club: Organisation, people: list[Person], secretary: User, staff: User) -> Filing:
        return ending.approve(file(club, people, secretary), by=staff)

    def test_a_clubs_correction_waits_and_the_approved_version_counts(
        self, approved_filing: Filing, people: list[Person], secretary: User, federation: Federation
    ) -> None:
        before = holdings(people)
        receipt = correct(approved_filing, people, secretary)
        assert (receipt.waits, receipt.version.number) == (True, 2)
        assert holdings(people) == before
        assert queries.current_version(approved_filing).number == 1
        (proposal,) = waiting(federation)
        assert (proposal.filing, proposal.by, proposal.reason) == (approved_filing, secretary, "board 7")
        assert sound(federation)

    def test_accepted_it_counts(
        self, approved_filing: Filing, people: list[Person], secretary: User, staff: User, federation: Federation
    ) -> None:
        before = holdings(people)
        proposal = Proposal.objects.get(version=correct(approved_filing, people, secretary).version)
        deciding.accept(proposal, by=staff)
        assert holdings(people) == [*before[4:], *before[2:4], *before[:2]]
        approved_filing.refresh_from_db()
        assert (approved_filing.state, approved_filing.approved_by) == (Filing.State.OFFICIAL, staff)
        assert queries.current_version(approved_filing).number == 2
        with pytest.raises(NotDecided, match="accepted already"):
            deciding.accept(proposal, by=staff)
        assert sound(federation)

    def test_refused_it_never_counts(
        self, approved_filing: Filing, people: list[Person], secretary: User, staff: User, federation: Federation
    ) -> None:
        before = holdings(people)
        proposal = Proposal.objects.get(version=correct(approved_filing, people, secretary).version)
        with pytest.raises(NotDecided, match="needs a reason"):
            deciding.refuse(proposal, by=staff, note=" ")
        deciding.refuse(proposal, by=staff, note="the score was right")
        assert holdings(people) == before and queries.current_version(approved_filing).number == 1
        assert not waiting(federation).exists()
        assert correct(approved_filing, people, staff, order=(1, 0, 2)).version.number == 3
        assert sound(federation)

    def test_a_newer_correction_takes_the_place_of_one_that_waits(
        self, approved_filing: Filing, people: list[Person], secretary: User, federation: Federation
    ) -> None:
        correct(approved_filing, people, secretary)
        correct(approved_filing, people, secretary, order=(1, 0, 2))
        assert [existing(item.version).number for item in waiting(federation)] == [3]
        assert sound(federation)

    def test_nobody_but_the_office_decides(
        self, approved_filing: Filing, people: list[Person], secretary: User, federation: Federation
    ) -> None:
        proposal = Proposal.objects.get(version=correct(approved_filing, people, secretary).version)
        for by in (secretary, None):
            with pytest.raises(access.NotAllowed):
                deciding.accept(proposal, by=by)
        assert sound(federation)

    def test_a_proposal_accepted_by_hand_is_named(
        self, approved_filing: Filing, people: list[Person], secretary: User, federation: Federation
    ) -> None:
        correct(approved_filing, people, secretary)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE proposals_proposal SET state = 'accepted'")
        altered = list(verifying.differences([federation]))
        assert any("proposal" in item and "from waiting to accepted" in item for item in altered), altered

    def test_a_clubs_withdrawal_waits_too(
        self, approved_filing: Filing, people: list[Person], secretary: User, staff: User, federation: Federation
    ) -> None:
        before = holdings(people)
        assert ending.withdraw(approved_filing, by=secretary, reason="wrong evening").state == Filing.State.OFFICIAL
        ending.withdraw(approved_filing, by=secretary, reason="wrong evening")
        assert holdings(people) == before
        (proposal,) = waiting(federation)
        deciding.accept(proposal, by=staff)
        approved_filing.refresh_from_db()
        assert (approved_filing.state, holdings(people)) == (Filing.State.WITHDRAWN, [0] * 6)
        assert sound(federation)

    def test_the_office_corrects_and_withdraws_at_once(
        self, approved_filing: Filing, people: list[Person], staff: User, federation: Federation
    ) -> None:
        assert not correct(approved_filing, people, staff).waits
        approved_filing.refresh_from_db()
        assert (approved_filing.state, approved_filing.approved_by) == (Filing.State.OFFICIAL, staff)
        assert ending.withdraw(approved_filing, by=staff, reason="twice").state == Filing.State.WITHDRAWN
        assert sound(federation)

    def test_what_is_provisional_is_the_clubs_own(
        self, club: Organisation, people: list[Person], secretary: User, federation: Federation
    ) -> None:
        filing = file(club, people, secretary)
        assert not correct(filing, people, secretary).waits
        assert ending.withdraw(filing, by=secretary, reason="wrong evening").state == Filing.State.WITHDRAWN
        assert not Proposal.objects.exists()

    def test_an_announced_month_is_changed_with_a_reason_of_the_office(
        self, approved_filing: Filing, people: list[Person], secretary: User, staff: User, federation: Federation
    ) -> None:
        closing.close_month("ebu", OCTOBER, by=staff, today=NOVEMBER)
        announcing.promote(federation, LAST, by=staff)
        before = holdings(people)
        ending.withdraw(approved_filing, by=secretary, reason="wrong evening")
        assert holdings(people) == before
        (proposal,) = waiting(federation)
        with pytest.raises(NotDecided, match="have been announced"):
            deciding.accept(proposal, by=staff)
        deciding.accept(proposal, by=staff, note="played at another club")
        assert holdings(people) == [0] * 6
        proposal.refresh_from_db()
        assert (proposal.decided_by, proposal.note) == (staff, "played at another club")
        assert sound(federation)

    def test_what_was_rejected_is_not_clean_when_it_comes_again(
        self, club: Organisation, people: list[Person], secretary: User, staff: User, federation: Federation
    ) -> None:
        rejected = ending.reject(file(club, people, secretary), by=staff, reason="nobody played")
        with pytest.raises(NotFiled, match="nobody played"):
            file(club, people, secretary)
        again = file(club, people, secretary, not_same_as=[rejected.receipt])
        (row,) = queries.with_checks(queries.waiting(federation))
        assert (row.clean, existing(row.rejected).state_reason) == (False, "nobody played")
        assert ending.approve_clean(federation, [again.receipt], by=staff) == 0
        assert ending.approve(again, by=staff).state == Filing.State.OFFICIAL


def with_a_newcomer(people: list[Person], number: str = "") -> SessionEvent:
    """The evening with somebody nobody knows in the place of the last player."""
    event = session(people, day=DAY)
    ranking = event.lists[0]
    entry = ranking.entries[0]
    stranger = Player(id=number, name="Wilma Newcomer")
    first = msgspec.structs.replace(entry, players=(entry.players[0], stranger))
    return msgspec.structs.replace(
        event, lists=(msgspec.structs.replace(ranking, entries=(first, *ranking.entries[1:])),)
    )


class TestNewcomers:
    """Somebody a waiting correction names for the first time is registered when it is accepted, and not before."""

    @pytest.fixture
    def approved_filing(self, club: Organisation, people: list[Person], secretary: User, staff: User) -> Filing:
        return ending.approve(file(club, people, secretary), by=staff)

    @pytest.fixture
    def proposal(self, approved_filing: Filing, people: list[Person], secretary: User) -> Proposal:
        key = {"777": "new"}
        receipt = correcting.correct(
            approved_filing, with_a_newcomer(people, "777"), ORIGINAL, by=secretary, reason="a substitute", choices=key
        )
        return receipt.version.proposal

    def test_nobody_is_registered_while_it_waits_or_when_it_is_refused(
        self, proposal: Proposal, staff: User, federation: Federation
    ) -> None:
        (gain, *_) = queries.proposed_gains(proposal)
        assert [gain.person.name, gain.person.pk, gain.gain] == ["Wilma Newcomer", None, 1200]
        assert not Person.objects.filter(family_name="Newcomer").exists()
        deciding.refuse(proposal, by=staff, note="nobody knows her")
        assert not Person.objects.filter(family_name="Newcomer").exists()
        assert sound(federation)

    def test_accepted_she_has_the_number_given_and_her_points(
        self, proposal: Proposal, approved_filing: Filing, staff: User, secretary: User, federation: Federation
    ) -> None:
        deciding.accept(proposal, by=staff)
        person = Person.objects.get(family_name="Newcomer")
        assert (person.number, person.status, person.home_club) == ("777", "potential", approved_filing.organisation)
        assert holdings([person]) == [1200]
        current = queries.current_version(approved_filing)
        assert (current.people["777"], current.by, current.reason) == (person.pk, secretary, "a substitute")
        assert sound(federation)

    def test_the_same_correction_again_is_the_same(
        self, proposal: Proposal, approved_filing: Filing, people: list[Person], secretary: User
    ) -> None:
        again = correcting.correct(
            approved_filing,
            with_a_newcomer(people, "777"),
            ORIGINAL,
            by=secretary,
            reason="again",
            choices={"777": "new"},
        )
        assert (again.filed_before, again.version) == (True, proposal.version)

    def test_a_number_that_was_given_away_since_is_not_given_twice(
        self, proposal: Proposal, staff: User, federation: Federation
    ) -> None:
        registering.register(federation, "Gwen", "Grove", on=date(2020, 1, 1), by=None, number="777")
        with pytest.raises(NotDecided, match=r"Gwen Grove \(777\)"):
            deciding.accept(proposal, by=staff)
        proposal.refresh_from_db()
        assert (proposal.state, Person.objects.filter(family_name="Newcomer").count()) == ("waiting", 0)

    def test_corrected_once_more_and_split_in_between_everybody_keeps_their_points(
        self, proposal: Proposal, approved_filing: Filing, people: list[Person], staff: User, federation: Federation
    ) -> None:
        deciding.accept(proposal, by=staff)
        person = Person.objects.get(family_name="Newcomer")
        merging.merge(person, people[5], by=staff, reason="one person")
        correct(approved_filing, people, staff, order=(0, 1, 2), reason="she did not play")
        merging.split(person, by=staff, reason="two people")
        assert holdings([*people, person]) == [1200, 1200, 600, 600, 0, 0, 0]
        assert sound(federation)


class TestLetters:
    """The club reads what the office decided about its proposal, and why."""

    @pytest.fixture
    def approved_filing(self, club: Organisation, people: list[Person], secretary: User, staff: User) -> Filing:
        filing = ending.approve(file(club, people, secretary), by=staff)
        Letter.objects.all().delete()
        return filing

    def test_a_refusal_comes_with_its_reason(
        self, approved_filing: Filing, people: list[Person], club: Organisation, staff: User
    ) -> None:
        scorer = account("scorer", club, "scorer")
        proposal = correct(approved_filing, people, scorer).version.proposal
        deciding.refuse(proposal, by=staff, note="the director saw it otherwise")
        letters = {letter.to: letter for letter in Letter.objects.all()}
        assert set(letters) == {"scorer@example.org", "secretary@example.org"}
        text = letters["scorer@example.org"].text
        assert "refused" in text and "the director saw it otherwise" in text and approved_filing.receipt in text
        assert "The approved version still counts." in text

    def test_so_does_an_acceptance(
        self, approved_filing: Filing, people: list[Person], secretary: User, staff: User
    ) -> None:
        deciding.accept(correct(approved_filing, people, secretary).version.proposal, by=staff, note="as the club says")
        letter = Letter.objects.get()
        assert (letter.to, "as the club says" in letter.text) == ("secretary@example.org", True)
        assert "accepted" in letter.text and "The new version counts now." in letter.text

    def test_and_what_became_of_a_withdrawal(self, approved_filing: Filing, secretary: User, staff: User) -> None:
        ending.withdraw(approved_filing, by=secretary, reason="nobody played")
        deciding.accept(Proposal.objects.get(), by=staff)
        assert "The points have been taken back." in Letter.objects.get().text

    def test_nobody_writes_to_those_who_decided_themselves(
        self, approved_filing: Filing, people: list[Person], secretary: User
    ) -> None:
        deciding.refuse(correct(approved_filing, people, secretary).version.proposal, by=secretary, note="my mistake")
        assert not Letter.objects.exists()


@pytest.mark.usefixtures("two_people")
class TestMergingTakesTwo:
    @pytest.fixture
    def twin(self, federation: Federation, people: list[Person]) -> Person:
        return registering.register(federation, "Ada", "Ashbee", on=date(2020, 1, 1), by=None)

    def test_a_merge_and_a_split_are_each_confirmed_by_a_colleague(
        self,
        twin: Person,
        people: list[Person],
        club: Organisation,
        secretary: User,
        staff: User,
        colleague: User,
        federation: Federation,
    ) -> None:
        file(club, [twin, *people[1:]], secretary)
        cases: list[tuple[Callable[[], Posting | Proposal], list[int]]] = [
            (lambda: merging.ask_to_merge(twin, people[0], by=staff, reason="one person"), [0, 1200]),
            (lambda: merging.ask_to_split(twin, by=staff, reason="two people"), [1200, 0]),
        ]
        for ask, after in cases:
            before = holdings([twin, people[0]])
            proposal = ask()
            assert isinstance(proposal, Proposal) and holdings([twin, people[0]]) == before
            assert ask() == proposal
            with pytest.raises(NotDecided, match="second person"):
                deciding.accept(proposal, by=staff)
            deciding.accept(proposal, by=colleague)
            assert holdings([twin, people[0]]) == after
        assert sound(federation)

    def test_refused_nothing_moves(
        self, twin: Person, people: list[Person], staff: User, colleague: User, federation: Federation
    ) -> None:
        proposal = of_kind(Proposal, merging.ask_to_merge(twin, people[0], by=staff, reason="one person"))
        deciding.refuse(proposal, by=colleague, note="they are sisters")
        twin.refresh_from_db()
        assert twin.merged_into is None and sound(federation)

    def test_what_cannot_be_merged_is_not_proposed(self, people: list[Person], staff: User) -> None:
        with pytest.raises(NotRegistered, match="into itself"):
            merging.ask_to_merge(people[0], people[0], by=staff, reason="one person")
        with pytest.raises(NotRegistered, match="not merged"):
            merging.ask_to_split(people[0], by=staff, reason="two people")

    def test_merged_in_the_meantime_it_is_not_done_again(
        self, twin: Person, people: list[Person], staff: User, colleague: User
    ) -> None:
        proposal = of_kind(Proposal, merging.ask_to_merge(twin, people[0], by=staff, reason="one person"))
        merging.merge(twin, people[1], by=staff, reason="before the rule")
        with pytest.raises(NotRegistered, match="already merged"):
            deciding.accept(proposal, by=colleague)


def test_one_person_is_enough_where_the_federation_says_so(
    federation: Federation, people: list[Person], staff: User
) -> None:
    twin = registering.register(federation, "Ada", "Ashbee", on=date(2020, 1, 1), by=None)
    merged = merging.ask_to_merge(twin, people[0], by=staff, reason="one person")
    assert of_kind(Posting, merged).kind == "merge"
    split = merging.ask_to_split(twin, by=staff, reason="two people")
    assert of_kind(Posting, split).kind == "split"


@pytest.mark.usefixtures("two_people")
class TestTwoPeople:
    def test_who_corrected_it_does_not_approve_it(
        self,
        club: Organisation,
        people: list[Person],
        secretary: User,
        staff: User,
        colleague: User,
        federation: Federation,
    ) -> None:
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
        self,
        club: Organisation,
        people: list[Person],
        secretary: User,
        staff: User,
        colleague: User,
        federation: Federation,
    ) -> None:
        filing = ending.approve(file(club, people, secretary), by=staff)
        before = holdings(people)
        assert correct(filing, people, colleague).waits
        (proposal,) = waiting(federation)
        with pytest.raises(NotDecided, match="second person"):
            deciding.accept(proposal, by=colleague)
        assert holdings(people) == before
        deciding.accept(proposal, by=staff)
        assert holdings(people) != before
        assert sound(federation)

    def test_points_posted_by_hand_wait(
        self, people: list[Person], staff: User, colleague: User, federation: Federation
    ) -> None:
        fields = {"kind": "adjustment", "colour": "local", "points": "12.5", "day": "2026-11-01", "reason": "missing"}
        entry = manual_entries.read_entry(people[0], fields, today=TODAY)
        for _ in range(2):
            result = officers.post(people[0], entry, by=staff, line_shown=0)
            assert result.posting is None
        (proposal,) = waiting(federation)
        assert holdings(people)[0] == 0 and "Ada Ashby (100)" in proposal.summary
        with pytest.raises(NotDecided, match="second person"):
            deciding.accept(proposal, by=staff)
        deciding.accept(proposal, by=colleague)
        assert holdings(people)[0] == 1250
        posting = Posting.objects.get()
        assert (posting.by, existing(posting.detail)["confirmed_by"]) == (staff, colleague.pk)
        assert officers.take_back(posting, by=staff, reason="wrong").posting is None
        assert holdings(people)[0] == 1250
        deciding.accept(waiting(federation).get(), by=colleague)
        assert holdings(people)[0] == 0
        assert sound(federation)

    def test_points_from_elsewhere_and_balances_wait(
        self, people: list[Person], staff: User, colleague: User, federation: Federation
    ) -> None:
        facts = {"union": "wales", "record_closed": True, "local": "500"}
        result = officers.credit_transfer(
            people[0], "transfer", facts, on=TODAY, by=staff, reason="moved", line_shown=0
        )
        assert result.posting is None
        rows = b"number,colour,points,day,reason\n101,local,5,2025-12-31,old"
        balances = opening_balances.read_balances(federation, rows, source="old.csv", today=TODAY)
        with pytest.raises(ledger.NeedsSecondPerson):
            opening_balances.post_balances(federation, balances, by=staff)
        assert not Posting.objects.exists()
        deciding.accept(waiting(federation).get(), by=colleague)
        assert holdings(people)[:2] == [50_000, 0]
        assert sound(federation)

    def test_nobody_appoints_their_own_second_person(
        self, county: Organisation, staff: User, colleague: User, federation: Federation
    ) -> None:
        appointment = rules.appoint("me@example.org", "Me", existing(county.parent), "staff", on=TODAY, by=staff)
        assert isinstance(appointment, Proposal) and not User.objects.filter(email="me@example.org").exists()
        assert isinstance(rules.appoint("s@example.org", "S", county, "scorer", on=TODAY, by=staff), Appointment)
        deciding.accept(appointment, by=colleague)
        assert User.objects.get(email="me@example.org").appointments.get().role == "staff"

    def test_the_rule_is_switched_off_by_two(self, staff: User, colleague: User, federation: Federation) -> None:
        proposal = rules.propose_two_people(federation, False, by=staff, today=TODAY)
        with pytest.raises(NotDecided):
            deciding.accept(proposal, by=staff)
        federation.refresh_from_db()
        assert federation.two_people
        deciding.accept(proposal, by=colleague)
        federation.refresh_from_db()
        assert not federation.two_people
        assert sound(federation)


def test_the_rule_is_switched_on_by_two(staff: User, federation: Federation, county: Organisation) -> None:
    with pytest.raises(NotDecided, match="one member of staff"):
        rules.propose_two_people(federation, True, by=staff, today=TODAY)
    with pytest.raises(NotDecided, match="already"):
        rules.propose_two_people(federation, False, by=staff, today=TODAY)
    account("second", existing(county.parent), "staff")
    proposal = rules.propose_two_people(federation, True, by=staff, today=TODAY)
    with pytest.raises(NotDecided, match="second person"):
        deciding.accept(proposal, by=staff)
    federation.refresh_from_db()
    assert not federation.two_people


@pytest.mark.usefixtures("two_people")
def test_nobody_alone_makes_it_official_by_moving_it_into_a_closed_month(
    club: Organisation, people: list[Person], secretary: User, staff: User, colleague: User
) -> None:
    file(club, people, secretary)
    closing.close_month("ebu", OCTOBER, by=colleague, today=TODAY)
    filing = services.file_event(club, session(people, day="2026-11-03"), ORIGINAL, by=secretary, choices={}).filing
    event = session(people, day="2026-10-20")
    correcting.correct(filing, event, ORIGINAL, by=staff, reason="the wrong month", choices={})
    filing.refresh_from_db()
    assert (filing.state, filing.day) == (Filing.State.PROVISIONAL, date(2026, 10, 20))
    with pytest.raises(months.NeedsSomebodyElse):
        ending.approve(filing, by=staff)
    assert ending.approve(filing, by=colleague).state == Filing.State.OFFICIAL
