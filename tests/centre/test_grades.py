"""NZ: the grade on a day is that day's on every door; what was brought along was not earned; old ratings come in."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest

from answers import existing, of_kind
from centre.making import ORIGINAL, brought_balances, brought_rating, sealed, session_from
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import register_status, services
from masterpoint.centre.filing.examining import Decisions, examine
from masterpoint.centre.filing.play_digest import event_as_data
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger import transfers
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.people import merging
from masterpoint.centre.records import entrants, grades, officers, opening_ratings, yearly
from masterpoint.centre.records.models import Promotion, PromotionRun, Rating
from masterpoint.centre.records.opening_ratings import OpeningRatings
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.audit import NotRegistered
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.errors import NotReadable
from masterpoint.core.events import SessionEvent
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS

TODAY = date(2026, 11, 15)


@pytest.fixture
def nz(db: None) -> Federation:
    return sealed(Federation.objects.create(code="nz", name="New Zealand Bridge", scheme="nz", next_number=10_000))


@pytest.fixture
def club(nz: Federation) -> Organisation:
    national = Organisation.objects.create(federation=nz, level="national", number="1", name="NZ Bridge")
    kowhai = Organisation.objects.create(federation=nz, parent=national, level="club", number="1001", name="Kowhai")
    sealed(national, kowhai)
    return kowhai


def player(nz: Federation, name: str = "Ada", **fields: Any) -> Person:
    return registering.register(nz, name, "Ashby", on=date(2020, 1, 1), by=None, **fields)


def add_points(person: Person, colour: str, points: int, day: date) -> None:
    ledger.post(person.federation, "awards", [NewLine(person.pk, colour, points * 100, day)], by=None)


def grade_on_every_door(person: Person, day: date) -> str:
    """Filing, entry list and lookup, and the record: they must agree."""
    (entrant,) = entrants.look_up(None, person.federation, [person.number], day)
    filed = register_status.statuses_of({"k": person}, "nz", day)["k"].grade
    record = existing(yearly.rating_card(person, day)).current.name
    assert entrant.grade.lower() == filed == record.lower()
    return record


def test_no_earlier_rating_keeps_the_grade_of_the_book(nz: Federation, club: Organisation, officer: User) -> None:
    """40 B brought in for 2025, the year run done, a 3B won on 20 January 2026: Junior, 3 B."""
    people = [player(nz, name) for name in ("Ada", "Ben")]
    for person in people:
        brought_balances(nz, officer, f"{person.number},B,40,2025-12-31,")
    yearly.rate(nz, 2025, by=officer)
    assert {grade_on_every_door(person, date(2026, 1, 20)) for person in people} == {"Junior"}
    entries = [{"place": place, "name": f"pair {place}"} for place in range(2, 15)]
    first = {"place": 1, "players": [{"id": person.number, "name": person.name} for person in people]}
    raw = {
        "form": "tournament",
        "scheme": "nz",
        "day": "2026-01-20",
        "contest": "pairs",
        "grade": "3B",
        "boards": 52,
        "organiser": {"level": "club"},
        "sessions": [{"boards": 26}, {"boards": 26}],
        "overall": [{"entries": [first, *entries]}],
    }
    preview = examine(club, event_from(raw, FACTS), Decisions())
    winners = [
        award
        for award in existing(preview.result).awards
        if award.entry.place == 1 and award.colour == "B" and award.kind == "overall"
    ]
    assert [award.points for award in winners] == [3]


def test_a_rating_is_in_force_from_1_february(nz: Federation, officer: User) -> None:
    ada = player(nz)
    brought_rating(ada, 2023, 20, "", officer)
    brought_rating(ada, 2024, 60, "", officer)
    brought_rating(ada, 2025, 120, "", officer)
    days = (date(2024, 1, 31), date(2025, 1, 31), date(2025, 6, 20), date(2026, 1, 20), date(2026, 2, 1))
    expected = ["Junior", "Junior", "Intermediate", "Intermediate", "Open"]
    assert [grade_on_every_door(ada, day) for day in days] == expected


def test_a_provincial_master_is_open_from_the_announcement_on(nz: Federation, officer: User) -> None:
    ada = player(nz)
    brought_rating(ada, 2024, 60, "", officer)
    run = PromotionRun.objects.create(federation=nz, as_at=date(2026, 6, 30))
    Promotion.objects.create(run=run, person=ada, rank="Provincial Master", reached_on=date(2026, 6, 3))
    Person.objects.filter(pk=ada.pk).update(rank="Provincial Master")
    ada.refresh_from_db()
    assert grade_on_every_door(ada, date(2026, 6, 29)) == "Intermediate"
    assert grade_on_every_door(ada, date(2026, 6, 30)) == "Open"


def test_more_than_five_a_points_without_a_rating_is_intermediate(nz: Federation, officer: User) -> None:
    ada = player(nz)
    add_points(ada, "A", 6, date(2025, 5, 5))
    assert grade_on_every_door(ada, date(2026, 1, 20)) == "Junior"
    assert grade_on_every_door(ada, date(2026, 2, 1)) == "Intermediate"
    ben = player(nz, "Ben")
    brought_balances(nz, officer, f"{ben.number},A,6,2026-01-10,")
    assert grade_on_every_door(ben, date(2026, 1, 20)) == "Intermediate"


def test_a_player_from_abroad_is_open_without_a_rating(nz: Federation) -> None:
    ada = player(nz)
    Person.objects.filter(pk=ada.pk).update(visitor=True)
    ada.refresh_from_db()
    assert grade_on_every_door(ada, TODAY) == "Open"


def test_the_grade_of_a_merged_record_goes_with_it(nz: Federation, officer: User) -> None:
    ada, twin = player(nz), player(nz, "Ade")
    brought_rating(twin, 2025, 60, "", officer)
    merging.merge(twin, ada, by=officer, reason="the same")
    assert grade_on_every_door(ada, TODAY) == "Intermediate"
    merging.split(twin, by=officer, reason="not the same")
    twin.refresh_from_db()
    assert (grade_on_every_door(ada, TODAY), grade_on_every_door(twin, TODAY)) == ("Junior", "Intermediate")
    brought_rating(ada, 2025, 50, "", officer)
    merging.merge(twin, ada, by=officer, reason="the same after all")
    assert grade_on_every_door(ada, TODAY) == "Open"  # 60 and 50 together


def ratings_of(nz: Federation, year: int) -> dict[Person, int]:
    return {rating.person: rating.hundredths for rating in Rating.objects.filter(person__federation=nz, year=year)}


def test_balances_are_not_earned_in_the_year_of_their_day(nz: Federation, officer: User) -> None:
    """60 A and 60 B brought in, dated 2024, gave a rating of 120."""
    ada, ben = player(nz), player(nz, "Ben")
    brought_balances(nz, officer, f"{ada.number},A,60,2024-12-31,", f"{ada.number},B,60,2024-12-31,")
    brought_balances(nz, officer, f"{ben.number},A,60,,2024", f"{ben.number},B,7,2024-06-30,")
    add_points(ada, "B", 3, date(2024, 5, 5))
    yearly.rate(nz, 2024, by=officer)
    assert ratings_of(nz, 2024) == {ada: 300, ben: 6000}
    assert list(verifying.differences([nz])) == []


def test_balances_taken_back_or_merged_are_not_earned_either(nz: Federation, officer: User) -> None:
    ada, twin, ben = player(nz), player(nz, "Ade"), player(nz, "Ben")
    wrong = brought_balances(nz, officer, f"{ben.number},B,50,2024-12-31,")
    officers.take_back(wrong, by=officer, reason="the wrong file")
    brought_balances(nz, officer, f"{twin.number},B,60,2024-12-31,")
    add_points(twin, "B", 4, date(2024, 5, 5))
    merging.merge(twin, ada, by=officer, reason="the same")
    yearly.rate(nz, 2024, by=officer)
    assert ratings_of(nz, 2024) == {ada: 400}
    assert list(verifying.differences([nz])) == []


def test_a_balance_taken_back_from_one_player_alone_is_not_earned_either(nz: Federation, officer: User) -> None:
    ada, ben = player(nz), player(nz, "Ben")
    rows = (f"{ada.number},B,50,2024-12-31,", f"{ben.number},B,50,2024-12-31,", f"{ben.number},A,8,,2024")
    posting = brought_balances(nz, officer, *rows)
    officers.take_back(posting, by=officer, reason="another Ben", person=ben)
    yearly.rate(nz, 2024, by=officer)
    assert ratings_of(nz, 2024) == {}
    assert list(verifying.differences([nz])) == []


def test_points_won_abroad_are_earned_and_a_recognised_rank_is_not(nz: Federation, officer: User) -> None:
    ada, ben = player(nz), player(nz, "Ben")
    gold = {"points": "4", "kind": "gold", "registered": "nz", "where": "abf-gold-event"}
    transfers.credit_transfer(ada, "overseas", gold, on=date(2025, 3, 3), by=officer, reason="Gold Coast")
    transfers.credit_transfer(ben, "foreign-rank", {"rank": "Master"}, on=date(2025, 3, 3), by=officer, reason="E8.8c")
    yearly.rate(nz, 2025, by=officer)
    assert ratings_of(nz, 2025) == {ada: 400}


def test_a_run_of_before_is_worked_out_again_as_it_was(nz: Federation, officer: User) -> None:
    """Older runs counted balances: they stay what was posted, and are no tampering."""
    ada = player(nz)
    brought_balances(nz, officer, f"{ada.number},B,60,2024-12-31,")
    rated = yearly.ratings(nz, 2024, None, None, balances_left_out=False)
    assert [row.hundredths for row in rated] == [6000]
    detail = {"year": 2024, "processed_by": None, "count": 1, "digest": yearly.digest(rated)}
    ledger.post(nz, Posting.Kind.RATING, [], by=officer, reason="the turn of 2024", detail=detail)
    yearly.save_ratings(rated, 2024)
    assert list(verifying.differences([nz])) == []


HEADING = "number,year,rating,grade,reason"


def read(nz: Federation, *rows: str) -> OpeningRatings:
    text = "\n".join([HEADING, *rows])
    return opening_ratings.read_ratings(nz, text.encode(), source="ratings.csv", today=TODAY)


def test_old_ratings_come_in_from_a_list(nz: Federation, officer: User) -> None:
    ada, ben = player(nz), player(nz, "Ben")
    ratings = read(
        nz, f"{ada.number},2024,84.25,,old", f"{ben.number},2024,20,open,the Board", f"{ada.number},2025,30,,old"
    )
    assert [(row.year, row.hundredths, row.grade) for row in ratings.rows] == [
        (2024, 8425, "Intermediate"),
        (2024, 2000, "Open"),
        (2025, 3000, "Junior"),
    ]
    assert [row.person for row in ratings.different] == [ben]
    postings = opening_ratings.post_ratings(nz, ratings, by=officer)
    assert [existing(posting.detail)["year"] for posting in postings] == [2024, 2025]
    assert grades.grades_on("nz", [ada, ben], date(2025, 6, 1)) == {ada.pk: "Intermediate", ben.pk: "Open"}
    assert list(verifying.differences([nz])) == []
    Rating.objects.filter(person=ben).update(hundredths=1)
    assert list(verifying.differences([nz])) == ["nz ratings of 2024: they are not the ratings that were posted"]


def test_everything_wrong_with_a_list_of_ratings_is_told_at_once(nz: Federation, officer: User) -> None:
    ada = player(nz)
    brought_rating(ada, 2023, 10, "", officer)
    wrong = [
        "7,2024,84,,old",
        f"{ada.number},2026,84,,old",
        f"{ada.number},soon,84,,old",
        f"{ada.number},2024,-1,,old",
        f"{ada.number},2024,84,Expert,old",
        f"{ada.number},2024,84,,",
        f"{ada.number},2023,84,,old",
        f"{ada.number},2025,84,,old",
        f"{ada.number},2025,85,,old",
    ]
    with pytest.raises(NotReadable) as refused:
        read(nz, *wrong)
    assert [problem.place for problem in refused.value.problems] == [f"ratings.csv, line {n}" for n in range(2, 11)]
    assert Rating.objects.count() == 1


def test_a_rating_that_later_ones_do_not_rest_on_is_refused(nz: Federation, officer: User) -> None:
    ada, ben = player(nz), player(nz, "Ben")
    add_points(ben, "B", 5, date(2025, 5, 5))
    yearly.rate(nz, 2025, by=officer)
    with pytest.raises(NotReadable, match="already been worked out here"):
        read(nz, f"{ada.number},2024,84,,old")
    opening_ratings.post_ratings(nz, read(nz, f"{ada.number},2025,84,,old"), by=officer)
    assert list(verifying.differences([nz])) == []


def test_ratings_are_posted_once_and_answered_for(nz: Federation, officer: User) -> None:
    ratings = read(nz, f"{player(nz).number},2024,84,,old")
    with pytest.raises(ledger.NotPosted, match="an officer must be named"):
        opening_ratings.post_ratings(nz, ratings, by=None)
    opening_ratings.post_ratings(nz, ratings, by=officer)
    with pytest.raises(ledger.NotPosted, match="has a rating for the year already"):
        opening_ratings.post_ratings(nz, ratings, by=officer)


def test_a_book_without_ratings_takes_none(federation: Federation, people: list[Person]) -> None:
    with pytest.raises(ledger.NotPosted, match="no ratings"):
        opening_ratings.read_ratings(federation, HEADING.encode(), source="x.csv", today=TODAY)


def session_with_code(people: list[Person]) -> SessionEvent:
    """First: a member beside the code; second: two members; third: the code beside the code."""
    players = [{"id": person.number, "name": person.name} for person in people]
    raw = {
        "form": "session",
        "scheme": "nz",
        "day": "2026-03-03",
        "contest": "pairs",
        "boards": 26,
        "organiser": {"level": "club"},
        "lists": [
            {
                "size": 8,
                "entries": [
                    {"place": 1, "players": [players[0], {"name": "Zed", "id": "99900"}]},
                    {"place": 2, "players": players[1:3]},
                    {"place": 3, "players": [{"name": "Yan", "id": "99900"}, {"name": "Xia", "id": "99900"}]},
                ],
            }
        ],
    }
    return session_from(raw)


def test_the_code_of_nobody_is_filed_and_never_registered(nz: Federation, club: Organisation, officer: User) -> None:
    people = [player(nz, name) for name in ("Ada", "Ben", "Cleo")]
    event = session_with_code(people)
    assert examine(club, event, Decisions()).unknown == []
    services.file_event(club, event, ORIGINAL, by=officer, choices={})
    assert Person.objects.filter(federation=nz).count() == 3
    (entrant,) = entrants.look_up(None, nz, ["99900"], TODAY)
    assert entrant.person is None and "E9.7c" in entrant.code
    assert list(verifying.differences([nz])) == []


def test_those_under_the_code_of_nobody_are_told_apart_by_name(
    nz: Federation, club: Organisation, officer: User
) -> None:
    people = [player(nz, name) for name in ("Ada", "Ben", "Cleo")]
    event = session_with_code(people)
    filing = services.file_event(club, event, ORIGINAL, by=officer, choices={}).filing
    assert services.file_event(club, event, ORIGINAL, by=officer, choices={}).filed_before
    raw = msgspec.json.encode(event).replace(b'"Zed"', b'"Zoe"')
    other = msgspec.json.decode(raw, type=type(event))
    with pytest.raises(NotFiled, match=filing.receipt):
        services.file_event(club, other, ORIGINAL, by=officer, choices={})
    assert list(verifying.differences([nz])) == []


@pytest.mark.parametrize("number", ["99900", " 099900 "])
def test_nobody_is_registered_under_the_code(nz: Federation, number: str) -> None:
    with pytest.raises(NotRegistered, match="without a right to points"):
        player(nz, number=number)
    nz.next_number = 99_900
    nz.save()
    assert player(nz).number == "99901"


@pytest.mark.parametrize(
    ("written", "rating", "judged"),
    [
        ("", None, "junior"),
        ("Open", None, "open"),
        ("junior", None, "junior"),
        ("junior", 60, "intermediate"),
        ("expert", 60, "expert"),
    ],
)
def test_a_grade_in_the_file_counts_where_no_rating_does(
    nz: Federation, officer: User, written: str, rating: int | None, judged: str
) -> None:
    ada = player(nz)
    if rating:
        brought_rating(ada, 2024, rating, "", officer)
    event = session_with_code([ada, player(nz, "Ben"), player(nz, "Cleo")])
    people_by_key = {ada.number: ada}
    raw = event_as_data(event)
    raw["lists"][0]["entries"][0]["players"][0]["grade"] = written
    complete = register_status.with_statuses(session_from(raw | {"day": "2026-03-03"}), people_by_key)
    assert of_kind(SessionEvent, complete).lists[0].entries[0].players[0].grade.lower() == judged
