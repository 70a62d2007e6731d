"""A registry's life, as an auditor would try it: every point ends where it belongs, and the books agree."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import msgspec
import pytest

from answers import existing
from centre.making import ORIGINAL, session
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.closing import months as closing
from masterpoint.centre.deciding import services as deciding
from masterpoint.centre.filing import batches, correcting, ending, months, queries, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.services import Receipt
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.people import merging, statuses
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.registry import offices, registering, renames
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.errors import MasterpointError
from masterpoint.core.events import Player, SessionEvent

OCTOBER, NOVEMBER = date(2026, 10, 1), date(2026, 11, 1)
FIRST = [1200, 1200, 600, 600, 0, 0]


def account(name: str, organisation: Organisation, role: str) -> User:
    user = User.objects.create_user(f"{name}@example.org", "a long enough password", name=name.title())
    offices.appoint(user, organisation, role, on=date(2020, 1, 1), by=None)
    return user


@pytest.fixture
def staff(county: Organisation) -> User:
    return account("staff", existing(county.parent), "staff")


@pytest.fixture
def secretary(club: Organisation) -> User:
    return account("secretary", club, "secretary")


@pytest.fixture(autouse=True)
def sound(federation: Federation) -> Iterator[None]:
    """Whatever a story does, the books agree at its end."""
    yield
    assert list(verifying.differences([federation])) == []


def file(club: Organisation, event: SessionEvent, by: User, **options: Any) -> Filing:
    return services.file_event(club, event, ORIGINAL, by=by, choices=options.pop("choices", {}), **options).filing


def correct(filing: Filing, event: SessionEvent, by: User, **options: Any) -> Receipt:
    choices = options.pop("choices", {})
    return correcting.correct(filing, event, ORIGINAL, by=by, reason="board 7", choices=choices, **options)


def holdings(people: list[Person]) -> list[int]:
    return [ledger_queries.holding(person).get("local", 0) for person in people]


def with_name(event: SessionEvent, index: int, **fields: Any) -> SessionEvent:
    """The event with one player written otherwise."""
    ranking = event.lists[0]
    entries = list(ranking.entries)
    entry = entries[index // 2]
    players = list(entry.players)
    players[index % 2] = msgspec.structs.replace(players[index % 2], **fields)
    entries[index // 2] = msgspec.structs.replace(entry, players=tuple(players))
    return msgspec.structs.replace(event, lists=(msgspec.structs.replace(ranking, entries=tuple(entries)),))


# Filing and filing again


def test_filed_corrected_withdrawn_and_filed_again_any_version_asks(
    club: Organisation, people: list[Person], secretary: User
) -> None:
    versions = [session(people), session(people, order=(1, 0, 2)), session(people, order=(2, 1, 0))]
    filing = file(club, versions[0], secretary)
    for version in versions[1:]:
        correct(filing, version, secretary)
    ending.withdraw(filing, by=secretary, reason="the wrong evening")
    for version in versions:
        with pytest.raises(NotFiled, match=filing.receipt):
            file(club, version, secretary)
    again = file(club, versions[2], secretary, not_same_as=[filing.receipt])
    for version in versions[:2]:  # what the withdrawn one was before
        with pytest.raises(NotFiled):
            file(club, version, secretary)
    assert holdings(people) == [0, 0, 600, 600, 1200, 1200]
    assert again.receipt != filing.receipt


def test_a_decision_about_one_filing_is_none_about_another(
    club: Organisation, people: list[Person], secretary: User
) -> None:
    first = file(club, session(people), secretary)
    second = file(club, session(people, boards=26), secretary, not_same_as=[first.receipt])
    with pytest.raises(NotFiled, match=second.receipt):
        file(club, session(people, boards=28), secretary, not_same_as=[first.receipt])
    file(club, session(people, boards=28), secretary, not_same_as=[first.receipt, second.receipt])


def test_a_receipt_of_nothing_decides_nothing(club: Organisation, people: list[Person], secretary: User) -> None:
    file(club, session(people), secretary)
    with pytest.raises(NotFiled):
        file(club, session(people, boards=26), secretary, not_same_as=["EBU-0000-0000-0", ""])


def test_the_same_file_re_saved_with_other_names_and_spaces_is_the_same(
    club: Organisation, people: list[Person], secretary: User
) -> None:
    filing = file(club, session(people), secretary)
    again = with_name(session(people, name="Renamed"), 0, name=people[0].name.upper(), id=f" {people[0].number} ")
    receipt = services.file_event(club, again, ORIGINAL, by=secretary, choices={})
    assert (receipt.filed_before, receipt.filing) == (True, filing)


def test_a_correction_to_another_day_leaves_the_old_day_free_and_asks_about_it(
    club: Organisation, people: list[Person], secretary: User
) -> None:
    filing = file(club, session(people), secretary)
    correct(filing, session(people, day="2026-11-03"), secretary)
    filing.refresh_from_db()
    assert filing.day == date(2026, 11, 3)
    receipt = services.file_event(club, session(people), ORIGINAL, by=secretary, choices={})
    assert (receipt.filed_before, receipt.superseded) == (True, True)
    assert holdings(people) == FIRST


def test_two_clubs_and_a_batch_credit_one_evening_once(
    federation: Federation, county: Organisation, club: Organisation, people: list[Person], secretary: User, staff: User
) -> None:
    file(club, session(people), secretary)
    with pytest.raises(MasterpointError):
        batches.file_batch(federation, [batches.BatchItem(county, session(people), ORIGINAL)], by=staff)
    assert holdings(people) == FIRST


# People


def test_a_player_registered_twice_merged_corrected_and_split(
    club: Organisation, people: list[Person], secretary: User, staff: User, federation: Federation
) -> None:
    twin = registering.register(federation, "Ada", "Ashby", on=date(2020, 1, 1), by=None, number="900")
    filing = file(club, with_name(session(people), 0, id="900"), secretary)
    merging.merge(twin, people[0], by=staff, reason="one person")
    assert holdings([twin, people[0]]) == [0, 1200]
    correct(filing, with_name(session(people, order=(1, 0, 2)), 2, id="900"), secretary)
    assert holdings([twin, people[0]]) == [0, 600]
    merging.split(twin, by=staff, reason="two people")
    assert holdings([twin, people[0]]) == [600, 0]
    ending.withdraw(filing, by=secretary, reason="nobody played")
    assert holdings([twin, *people]) == [0] * 7


def test_merged_twice_over_and_split_in_the_same_order_reversed(
    club: Organisation, people: list[Person], staff: User, secretary: User, federation: Federation
) -> None:
    file(club, session(people), secretary)
    merging.merge(people[0], people[2], by=staff, reason="one")
    merging.merge(people[2], people[4], by=staff, reason="one")
    assert holdings(people) == [0, 1200, 0, 600, 1800, 0]
    with pytest.raises(MasterpointError, match="split that one first"):
        merging.split(people[0], by=staff, reason="two")
    merging.split(people[2], by=staff, reason="two")
    merging.split(people[0], by=staff, reason="two")
    assert holdings(people) == FIRST


def test_a_married_name_fits_and_somebody_elses_does_not(
    club: Organisation, people: list[Person], secretary: User, staff: User
) -> None:
    renames.rename(people[0], "Ada", "Zephyr", by=staff, reason="married")
    file(club, with_name(session(people), 0, name="Ada Ashby"), secretary)
    file(club, with_name(session(people, day="2026-11-03"), 0, name="A. Zephyr"), secretary)
    with pytest.raises(NotFiled, match="Ada Zephyr"):
        file(club, with_name(session(people, day="2026-10-27"), 0, name="Gus Grove"), secretary)


def test_the_number_of_one_who_died_is_asked_about_from_that_day_on(
    club: Organisation, people: list[Person], secretary: User, staff: User
) -> None:
    statuses.set_status(people[0], Person.Status.DECEASED, on=date(2026, 11, 1), by=staff, reason="died")
    file(club, session(people, day="2026-10-13"), secretary)
    with pytest.raises(NotFiled, match="died"):
        file(club, session(people), secretary)


def test_a_newcomer_named_again_is_the_person_registered_before(
    club: Organisation, people: list[Person], secretary: User
) -> None:
    event = with_name(session(people), 0, id="", name="Wilma Newcomer")
    file(club, event, secretary, choices={"name:wilma newcomer": "new"})
    person = Person.objects.get(family_name="Newcomer")
    later = with_name(session(people, day="2026-10-13"), 0, id="", name="Wilma Newcomer")
    with pytest.raises(NotFiled) as refused:
        file(club, later, secretary)
    assert "Wilma" in str(refused.value)
    file(club, later, secretary, choices={"name:wilma newcomer": person.pk})
    assert (Person.objects.filter(family_name="Newcomer").count(), holdings([person])) == (1, [2400])


def test_one_person_under_a_name_and_a_number_is_not_credited_twice(
    club: Organisation, people: list[Person], secretary: User
) -> None:
    event = with_name(session(people), 4, id="", name=people[0].name)
    with pytest.raises(NotFiled, match="in the list"):
        file(club, event, secretary, choices={f"name:{people[0].name.casefold()}": people[0].pk})


# Months, promotions, the office


def test_a_club_cannot_reach_an_announced_month(
    club: Organisation, people: list[Person], secretary: User, staff: User, federation: Federation
) -> None:
    filing = file(club, session(people, day="2026-10-13"), secretary)
    closing.close_month("ebu", OCTOBER, by=staff, today=date(2026, 11, 15))
    announcing.promote(federation, date(2026, 10, 31), by=staff)
    with pytest.raises(months.MonthClosed):
        file(club, session(people, day="2026-10-20"), secretary)
    assert correct(filing, session(people, day="2026-10-13", order=(1, 0, 2)), secretary).waits
    ending.withdraw(filing, by=secretary, reason="nobody played")
    assert holdings(people) == FIRST
    for proposal in Proposal.objects.filter(state="waiting"):
        with pytest.raises(MasterpointError, match="announced"):
            deciding.accept(proposal, by=staff)
    correction = Proposal.objects.get(act="correction", state="waiting")
    deciding.accept(correction, by=staff, note="the club has the sheets")
    assert holdings(people) == [600, 600, 1200, 1200, 0, 0]


def test_accepting_a_withdrawal_ends_the_correction_that_waits_with_it(
    club: Organisation, people: list[Person], secretary: User, staff: User
) -> None:
    filing = ending.approve(file(club, session(people), secretary), by=staff)
    correct(filing, session(people, order=(1, 0, 2)), secretary)
    ending.withdraw(filing, by=secretary, reason="nobody played")
    deciding.accept(Proposal.objects.get(act="withdrawal"), by=staff)
    assert Proposal.objects.get(act="correction").state == "refused"
    assert holdings(people) == [0] * 6


def test_a_month_is_not_moved_by_a_correction_into_a_closed_one(
    club: Organisation, people: list[Person], secretary: User, staff: User
) -> None:
    file(club, session(people, day="2026-10-13"), secretary)
    filing = file(club, session(people), secretary)
    closing.close_month("ebu", OCTOBER, by=staff, today=date(2026, 11, 15))
    with pytest.raises(months.MonthClosed):
        correct(filing, session(people, day="2026-10-20"), secretary)
    filing.refresh_from_db()
    assert filing.day == date(2026, 11, 10)


def test_what_two_decide_at_once_is_decided_once(
    club: Organisation, people: list[Person], secretary: User, staff: User
) -> None:
    filing = ending.approve(file(club, session(people), secretary), by=staff)
    proposal = correct(filing, session(people, order=(1, 0, 2)), secretary).version.proposal
    current = Proposal.objects.get(pk=proposal.pk)
    deciding.accept(proposal, by=staff)
    with pytest.raises(MasterpointError, match="already"):
        deciding.refuse(current, by=staff, note="no")
    assert queries.current_version(filing).number == 2


def test_a_correction_sent_twice_keeps_the_newer_and_refuses_the_older(
    club: Organisation, people: list[Person], secretary: User, staff: User, federation: Federation
) -> None:
    filing = ending.approve(file(club, session(people), secretary), by=staff)
    first = correct(filing, session(people, order=(1, 0, 2)), secretary).version.proposal
    second = correct(filing, session(people, order=(2, 1, 0)), secretary).version.proposal
    first.refresh_from_db()
    assert (first.state, second.state) == ("refused", "waiting")
    deciding.accept(second, by=staff)
    assert holdings(people) == [0, 0, 600, 600, 1200, 1200]
    with pytest.raises(NotFiled, match=filing.receipt):  # what was refused is no filing of its own either
        file(club, session(people, order=(1, 0, 2)), secretary)
    with pytest.raises(NotFiled, match=filing.receipt):
        batches.file_batch(
            federation, [batches.BatchItem(club, session(people, order=(1, 0, 2)), ORIGINAL)], by=secretary
        )


def test_an_adjustment_to_a_merged_record_is_refused_with_the_way(
    club: Organisation, people: list[Person], staff: User
) -> None:
    merging.merge(people[0], people[2], by=staff, reason="one")
    with pytest.raises(MasterpointError) as refused:
        ledger.adjust(people[0], "local", 500, date(2026, 11, 1), by=staff, reason="late")
    assert people[2].number in str(refused.value) or "merged" in str(refused.value)


def test_a_filing_for_a_closed_club_and_a_day_to_come_are_both_told(
    club: Organisation, people: list[Person], secretary: User
) -> None:
    with pytest.raises(MasterpointError) as refused:
        file(club, with_name(session(people, day="2033-01-01"), 0, name="Completely Different"), secretary)
    assert len(refused.value.problems) >= 2
    assert not Filing.objects.exists()


def test_a_scorer_who_left_office_corrects_nothing_more(club: Organisation, people: list[Person], staff: User) -> None:
    scorer = account("scorer", club, "scorer")
    filing = file(club, session(people), scorer)
    offices.dismiss(scorer.appointments.get(), on=date(2026, 11, 15), by=staff)
    assert not queries.may_correct(scorer, filing)


def test_a_player_who_is_not_in_the_register_wins_when_the_correction_names_them(
    club: Organisation, people: list[Person], secretary: User, staff: User
) -> None:
    filing = file(club, session(people), secretary)
    stranger = Player(id="888", name="Sam Stranger")
    event = with_name(session(people), 0, id=stranger.id, name=stranger.name)
    with pytest.raises(NotFiled, match="888"):
        correct(filing, event, secretary)
    correct(filing, event, secretary, choices={"888": "new"})
    person = Person.objects.get(number="888")
    assert holdings([people[0], person]) == [0, 1200]
