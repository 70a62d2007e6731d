"""One evening is credited once: every version belongs to its filing, and what looks the same needs a decision."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from decimal import Decimal
from multiprocessing import get_context
from typing import Any

import msgspec
import pytest

from answers import existing
from centre.making import ORIGINAL, sealed, session
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import months as closing
from masterpoint.centre.filing import batch_judging, batches, correcting, ending, queries, services, two_events
from masterpoint.centre.filing.double_credits import twice_differences
from masterpoint.centre.filing.models import Filing, Play
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.services import Receipt
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.people import merging
from masterpoint.centre.registry import access, offices, registering
from masterpoint.centre.registry.models import Appointment, Change, Federation, Organisation, Person
from masterpoint.core.events import SessionEvent


def file(club: Organisation, event: SessionEvent, officer: User, **options: Any) -> Receipt:
    return services.file_event(club, event, ORIGINAL, by=officer, choices={}, **options)


def correct(filing: Filing, event: SessionEvent, officer: User, **options: Any) -> Receipt:
    return correcting.correct(filing, event, ORIGINAL, by=officer, reason="board 7", choices={}, **options)


def holdings(people: list[Person]) -> list[int]:
    return [ledger.holding(person).get("local", 0) for person in people]


@pytest.fixture
def other_club(county: Organisation) -> Organisation:
    return sealed(
        Organisation.objects.create(
            federation=county.federation, parent=county, level="club", number="1002", name="Hilltop Bridge Club"
        )
    )


def with_scores(
    people: list[Person], scores: tuple[str, str, str] = ("61.5", "52.25", "48"), **fields: Any
) -> SessionEvent:
    """The session with a percentage for each pair."""
    event = session(people, **fields)
    entries = tuple(
        msgspec.structs.replace(entry, score=Decimal(score))
        for entry, score in zip(event.lists[0].entries, scores, strict=True)
    )
    return msgspec.structs.replace(event, lists=(msgspec.structs.replace(event.lists[0], entries=entries),))


# Every version belongs to the filing


def test_a_version_that_was_corrected_is_not_filed_again(
    club: Organisation, people: list[Person], officer: User
) -> None:
    first, second = session(people), session(people, order=(1, 0, 2))
    filing = file(club, first, officer).filing
    correct(filing, second, officer)
    again = file(club, first, officer)
    assert (again.filed_before, again.superseded, again.filing, again.version.number) == (True, True, filing, 2)
    current = file(club, second, officer)
    assert (current.filed_before, current.superseded) == (True, False)
    assert holdings(people) == [600, 600, 1200, 1200, 0, 0]
    assert Posting.objects.count() == 3


def test_a_batch_does_not_file_it_again_either(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    first = session(people)
    filing = file(club, first, officer).filing
    correct(filing, session(people, order=(1, 0, 2)), officer)
    (receipt,) = batches.file_batch(federation, [batches.BatchItem(club, first, ORIGINAL)], by=officer)
    assert (receipt.filed_before, receipt.superseded, receipt.filing) == (True, True, filing)


def test_no_other_filing_is_corrected_into_what_one_was_before(
    club: Organisation, people: list[Person], officer: User
) -> None:
    first = session(people)
    filing = file(club, first, officer).filing
    correct(filing, session(people, order=(1, 0, 2)), officer)
    other = file(club, session(people, day="2026-11-03"), officer).filing
    with pytest.raises(NotFiled, match=filing.receipt):
        correct(other, first, officer, not_same_as=[filing.receipt])


def test_a_filing_may_be_corrected_back_to_what_it_was(club: Organisation, people: list[Person], officer: User) -> None:
    first = session(people)
    filing = file(club, first, officer).filing
    correct(filing, session(people, order=(1, 0, 2)), officer)
    assert correct(filing, first, officer).version.number == 3
    assert holdings(people) == [1200, 1200, 600, 600, 0, 0]


def test_what_an_ended_filing_was_before_its_correction_needs_a_decision(
    club: Organisation, people: list[Person], officer: User
) -> None:
    versions = [session(people), session(people, order=(1, 0, 2))]
    filing = file(club, versions[0], officer).filing
    correct(filing, versions[1], officer)
    ending.withdraw(filing, by=officer, reason="the wrong evening")
    with pytest.raises(NotFiled, match="the wrong evening"):
        file(club, versions[0], officer)
    assert not file(club, versions[0], officer, not_same_as=[filing.receipt]).filed_before


@pytest.mark.parametrize("end", [ending.withdraw, ending.reject])
@pytest.mark.parametrize("boards", [24, 26])
def test_what_was_ended_is_filed_again_only_by_a_decision(
    federation: Federation,
    club: Organisation,
    people: list[Person],
    officer: User,
    end: Callable[..., Any],
    boards: int,
) -> None:
    filing = file(club, session(people), officer).filing
    end(filing, by=officer, reason="nobody played")
    again = session(people, boards=boards)
    with pytest.raises(NotFiled, match=f"not_same_as={filing.receipt}"):
        file(club, again, officer)
    with pytest.raises(NotFiled, match=filing.receipt):
        batches.file_batch(federation, [batches.BatchItem(club, again, ORIGINAL)], by=officer)
    receipt = file(club, again, officer, not_same_as=[filing.receipt])
    assert "filed again by decision" in str(receipt.version.checks) and filing.receipt in str(receipt.version.checks)
    assert not queries.with_checks([receipt.filing])[0].clean
    assert holdings(people) == [1200, 1200, 600, 600, 0, 0]


def test_a_batch_keeps_its_decisions(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    first = file(club, session(people), officer).filing
    sent = [batches.BatchItem(club, session(people, boards=26), ORIGINAL)]
    (receipt,) = batches.file_batch(federation, sent, by=officer, not_same_as=[first.receipt.lower()])
    assert existing(receipt.version.postings.get().detail)["not_same_as"] == [first.receipt]
    assert not queries.with_checks([receipt.filing])[0].clean
    assert list(verifying.differences([federation])) == []


# What looks the same


NEARLY = {
    "a figure changed": {"boards": 26},
    "other places": {"order": (1, 0, 2)},
    "another name": {"boards": 26, "name": "Something else"},
}


@pytest.mark.parametrize("changed", NEARLY.values(), ids=NEARLY)
def test_nearly_the_same_needs_a_decision(
    federation: Federation, club: Organisation, people: list[Person], officer: User, changed: dict[str, Any]
) -> None:
    filing = file(club, session(people), officer).filing
    other = session(people, **changed)
    with pytest.raises(NotFiled) as refused:
        file(club, other, officer)
    (problem,) = refused.value.problems
    assert (problem.place, problem.value) == ("same evening", filing.receipt)
    with pytest.raises(NotFiled):
        batches.file_batch(federation, [batches.BatchItem(club, other, ORIGINAL)], by=officer)
    assert Filing.objects.count() == 1
    assert holdings(people) == [1200, 1200, 600, 600, 0, 0]


def test_the_same_evening_for_another_club_needs_a_decision(
    club: Organisation, other_club: Organisation, people: list[Person], officer: User
) -> None:
    filing = file(club, session(people), officer).filing
    with pytest.raises(NotFiled, match="for another organisation"):
        file(other_club, session(people), officer)
    assert not file(other_club, session(people), officer, not_same_as=[filing.receipt]).filed_before


def test_two_of_one_batch_are_compared_with_each_other(
    federation: Federation, club: Organisation, other_club: Organisation, people: list[Person], officer: User
) -> None:
    sent = [
        batches.BatchItem(club, session(people), ORIGINAL),
        batches.BatchItem(other_club, session(people), ORIGINAL),
    ]
    with pytest.raises(NotFiled, match="the same day and most of the same players, for another organisation"):
        batches.file_batch(federation, sent, by=officer)
    assert Filing.objects.count() == 0


MISTAKEN_DAYS = {
    "the day before": "2026-11-09",
    "the day after": "2026-11-11",
    "day and month the other way round": "2026-10-11",
    "a week before": "2026-11-03",
    "the month before": "2026-10-10",
    "the year before": "2025-11-10",
}


@pytest.mark.parametrize("day", MISTAKEN_DAYS.values(), ids=MISTAKEN_DAYS)
@pytest.mark.parametrize("scores", [("61.5", "52.25", "48"), ("61.5", "52.25", "47")], ids=["same", "one changed"])
def test_the_same_scores_on_a_mistaken_day_need_a_decision(
    federation: Federation,
    club: Organisation,
    people: list[Person],
    officer: User,
    day: str,
    scores: tuple[str, str, str],
) -> None:
    filing = file(club, with_scores(people), officer).filing
    again = with_scores(people, scores=scores, day=day)
    with pytest.raises(NotFiled, match=filing.receipt):
        file(club, again, officer)
    with pytest.raises(NotFiled, match=filing.receipt):
        batches.file_batch(federation, [batches.BatchItem(club, again, ORIGINAL)], by=officer)
    assert not file(club, again, officer, not_same_as=[filing.receipt]).filed_before


@pytest.mark.parametrize("day", ["2026-11-09", "2026-11-11", "2026-10-11"])
def test_the_same_places_on_the_day_beside_it_need_a_decision(
    club: Organisation, other_club: Organisation, people: list[Person], officer: User, day: str
) -> None:
    filing = file(club, session(people), officer).filing
    for organisation in (club, other_club):
        with pytest.raises(NotFiled, match=filing.receipt):
            file(organisation, session(people, day=day), officer)
    assert not file(club, session(people, order=(2, 0, 1), day=day), officer).filed_before


def test_a_file_without_numbers_is_the_same_evening_too(
    club: Organisation, people: list[Person], officer: User
) -> None:
    filing = file(club, with_scores(people), officer).filing
    event = with_scores(people, day="2026-11-11")
    entries = tuple(
        msgspec.structs.replace(
            entry, players=tuple(msgspec.structs.replace(player, id="") for player in entry.players)
        )
        for entry in event.lists[0].entries
    )
    event = msgspec.structs.replace(event, lists=(msgspec.structs.replace(event.lists[0], entries=entries),))
    who = {f"name:{person.name.casefold()}": person.pk for person in people}
    with pytest.raises(NotFiled, match=filing.receipt):
        services.file_event(club, event, ORIGINAL, by=officer, choices=who)


REGULARS = {
    "the next day, other scores": ("2026-11-11", ("58.5", "52", "47")),
    "the next week, other scores": ("2026-11-03", ("58.5", "55", "40")),
    "the next day, one score alike": ("2026-11-11", ("61.5", "50", "43")),
}


@pytest.mark.parametrize(("day", "scores"), REGULARS.values(), ids=REGULARS)
def test_regulars_who_meet_again_are_not_asked(
    club: Organisation, people: list[Person], officer: User, day: str, scores: tuple[str, str, str]
) -> None:
    file(club, with_scores(people), officer)
    assert not file(club, with_scores(people, scores=scores, day=day), officer).filed_before


def test_regulars_in_the_same_places_a_week_later_are_not_asked(
    club: Organisation, people: list[Person], officer: User
) -> None:
    file(club, session(people), officer)
    assert not file(club, session(people, day="2026-11-03"), officer).filed_before


def test_two_of_one_batch_on_days_beside_each_other_are_compared(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    sent = [batches.BatchItem(club, with_scores(people, day=day), ORIGINAL) for day in ("2026-11-10", "2026-11-11")]
    with pytest.raises(NotFiled, match="may be one evening"):
        batches.file_batch(federation, sent, by=officer)
    assert Filing.objects.count() == 0


def test_other_players_on_the_same_day_are_another_event(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    file(club, session(people), officer)
    others = [
        registering.register(federation, "Gwen", f"Grove{index}", on=date(2020, 1, 1), by=None) for index in range(6)
    ]
    assert not file(club, session(others), officer).filed_before
    mixed = [*people[:3], *others[3:]]
    with pytest.raises(NotFiled) as refused:
        file(club, session([*people[:4], *others[4:]], boards=26), officer)
    assert len(refused.value.problems) == 1
    assert mixed


def test_a_decision_stays_with_the_two_filings(club: Organisation, people: list[Person], officer: User) -> None:
    first = file(club, session(people), officer).filing
    second = file(club, session(people, boards=26), officer, not_same_as=[first.receipt.lower()]).filing
    correct(second, session(people, boards=28), officer)
    correct(first, session(people, boards=22), officer)
    assert {filing.versions.count() for filing in (first, second)} == {2}


def test_a_correction_may_not_become_another_evening_unasked(
    club: Organisation, people: list[Person], officer: User
) -> None:
    first = file(club, session(people), officer).filing
    second = file(club, session(people, day="2026-11-03"), officer).filing
    with pytest.raises(NotFiled, match=first.receipt):
        correct(second, session(people, order=(1, 0, 2)), officer)
    correct(second, session(people, order=(1, 0, 2)), officer, not_same_as=[first.receipt])


def test_players_of_a_merged_record_are_the_same_people(
    club: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    filing = file(club, session(people), officer).filing
    twins = [
        registering.register(federation, person.given_name, person.family_name, on=date(2020, 1, 1), by=None)
        for person in people
    ]
    for twin, person in zip(twins, people, strict=True):
        merging.merge(twin, person, by=officer, reason="one person")
    with pytest.raises(NotFiled, match=filing.receipt):
        file(club, session(twins, boards=26), officer)


# What is kept of a decision


def test_the_chain_keeps_who_decided_what_and_when(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    first = file(club, session(people), officer).filing
    second = file(club, session(people, boards=26), officer, not_same_as=[first.receipt])
    posting = second.version.postings.get()
    assert (existing(posting.detail)["not_same_as"], posting.by) == ([first.receipt], officer)
    assert second.filing.findings == 1
    assert first.receipt in second.version.checks["warnings"][0]
    assert list(verifying.differences([federation])) == []


def test_the_queue_does_not_call_it_clean(club: Organisation, people: list[Person], officer: User) -> None:
    first = file(club, session(people), officer).filing
    second = file(club, session(people, boards=26), officer, not_same_as=[first.receipt]).filing
    rows = {row.filing: row for row in queries.with_checks([first, second])}
    assert rows[first].clean
    assert not rows[second].clean


def test_verify_lists_evenings_credited_twice(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    """As an older Centre filed them, before anybody was asked."""
    first = file(club, session(people), officer).filing
    later = file(club, session(people, boards=26, day="2026-11-03"), officer)
    assert list(twice_differences(federation)) == []
    Filing.objects.filter(pk=later.filing.pk).update(day=first.day)
    (difference,) = twice_differences(federation)
    assert first.receipt in difference and later.filing.receipt in difference
    assert any(difference == line for line in verifying.differences([federation]))


@pytest.mark.parametrize(
    ("day", "away"),
    [
        ("2026-03-10", "2026-10-03"),
        ("2026-03-10", "2026-03-17"),
        ("2026-03-10", "2026-04-10"),
        ("2025-03-10", "2026-03-10"),
        ("2026-03-10", "2026-03-11"),
    ],
)
def test_verify_lists_the_same_scores_on_every_day_that_filing_asks_about(
    federation: Federation, club: Organisation, people: list[Person], officer: User, day: str, away: str
) -> None:
    """A day and month the other way round, a week, a month or a year apart, and the day beside."""
    first = file(club, with_scores(people, day=day), officer).filing
    later = file(club, with_scores(people, day="2024-06-20"), officer).filing
    assert list(twice_differences(federation)) == []
    Filing.objects.filter(pk=later.pk).update(day=date.fromisoformat(away))
    later.refresh_from_db()
    (difference,) = twice_differences(federation)
    assert first.receipt in difference and later.receipt in difference
    assert list(credited_twice_of(first)) == list(credited_twice_of(later)) == [first.receipt + later.receipt]
    two_events.decide_two_events(first, later, by=appoint_officer(officer, club), reason="they played twice")
    assert list(twice_differences(federation)) == []


def credited_twice_of(filing: Filing) -> list[str]:
    return [pair.first.receipt + pair.second.receipt for pair in two_events.undecided_pairs(filing)]


def appoint_officer(officer: User, club: Organisation) -> User:
    offices.appoint(
        officer, existing(existing(club.parent).parent), Appointment.Role.STAFF, on=date(2020, 1, 1), by=None
    )
    return officer


def test_verify_knows_the_play_of_every_version(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    filing = file(club, session(people), officer).filing
    correct(filing, session(people, order=(1, 0, 2)), officer)
    assert Play.objects.count() == 2
    Play.objects.filter(version__number=1).update(digest="0" * 64)
    assert any("play" in line for line in verifying.differences([federation]))


# Two filings that an older Centre has taken both


@pytest.fixture
def credited_twice(club: Organisation, people: list[Person], officer: User) -> tuple[Filing, Filing]:
    """Two filings of one evening, taken before anybody was asked."""
    first = file(club, session(people), officer).filing
    second = file(club, session(people, boards=26, day="2026-11-03"), officer).filing
    Filing.objects.filter(pk=second.pk).update(day=first.day)
    second.refresh_from_db()
    return first, second


@pytest.fixture
def staff(county: Organisation, officer: User) -> User:
    offices.appoint(officer, existing(county.parent), Appointment.Role.STAFF, on=date(2020, 1, 1), by=None)
    return officer


def test_what_may_be_credited_twice_does_not_become_official(
    federation: Federation, credited_twice: tuple[Filing, Filing], staff: User
) -> None:
    receipts = [filing.receipt for filing in credited_twice]
    assert ending.approve_clean(federation, receipts, by=staff) == 0
    for filing, other in (credited_twice, credited_twice[::-1]):
        with pytest.raises(NotFiled, match=other.receipt):
            ending.approve(filing, by=staff)
    with pytest.raises(closing.Undecided, match=receipts[1]):
        closing.close_month("ebu", date(2026, 11, 1), by=staff, today=date(2026, 12, 1))
    assert set(Filing.objects.values_list("state", flat=True)) == {"provisional"}


def test_the_office_decides_that_they_are_two_events(
    federation: Federation, credited_twice: tuple[Filing, Filing], staff: User
) -> None:
    first, second = credited_twice
    with pytest.raises(NotFiled, match="needs a reason"):
        two_events.decide_two_events(first, second, by=staff, reason=" ")
    two_events.decide_two_events(second, first, by=staff, reason="an afternoon and an evening")
    assert list(twice_differences(federation)) == []
    assert ending.approve_clean(federation, [first.receipt, second.receipt], by=staff) == 2
    with pytest.raises(NotFiled, match="nothing is open"):
        two_events.decide_two_events(first, second, by=staff, reason="again")
    change = Change.objects.get(what="two events")
    assert (change.by, change.reason) == (staff, "an afternoon and an evening")


def test_nobody_else_decides_it(credited_twice: tuple[Filing, Filing], officer: User) -> None:
    with pytest.raises(access.NotAllowed):
        two_events.decide_two_events(*credited_twice, by=officer, reason="I know")
    with pytest.raises(access.NotAllowed):
        two_events.decide_two_events(*credited_twice, by=None, reason="the machine knows")


def test_one_of_the_two_withdrawn_leaves_the_other_in_order(
    federation: Federation, credited_twice: tuple[Filing, Filing], staff: User
) -> None:
    first, second = credited_twice
    ending.reject(second, by=staff, reason="filed twice")
    assert ending.approve(first, by=staff).state == "official"
    assert list(twice_differences(federation)) == []


def test_verify_lists_the_same_scores_on_the_day_beside_it(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    first = file(club, with_scores(people), officer).filing
    second = file(club, with_scores(people, scores=("61.5", "52.25", "47"), day="2026-11-04"), officer).filing
    assert list(twice_differences(federation)) == []
    Filing.objects.filter(pk=second.pk).update(day=date(2026, 11, 11))
    (difference,) = twice_differences(federation)
    assert first.receipt in difference and second.receipt in difference


def test_judging_elsewhere_keeps_the_play(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    """An event that has been to another process writes out what it leaves to default; its play stays the same."""
    with ProcessPoolExecutor(1, get_context("fork")) as pool:
        sent = [batches.BatchItem(club, session(people), ORIGINAL)]
        batches.file_batch(federation, sent, by=officer, judge=batch_judging.judging_pool(pool))
    assert list(verifying.differences([federation])) == []
