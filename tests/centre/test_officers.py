"""Officers at a record: what they post is what they saw, once, and can be taken back; duplicates are found."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest

from answers import existing
from centre.making import sealed
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.ledger import manual_postings, queries, transfers
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.transfers import Answers
from masterpoint.centre.people import merging
from masterpoint.centre.records import manual_entries, officers, season_points
from masterpoint.centre.records.manual_entries import ManualEntry
from masterpoint.centre.records.officers import OfficerResult
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.duplicates import likely_duplicates, mark_as_different
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.schemes import FEDERATIONS

TODAY = date(2026, 11, 15)
FIELDS = {"kind": "adjustment", "colour": "local", "points": "12.5", "day": "2026-11-01", "reason": "entered twice"}


def entry_for(person: Person, **fields: Any) -> ManualEntry:
    return manual_entries.read_entry(person, FIELDS | fields, today=TODAY)


def post(person: Person, by: User, **options: Any) -> OfficerResult:
    return officers.post(person, entry_for(person, **options), by=by, line_shown=queries.last_line(person))


@pytest.mark.parametrize(
    ("points", "hundredths"), [("12", 1200), ("-3.5", -350), ("−0.25", -25), (" 7.00 ", 700), ("1e2", 10_000)]
)
def test_points_are_read_exactly(people: list[Person], points: str, hundredths: int) -> None:
    assert entry_for(people[0], points=points).hundredths == hundredths


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("points", text) for text in ("", "0", "1.234", "NaN", "Infinity", "1e99", "twelve", "1,5")),
        *(("points", text) for text in ("1e999999999", "1e-999999999")),
        ("colour", "C"),
        ("kind", "awards"),
        ("day", "2026-11-16"),
        ("day", "yesterday"),
        ("reason", "  "),
    ],
)
def test_what_does_not_read_is_refused_in_its_place(people: list[Person], field: str, value: str) -> None:
    with pytest.raises(ledger.NotPosted) as refused:
        entry_for(people[0], **{field: value})
    assert [problem.place for problem in refused.value.problems] == [field]


def test_an_adjustment_is_posted_once_however_often_the_button_is_pressed(
    people: list[Person], officer: User, federation: Federation
) -> None:
    seen = queries.last_line(people[0])
    officers.post(people[0], entry_for(people[0]), by=officer, line_shown=seen)
    with pytest.raises(ledger.NotPosted):
        officers.post(people[0], entry_for(people[0]), by=officer, line_shown=seen)
    assert queries.holding(people[0]) == {"local": 1250}
    (act,) = manual_postings.postings_by_officers(federation)
    assert (act.reason, act.by) == ("entered twice", officer)


def test_it_is_taken_back_once_and_both_stay(people: list[Person], officer: User, federation: Federation) -> None:
    posting = existing(post(people[0], officer, kind="opening").posting)
    with pytest.raises(ledger.NotPosted):
        officers.take_back(posting, by=officer, reason=" ")
    officers.take_back(posting, by=officer, reason="it was in the file already")
    with pytest.raises(ledger.NotPosted):
        officers.take_back(posting, by=officer, reason="again")
    assert queries.holding(people[0]) == {}
    assert Posting.objects.count() == 2
    assert list(verifying.differences([federation])) == []


def test_awards_of_a_filing_are_not_taken_back_like_this(
    people: list[Person], officer: User, federation: Federation
) -> None:
    posting = ledger.post(federation, "awards", [NewLine(people[0].pk, "local", 100, TODAY)], by=officer)
    with pytest.raises(ledger.NotPosted):
        officers.take_back(posting, by=officer, reason="wrong")


def test_what_undoes_a_promotion_flags_it(people: list[Person], officer: User, federation: Federation) -> None:
    posting = existing(post(people[0], officer, points="200").posting)
    announcing.promote(federation, TODAY, by=officer)
    result = officers.take_back(posting, by=officer, reason="a mistake")
    assert [promotion.person for promotion in result.undone] == [people[0]]
    assert "taken back: a mistake" in result.undone[0].flagged
    posting = existing(post(people[1], officer, points="200").posting)
    announcing.promote(federation, date(2026, 12, 31), by=officer)
    assert [promotion.person for promotion in post(people[1], officer, points="-150").undone] == [people[1]]


def test_points_from_elsewhere_are_credited_once(people: list[Person], officer: User, federation: Federation) -> None:
    facts = {"union": "wales", "record_closed": True, "local": "500"}
    seen = queries.last_line(people[0])
    fields: dict[str, Any] = {"on": TODAY, "by": officer, "reason": "moved to England", "line_shown": seen}
    posting = existing(officers.credit_transfer(people[0], "transfer", facts, **fields).posting)
    with pytest.raises(ledger.NotPosted):
        officers.credit_transfer(people[0], "transfer", facts, **fields)
    assert queries.holding(people[0]) == {"local": 50_000}
    officers.take_back(posting, by=officer, reason="went back")
    assert queries.holding(people[0]) == {}
    assert list(verifying.differences([federation])) == []


class TestDuplicates:
    def new(self, federation: Federation, given_name: str, family: str, **fields: Any) -> Person:
        return registering.register(federation, given_name, family, on=date(2026, 1, 1), by=None, **fields)

    def test_the_same_name_twice_and_newcomers_like_somebody(
        self, people: list[Person], federation: Federation, club: Organisation
    ) -> None:
        twin = self.new(federation, "Ada", "Ashby", club=club)
        visitor = self.new(federation, "Benn", "Brook", status=Person.Status.POTENTIAL)
        pairs = [(pair.older, pair.newer, pair.reason) for pair in likely_duplicates(federation)]
        assert pairs == [(people[0], twin, "same name, same club"), (people[1], visitor, "similar name")]

    def test_other_years_of_birth_joined_records_and_the_dead_are_left_out(
        self, people: list[Person], federation: Federation, officer: User
    ) -> None:
        Person.objects.filter(pk=people[0].pk).update(born_in=1950)
        self.new(federation, "Ada", "Ashby", born_in=1980)
        merging.merge(self.new(federation, "Ben", "Brook"), people[1], by=officer, reason="the same")
        self.new(federation, "Cleo", "Carr", status=Person.Status.DECEASED)
        assert likely_duplicates(federation) == []

    def test_who_was_told_apart_is_not_asked_about_again(
        self, people: list[Person], federation: Federation, officer: User
    ) -> None:
        twin = self.new(federation, "Ada", "Ashby")
        for _ in range(2):
            mark_as_different(twin, people[0], by=officer)
        assert likely_duplicates(federation) == []


@pytest.mark.parametrize(("year", "in_the_year"), [("", 0), ("2025", 500)])
def test_a_balance_counts_in_the_year_it_says_and_else_in_none(
    people: list[Person], officer: User, federation: Federation, year: str, in_the_year: int
) -> None:
    fields: dict[str, Any] = {"kind": "opening", "day": "2025-12-31", "points": "5", "colour": "local", "year": year}
    post(people[0], officer, **fields)
    carryovers = season_points.carryover_sums(federation, 2025, season_points.lines_of(federation, 2025)).get(
        people[0].pk, {}
    )
    points = queries.holding(people[0])["local"]
    assert (points, points - carryovers.get("local", 0)) == (500, in_the_year)
    assert list(verifying.differences([federation])) == []


@pytest.mark.parametrize("kind", ["opening", "adjustment"])
def test_a_year_that_is_not_that_of_the_day_is_told(people: list[Person], kind: str) -> None:
    with pytest.raises(ledger.NotPosted, match="the day is in 2025"):
        entry_for(people[0], kind=kind, day="2025-12-31", year="2024")


class TestMoving:
    @pytest.fixture
    def welsh(self, officer: User) -> Person:
        wales = sealed(Federation.objects.create(code="wbu", name="Welsh Bridge Union", scheme="wbu"))
        person = registering.register(wales, "Ada", "Ashby", on=date(2020, 1, 1), by=None)
        ledger.adjust(person, "local", 70_000, date(2026, 3, 3), by=officer, reason="her record")
        ledger.adjust(person, "green", 1250, date(2026, 3, 3), by=officer, reason="her record")
        return person

    def answers(self, person: Person, scheme: str = "ebu", sheet: str = "transfer") -> Answers:
        return transfers.answers_of(person.federation.scheme, queries.holding(person), scheme, sheet)

    def test_the_record_answers_the_table_and_both_sides_are_posted_once(
        self, welsh: Person, people: list[Person], officer: User, federation: Federation
    ) -> None:
        answers = self.answers(welsh)
        assert answers.facts == {"union": "wales", "record_closed": True, "local": "700", "green": "12.50"}
        seen = (queries.last_line(welsh), queries.last_line(people[0]))
        fields: dict[str, Any] = {"on": TODAY, "by": officer, "reason": "moved to England", "lines_shown": seen}
        result = officers.move(welsh, people[0], "transfer", answers.facts, **fields)
        with pytest.raises(ledger.NotPosted, match="posted already"):
            officers.move(welsh, people[0], "transfer", answers.facts, **fields)
        assert queries.holding(welsh) == {}
        assert queries.holding(people[0]) == {"local": 70_000, "green": 1250}
        assert (
            existing(result.closed).federation == welsh.federation
            and existing(result.credited).federation == federation
        )
        assert list(verifying.differences([federation, welsh.federation])) == []

    def test_colours_that_answer_one_question_are_added_up(
        self, welsh: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        england = FEDERATIONS["ebu"]
        transfer = msgspec.structs.replace(
            england.transfers[0], prefill=lambda _source, holding: (dict.fromkeys(holding, "local"), {})
        )
        monkeypatch.setitem(FEDERATIONS.loaded, "ebu", msgspec.structs.replace(england, transfers=(transfer,)))
        assert self.answers(welsh).facts == {"local": "712.50"}

    def test_what_a_table_does_not_ask_for_is_said(self, welsh: Person) -> None:
        assert self.answers(welsh, "nz", "overseas").left_out == ("green", "local")
        abf = self.answers(welsh, "abf", "reciprocity")
        assert (abf.facts, abf.left_out) == ({"settled": True, "uk_local": "700", "uk_green": "12.50"}, ())
        assert self.answers(welsh, "nz", "foreign-rank").facts == {}
