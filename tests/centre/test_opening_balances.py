"""Opening balances from a file: all problems at once, one posting, once."""

from __future__ import annotations

from datetime import date

import pytest

from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.ledger import manual_postings, queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.people import merging
from masterpoint.centre.records import officers, opening_balances
from masterpoint.centre.records.opening_balances import Balances
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import NotReadable

TODAY = date(2026, 11, 15)
HEADING = "number,colour,points,day,reason"
SOUND = f"""{HEADING}
100,local,1234,2025-12-31,old register
100,Green,12.25,2025-12-31,old register
101,local,5,2025-12-31,card shown
"""


def read(federation: Federation, text: str) -> Balances:
    return opening_balances.read_balances(federation, text.encode(), source="old.csv", today=TODAY)


def test_a_sound_file_is_one_posting(federation: Federation, people: list[Person], officer: User) -> None:
    data = read(federation, SOUND)
    assert (data.players, data.sums) == (2, {"green": 1225, "local": 123_900})
    assert Posting.objects.count() == 0
    posting = opening_balances.post_balances(federation, data, by=officer)
    assert queries.holding(people[0]) == {"local": 123_400, "green": 1225}
    assert (posting.kind, posting.by, posting.reason) == ("opening", officer, "old register; card shown")
    assert posting.detail == {"file": "old.csv", "balances": data.digest}, (
        "nothing for every line: it may be of thousands"
    )
    assert list(verifying.differences([federation])) == []


def test_the_same_balances_are_posted_once_however_the_file_was_saved(
    federation: Federation, people: list[Person], officer: User
) -> None:
    data = read(federation, SOUND)
    posting = opening_balances.post_balances(federation, data, by=officer)
    lines = SOUND.splitlines()
    again = "\r\n".join([lines[0], *reversed(lines[1:])]).replace("1234,", "1234.00,")
    with pytest.raises(ledger.NotPosted, match="as number 1 of the ledger"):
        read(federation, again)
    with pytest.raises(ledger.NotPosted):
        opening_balances.post_balances(federation, data, by=officer)
    officers.take_back(posting, by=officer, reason="the wrong file")
    opening_balances.post_balances(federation, read(federation, again), by=officer)
    assert queries.holding(people[1]) == {"local": 500}


def test_every_problem_is_told_at_once_by_its_line(federation: Federation, people: list[Person], officer: User) -> None:
    wrong = [
        "999,local,5,2025-12-31,old",
        "100,purple,5,2025-12-31,old",
        "100,local,-5,2025-12-31,old",
        "100,local,1.234,2025-12-31,old",
        "100,local,5,2026-11-16,old",
        "100,local,5,31/12/2025,old",
        "100,local,5,2025-12-31,",
        "101,local,5,2025-12-31,old",
        "101,local,6,2025-12-31,old",
    ]
    with pytest.raises(NotReadable) as refused:
        read(federation, "\n".join([HEADING, *wrong]))
    assert [problem.place for problem in refused.value.problems] == [f"old.csv, line {line}" for line in range(2, 11)]
    assert Posting.objects.count() == 0


@pytest.mark.parametrize(
    "text", ["", HEADING, "number,colour,points,day\n100,local,5,2025-12-31", "\0\0", "x" * 200_000]
)
def test_what_is_no_such_file_is_told(federation: Federation, people: list[Person], text: str) -> None:
    with pytest.raises(NotReadable):
        read(federation, text)


def test_an_officer_answers_for_it(federation: Federation, people: list[Person]) -> None:
    with pytest.raises(ledger.NotPosted, match="an officer must be named"):
        opening_balances.post_balances(federation, read(federation, SOUND), by=None)


def test_a_joined_record_gives_its_balance_to_the_one_it_joined(
    federation: Federation, people: list[Person], officer: User
) -> None:
    merging.merge(people[1], people[0], by=officer, reason="one person")
    opening_balances.post_balances(federation, read(federation, f"{HEADING}\n101,local,5,2025-12-31,old"), by=officer)
    assert queries.holding(people[0]) == {"local": 500}


def test_a_list_taken_back_flags_every_promotion_it_undoes(
    federation: Federation, people: list[Person], officer: User
) -> None:
    posting = opening_balances.post_balances(federation, read(federation, SOUND), by=officer)
    run = announcing.promote(federation, TODAY, by=officer)
    assert [promotion.person for promotion in run.promotions.all()] == [people[0]]
    result = officers.take_back(posting, by=officer, reason="the wrong file")
    assert [item.person for item in result.undone] == [people[0]]
    assert queries.holding(people[0]) == queries.holding(people[1]) == {}
    assert list(verifying.differences([federation])) == []


def test_a_long_list_is_told_by_its_first_lines_and_on_a_record_by_its_own(
    federation: Federation, people: list[Person], officer: User
) -> None:
    days = "\n".join(f"{number},local,5,2025-12-{day},old" for number in (100, 101) for day in range(10, 20))
    opening_balances.post_balances(federation, read(federation, f"{HEADING}\n{days}"), by=officer)
    (act,) = manual_postings.posting_summaries(manual_postings.postings_by_officers(federation))
    assert [line.person for line in act.lines] == [people[0]] * (manual_postings.LINES_SHOWN + 1)
    assert (act.people, act.has_more_lines) == (2, True)
    (act,) = manual_postings.posting_summaries(manual_postings.postings_by_officers(federation, people[1]), people[1])
    assert {line.person for line in act.lines} == {people[1]}
