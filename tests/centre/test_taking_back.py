"""A list of balances is one posting; what it gave one person is taken back alone, and once."""

from __future__ import annotations

from datetime import date

import pytest

from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import manual_postings, queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.people import merging
from masterpoint.centre.records import officers, opening_balances
from masterpoint.centre.records.opening_balances import Balances
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Person

TODAY = date(2026, 11, 15)
HEADING = "number,colour,points,day,reason"


def balances(federation: Federation, rows: str) -> Balances:
    data = f"{HEADING}\n{rows}".encode()
    return opening_balances.read_balances(federation, data, source="old.csv", today=TODAY)


@pytest.fixture
def posting(federation: Federation, people: list[Person], officer: User) -> Posting:
    rows = "\n".join(f"{100 + index},local,{index + 1},2025-12-31,old" for index in range(6))
    return opening_balances.post_balances(federation, balances(federation, rows), by=officer)


def holdings(people: list[Person]) -> list[int]:
    return [queries.holding(person).get("local", 0) for person in people]


def test_everybody_else_keeps_theirs(
    posting: Posting, people: list[Person], officer: User, federation: Federation
) -> None:
    officers.take_back(posting, by=officer, reason="not hers", person=people[2], people=1)
    assert holdings(people) == [100, 200, 0, 400, 500, 600]
    assert list(verifying.differences([federation])) == []


def test_the_whole_list_taken_back_later_spares_whoever_lost_theirs(
    posting: Posting, people: list[Person], officer: User, federation: Federation
) -> None:
    for person in people[2:4]:
        officers.take_back(posting, by=officer, reason="not theirs", person=person)
    officers.take_back(posting, by=officer, reason="the wrong file", people=4)
    assert holdings(people) == [0] * 6
    assert list(verifying.differences([federation])) == []


def test_nobody_loses_it_twice(posting: Posting, people: list[Person], officer: User, federation: Federation) -> None:
    officers.take_back(posting, by=officer, reason="not hers", person=people[2])
    with pytest.raises(ledger.NotPosted):
        officers.take_back(posting, by=officer, reason="again", person=people[2])
    officers.take_back(posting, by=officer, reason="the wrong file")
    for person in (people[2], people[3], None):
        with pytest.raises(ledger.NotPosted):
            officers.take_back(posting, by=officer, reason="again", person=person)
    assert holdings(people) == [0] * 6


def test_one_by_one_until_nothing_is_left(
    posting: Posting, people: list[Person], officer: User, federation: Federation
) -> None:
    for person in people:
        officers.take_back(posting, by=officer, reason="one by one", person=person)
    with pytest.raises(ledger.AlreadyReversed):
        officers.take_back(posting, by=officer, reason="all of it")
    assert holdings(people) == [0] * 6
    assert list(verifying.differences([federation])) == []


def test_what_a_merge_moved_is_taken_where_it_went(
    posting: Posting, people: list[Person], officer: User, federation: Federation
) -> None:
    merging.merge(people[1], people[0], by=officer, reason="one person")
    officers.take_back(posting, by=officer, reason="not hers", person=people[1])
    assert holdings(people)[:2] == [100, 0]
    assert list(verifying.differences([federation])) == []


def test_whom_it_touches_is_seen_first(posting: Posting, people: list[Person], officer: User) -> None:
    with pytest.raises(ledger.NotPosted, match="6 players"):
        officers.take_back(posting, by=officer, reason="hers", people=1)
    seen = manual_postings.preview_reversal(posting)
    assert [person for person, _ in seen.rows] == people
    assert (seen.sums, seen.already_reversed) == ({"local": 2100}, 0)
    officers.take_back(posting, by=officer, reason="not hers", person=people[5])
    assert manual_postings.preview_reversal(posting, people[0]).rows == [(people[0], {"local": 100})]
    assert manual_postings.preview_reversal(posting).already_reversed == 1


def test_somebody_it_does_not_touch(posting: Posting, federation: Federation, officer: User) -> None:
    stranger = registering.register(federation, "Sue", "Stranger", on=TODAY, by=None)
    with pytest.raises(ledger.NotPosted, match="gave this player nothing"):
        officers.take_back(posting, by=officer, reason="hers", person=stranger)
