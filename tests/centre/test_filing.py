"""Filing: once, however often it is sent; corrected by new versions; what was acknowledged stays."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest

from centre.making import ORIGINAL, session
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import months as closing
from masterpoint.centre.filing import correcting, deciding, ending, judging, months, services
from masterpoint.centre.filing.examining import Decisions, examine
from masterpoint.centre.filing.models import Draft, Filing, Month
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.services import Receipt
from masterpoint.centre.filing.stored_events import event_of_version
from masterpoint.centre.filing.writing import awards_of
from masterpoint.centre.ledger import queries, verify
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation, Organisation, Person, StatusPeriod
from masterpoint.core.events import SessionEvent


def file(club: Organisation, event: SessionEvent, officer: User, **options: Any) -> Receipt:
    return services.file_event(club, event, ORIGINAL, by=officer, choices={}, **options)


def test_a_filing_pays_its_players(club: Organisation, people: list[Person], officer: User) -> None:
    receipt = file(club, session(people), officer)
    assert not receipt.filed_before
    assert receipt.filing.state == Filing.State.PROVISIONAL
    assert [queries.holding(person).get("local", 0) for person in people] == [1200, 1200, 600, 600, 0, 0]


def test_the_same_event_again_changes_nothing(club: Organisation, people: list[Person], officer: User) -> None:
    first = file(club, session(people), officer)
    for again in (session(people), session(people, name="Re-saved under another name")):
        second = file(club, again, officer)
        assert second.filed_before
        assert second.filing == first.filing
    assert Posting.objects.count() == 1


def test_the_order_of_entries_and_the_spelling_of_places_do_not_make_another_event(
    club: Organisation, people: list[Person], officer: User
) -> None:
    event = session(people)
    file(club, event, officer)
    ranking = event.lists[0]
    rotated = msgspec.structs.replace(event, lists=(msgspec.structs.replace(ranking, entries=ranking.entries[::-1]),))
    assert file(club, rotated, officer).filed_before


def test_unknown_players_stop_a_filing_and_are_all_named(
    club: Organisation, people: list[Person], officer: User
) -> None:
    event = session(people)
    people[0].delete()
    people[3].delete()
    with pytest.raises(NotFiled) as refused:
        file(club, event, officer)
    assert {problem.value for problem in refused.value.problems} == {"Ada Ashby", "Dan Dale"}
    assert Filing.objects.count() == 0
    assert Posting.objects.count() == 0


def test_this_is_them(club: Organisation, people: list[Person], officer: User) -> None:
    raw = session(people)
    entry = msgspec.structs.replace(
        raw.lists[0].entries[0],
        players=(
            msgspec.structs.replace(raw.lists[0].entries[0].players[0], id="", name="Ada Ashbey"),
            raw.lists[0].entries[0].players[1],
        ),
    )
    event = msgspec.structs.replace(
        raw, lists=(msgspec.structs.replace(raw.lists[0], entries=(entry, *raw.lists[0].entries[1:])),)
    )
    shown = examine(club, event, Decisions())
    (unknown,) = shown.unknown
    assert unknown.matches[0].person == people[0]
    assert "similar name" in unknown.matches[0].reason
    services.file_event(club, event, ORIGINAL, by=officer, choices={unknown.key: people[0].pk})
    assert queries.holding(people[0]) == {"local": 1200}


def test_a_suspended_member_earns_nothing_in_the_period(
    club: Organisation, people: list[Person], officer: User
) -> None:
    StatusPeriod.objects.create(
        person=people[0], status=Person.Status.SUSPENDED, first_day=date(2026, 11, 1), last_day=date(2026, 11, 30)
    )
    file(club, session(people), officer)
    assert queries.holding(people[0]) == {}
    assert queries.holding(people[1]) == {"local": 1200}


def test_a_correction_reverses_and_posts_anew(
    club: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    filing = file(club, session(people), officer).filing
    corrected = session(people, order=(1, 0, 2))
    receipt = correcting.correct(
        filing, corrected, ORIGINAL, by=officer, reason="board 7 was scored the wrong way", choices={}
    )
    assert receipt.version.number == 2
    assert [queries.holding(person).get("local", 0) for person in people[:4]] == [600, 600, 1200, 1200]
    assert [posting.kind for posting in Posting.objects.order_by("number")] == ["awards", "reversal", "awards"]
    assert list(verify.chain_differences(federation)) == []
    assert list(verify.total_differences()) == []


def test_a_correction_that_corrects_nothing_is_no_new_version(
    club: Organisation, people: list[Person], officer: User
) -> None:
    filing = file(club, session(people), officer).filing
    corrected = session(people, order=(1, 0, 2))
    fields: dict[str, Any] = {"by": officer, "reason": "board 7", "choices": {}}
    first, again = (correcting.correct(filing, corrected, ORIGINAL, **fields) for _ in range(2))
    assert (first.filed_before, again.filed_before) == (False, True)
    assert again.version == first.version
    assert Posting.objects.count() == 3


def test_a_withdrawn_event_may_be_filed_again(club: Organisation, people: list[Person], officer: User) -> None:
    filing = file(club, session(people), officer).filing
    with pytest.raises(NotFiled):
        ending.withdraw(filing, by=officer, reason=" ")
    ending.withdraw(filing, by=officer, reason="wrong evening")
    assert queries.holding(people[0]) == {}
    assert not file(club, session(people), officer, not_same_as=[filing.receipt]).filed_before


def test_closing_makes_official_and_is_repeatable(
    club: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    filing = file(club, session(people), officer).filing
    for _ in range(2):
        month = closing.close_month("ebu", date(2026, 11, 1), by=officer, today=date(2026, 12, 1))
    filing.refresh_from_db()
    assert filing.state == Filing.State.OFFICIAL
    assert month.state == Month.State.CLOSED
    with pytest.raises(months.MonthClosed):
        file(club, session(people, boards=20), officer, not_same_as=[filing.receipt])
    closing.reopen_month("ebu", date(2026, 11, 1))
    filing.refresh_from_db()
    assert filing.state == Filing.State.PROVISIONAL


def test_what_was_posted_can_be_judged_again(club: Organisation, people: list[Person], officer: User) -> None:
    version = file(club, session(people), officer).version
    again = judging.judge(event_of_version(version))
    stored = judging.load_result(version.result)
    assert [award["points"] for award in stored["awards"]] == ["12", "6", "0"]
    assert awards_of(version, again, None).lines


def test_an_event_of_another_scheme_is_not_taken(club: Organisation, people: list[Person], officer: User) -> None:
    with pytest.raises(NotFiled) as refused:
        file(club, session(people, scheme="sbu"), officer)
    assert refused.value.problems[0].place == "scheme"


@pytest.mark.parametrize("name", ["a\x00b", "half \ud83c of a character"])
def test_text_that_no_database_keeps_is_refused(
    club: Organisation, people: list[Person], officer: User, name: str
) -> None:
    with pytest.raises(NotFiled):
        file(club, session(people, name=name), officer)
    assert Filing.objects.count() == 0


def test_what_is_decided_about_a_draft_is_kept_and_registers_nobody(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    draft = Draft.objects.create(key="k" * 43, federation=federation, organisation=club, user=officer, original=b"")
    deciding.decide(draft, ["name:gwen grove", "name:hal hill"], None)
    deciding.decide(draft, ["name:hal hill"], people[0])
    deciding.decide_not_the_same(draft, "EBU-2345-6789-A")
    deciding.confirm_organiser(draft)
    draft.refresh_from_db()
    decisions = deciding.decisions_of(draft)
    assert decisions.people == {"name:gwen grove": "new", "name:hal hill": people[0].pk}
    assert (list(decisions.not_same_as), decisions.organiser_confirmed) == (["EBU-2345-6789-A"], True)
    assert Person.objects.count() == len(people)
