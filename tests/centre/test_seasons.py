"""A federation whose season begins in September: what belongs to it, and what happens when it ends."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest

from answers import existing
from centre.making import brought_balances, sealed
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import year_end
from masterpoint.centre.ledger import queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Line, Total
from masterpoint.centre.records import manual_entries
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.pace import opening_balances_of
from masterpoint.centre.records.yearly import rating_card
from masterpoint.centre.records.yearly_trophy import trophy_groups, trophy_of
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.reporting.statements import statement, statement_csv
from masterpoint.core.errors import NotReadable
from masterpoint.core.federation_checks import federation_problems
from masterpoint.core.seasons import Season
from masterpoint.schemes import FEDERATIONS

SEPTEMBER = Season(9, 1)
LAST, FIRST = date(2026, 8, 31), date(2026, 9, 1)
"""The last day of the season of 2025, and the first of the next."""


@pytest.fixture
def new_zealand(db: None, monkeypatch: pytest.MonkeyPatch) -> Federation:
    """New Zealand's book, as if its season began in September and its ratings counted from October."""
    rules = FEDERATIONS["nz"]
    grading = msgspec.structs.replace(existing(rules.grading), in_force_from=lambda book: (10, 1))
    monkeypatch.setitem(FEDERATIONS.loaded, "nz", msgspec.structs.replace(rules, season=SEPTEMBER, grading=grading))
    return sealed(Federation.objects.create(code="nz", name="New Zealand Bridge", scheme="nz"))


@pytest.fixture
def england(federation: Federation) -> Federation:
    """A second federation beside it, whose season is the calendar year."""
    return federation


def player(federation: Federation, name: str = "Ada") -> Person:
    return registering.register(federation, name, "Ashby", on=date(2020, 1, 1), by=None)


def add_points(person: Person, colour: str, hundredths: int, day: date, officer: User) -> None:
    ledger.adjust(person, colour, hundredths, day, by=officer, reason="won")


def leaders(federation: Federation, year: int) -> list[tuple[str, int]]:
    return [(row.person.given_name, int(row.points)) for row in records.leaderboard(federation, year=year)]


def test_points_belong_to_the_season_of_their_day(
    new_zealand: Federation, england: Federation, people: list[Person], officer: User
) -> None:
    ada = player(new_zealand)
    add_points(ada, "A", 300, LAST, officer)
    add_points(ada, "A", 500, FIRST, officer)
    add_points(people[0], "local", 700, LAST, officer)
    assert sorted(Total.objects.values_list("person", "year", "hundredths")) == sorted(
        [(ada.pk, 2025, 300), (ada.pk, 2026, 500), (people[0].pk, 2026, 700)]
    )
    assert (leaders(new_zealand, 2025), leaders(new_zealand, 2026)) == ([("Ada", 3)], [("Ada", 5)])
    assert leaders(england, 2026) == [("Ada", 7)]
    assert list(verifying.differences([new_zealand, england])) == []


def test_a_total_of_the_wrong_season_is_found(new_zealand: Federation, officer: User) -> None:
    ada = player(new_zealand)
    add_points(ada, "A", 300, LAST, officer)
    Total.objects.filter(person=ada, year=2025).update(year=2026)
    assert len(list(verifying.differences([new_zealand]))) >= 2


def test_the_season_ends_on_its_last_day(new_zealand: Federation, officer: User) -> None:
    ada = player(new_zealand)
    add_points(ada, "C", 45_000, LAST, officer)
    add_points(ada, "C", 9_000, FIRST, officer)
    with pytest.raises(ledger.NotPosted, match="wait for 1 September 2026"):
        year_end.run(new_zealand, 2025, by=officer, today=LAST)
    shown = year_end.preview(new_zealand, 2025, today=FIRST)
    assert (shown.last_day, shown.is_over) == (LAST, True)
    conversion, rating = year_end.run(new_zealand, 2025, by=officer, today=FIRST)
    assert set(Line.objects.filter(posting=conversion).values_list("day", flat=True)) == {LAST}
    assert queries.holding(ada) == {"B": 400, "C": 14_000}
    assert rating.reason == "rating points at 31 August 2026"
    assert list(verifying.differences([new_zealand])) == []


def test_ratings_count_the_season_and_are_in_force_after_it(new_zealand: Federation, officer: User) -> None:
    ada = player(new_zealand)
    add_points(ada, "A", 1000, LAST, officer)
    add_points(ada, "A", 9900, FIRST, officer)
    ((person, rating, _),) = year_end.preview(new_zealand, 2025, today=FIRST).ratings
    year_end.run(new_zealand, 2025, by=officer, today=FIRST)
    before, after = (existing(rating_card(ada, day)) for day in (date(2026, 9, 30), date(2026, 10, 1)))
    assert (before.current.year, before.next_rated_at, before.next_from) == (None, LAST, date(2026, 10, 1))
    assert (person, after.current.hundredths) == (ada.pk, rating)
    assert (after.rated_at, after.in_force_from) == (LAST, date(2026, 10, 1))


def test_a_balance_of_a_season_has_a_day_in_it(new_zealand: Federation, officer: User) -> None:
    ada = player(new_zealand)
    brought_balances(new_zealand, officer, f"{ada.number},A,10,,2024", f"{ada.number},A,20,2026-08-31,2025")
    assert sorted(Line.objects.values_list("day", "hundredths")) == [(date(2025, 8, 31), 1000), (LAST, 2000)]
    assert [balance.since for balance in opening_balances_of(ada, FIRST)] == [date(2024, 9, 1), date(2025, 9, 1)]
    assert (leaders(new_zealand, 2024), leaders(new_zealand, 2025)) == ([("Ada", 10)], [("Ada", 20)])
    with pytest.raises(NotReadable, match="this day is not in 2026/27"):
        brought_balances(new_zealand, officer, f"{ada.number},A,5,2026-08-31,2026")
    entry = {"kind": "opening", "colour": "A", "points": "1", "reason": "old", "day": "2026-08-31"}
    assert manual_entries.read_entry(ada, entry | {"year": "2025"}, today=FIRST).year == 2025
    with pytest.raises(ledger.NotPosted, match="the day is in 2025/26"):
        manual_entries.read_entry(ada, entry | {"year": "2026"}, today=FIRST)
    assert list(verifying.differences([new_zealand])) == []


def test_a_statement_adds_up_by_season(new_zealand: Federation, officer: User) -> None:
    ada = player(new_zealand)
    add_points(ada, "A", 300, LAST, officer)
    add_points(ada, "A", 500, FIRST, officer)
    totals = statement(ada, reader=None, today=FIRST).tables[0]
    assert [row[:2] for row in totals.rows] == [["2025/26", "3"], ["2026/27", "5"]]
    assert [line.split(",")[1] for line in statement_csv(ada, reader=None).decode().splitlines()[1:]] == [
        "2025/26",
        "2026/27",
    ]


def test_the_trophy_is_won_in_a_season(db: None, officer: User, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = msgspec.structs.replace(FEDERATIONS["abf"], season=SEPTEMBER)
    monkeypatch.setitem(FEDERATIONS.loaded, "abf", rules)
    australia = sealed(Federation.objects.create(code="abf", name="Australian Bridge Federation", scheme="abf"))
    ada, ben = player(australia), player(australia, "Ben")
    add_points(ada, "green", 300, LAST, officer)
    add_points(ben, "green", 200, FIRST, officer)
    trophy = existing(trophy_of(australia))
    winners = {
        year: [leader.person.given_name for leader in trophy_groups(australia, trophy, year)[0].leaders]
        for year in (2024, 2025, 2026)
    }
    assert winners == {2024: [], 2025: ["Ada"], 2026: ["Ben"]}


@pytest.mark.parametrize("season", [Season(2, 29), Season(13, 1), Season(4, 31), Season(0, 1)])
def test_a_season_begins_on_a_day_of_every_year(season: Season) -> None:
    rules = msgspec.structs.replace(FEDERATIONS["ebu"], season=season)
    (problem,) = federation_problems(rules, FEDERATIONS["ebu"].editions)
    assert (problem.place, problem.message) == ("federation ebu, season", "this is not a day of the year")


def test_ratings_are_not_in_force_before_their_season_ends() -> None:
    rules = msgspec.structs.replace(FEDERATIONS["nz"], season=SEPTEMBER)
    (problem,) = federation_problems(rules, FEDERATIONS["nz"].editions)
    assert (problem.place, problem.value) == ("federation nz, grading.in_force_from", "(2, 1)")
