"""The history of a record: what was won, what was corrected as one entry, and the evenings that brought nothing."""

from __future__ import annotations

from datetime import date

import pytest

from answers import existing
from centre import making
from centre.making import session
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import correcting, ending, histories, player_figures, services
from masterpoint.centre.filing.histories import Selection
from masterpoint.centre.filing.models import Filing, ZeroEvening
from masterpoint.centre.filing.services import Receipt
from masterpoint.centre.filing.verify import filing_differences
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.people import merging
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.events import SessionEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club: Organisation, people: list[Person], officer: User) -> Filing:
    """Six pairs, so two awards: Ada and Ben win 12, Cleo and Dan 6 local points; Eve and Finn nothing."""
    return services.file_event(club, session(people), making.ORIGINAL, by=officer, choices={}).filing


def correct(filing: Filing, event: SessionEvent, officer: User) -> Receipt:
    return correcting.correct(filing, event, making.ORIGINAL, by=officer, reason="places swapped", choices={})


EVERYTHING = Selection()


def rows_of(
    person: Person, selection: Selection = EVERYTHING, skip: int = 0, count: int = 25
) -> list[tuple[int, int, bool]]:
    entries = histories.history(person, selection, skip=skip, count=count)
    return [(entry.hundredths, len(entry.lines), entry.zero is not None) for entry in entries]


def test_an_evening_without_points_stands_on_the_record(people: list[Person], evening: Filing) -> None:
    assert rows_of(people[0]) == [(1200, 1, False)]
    assert rows_of(people[4]) == [(0, 0, True)]
    (entry,) = histories.history(people[5], Selection(), skip=0, count=25)
    assert (existing(entry.zero).receipt, existing(entry.zero).day) == (evening.receipt, date(2026, 11, 10))


def test_a_correction_is_one_entry_with_the_net(people: list[Person], evening: Filing, officer: User) -> None:
    correct(evening, session(people, order=(1, 0, 2, 3, 4, 5)), officer)
    assert rows_of(people[0]) == [(600, 3, False)], "12 awarded, 12 taken back, 6 awarded"
    assert rows_of(people[2]) == [(1200, 3, False)]
    assert rows_of(people[4]) == [(0, 0, True)]


def test_who_falls_out_of_the_awards_has_one_entry_of_nothing(
    people: list[Person], evening: Filing, officer: User
) -> None:
    correct(evening, session(people, order=(0, 2, 1, 3, 4, 5)), officer)
    assert rows_of(people[2]) == [(0, 2, False)]
    assert rows_of(people[4]) == [(600, 1, False)]
    assert list(filing_differences(evening.federation)) == []


def test_what_is_withdrawn_is_no_zero_evening(people: list[Person], evening: Filing, officer: User) -> None:
    ending.withdraw(evening, by=officer, reason="never played")
    assert rows_of(people[0]) == [(0, 2, False)]
    assert rows_of(people[4]) == []
    assert list(filing_differences(evening.federation)) == []


def test_two_awards_of_one_colour_stay_two_lines(people: list[Person], officer: User) -> None:
    ledger.adjust(people[0], "local", 100, date(2026, 1, 1), by=officer, reason="a prize")
    ledger.adjust(people[0], "local", 200, date(2026, 1, 1), by=officer, reason="a prize")
    assert rows_of(people[0]) == [(200, 1, False), (100, 1, False)]


def test_a_corrected_award_is_not_torn_by_the_end_of_a_page(
    people: list[Person], evening: Filing, officer: User
) -> None:
    correct(evening, session(people, order=(1, 0, 2, 3, 4, 5)), officer)
    pages = [rows_of(people[0], skip=skip, count=1) for skip in range(3)]
    assert pages == [[(600, 3, False)], [], []]
    assert histories.length(people[0], Selection()) == 3


def test_a_part_of_it(people: list[Person], evening: Filing, officer: User) -> None:
    ledger.adjust(people[4], "local", 500, date(2025, 5, 5), by=officer, reason="a prize")
    ledger.adjust(people[4], "green", 50, date(2026, 11, 11), by=officer, reason="a prize")
    assert rows_of(people[4]) == [(50, 1, False), (0, 0, True), (500, 1, False)]
    assert rows_of(people[4], Selection(year=2026)) == [(50, 1, False), (0, 0, True)]
    assert rows_of(people[4], Selection(colour="local")) == [(500, 1, False)]
    assert rows_of(people[4], Selection(last=date(2026, 11, 10))) == [(0, 0, True), (500, 1, False)]
    assert [
        histories.length(people[4], selection)
        for selection in (Selection(), Selection(year=2026), Selection(colour="green"))
    ] == [*(3, 2, 1)]


def test_a_merged_record_brings_its_zero_evenings(people: list[Person], evening: Filing, officer: User) -> None:
    twin = making.sealed(
        Person.objects.create(federation=evening.federation, number="204", given_name="Eve", family_name="Elm")
    )
    merging.merge(people[4], twin, by=officer, reason="one person")
    assert rows_of(twin) == [(0, 0, True)]
    assert list(filing_differences(evening.federation)) == []


def test_verify_names_a_list_that_was_changed(people: list[Person], evening: Filing) -> None:
    ZeroEvening.objects.filter(person=people[4]).delete()
    (difference,) = filing_differences(evening.federation)
    assert difference == f"{evening.receipt}: the list of those who won nothing is not that of its awards"


def test_best_results_organisers_and_partners(
    people: list[Person], evening: Filing, club: Organisation, officer: User
) -> None:
    later = session(people, order=(1, 0, 2, 3, 4, 5), day="2026-11-11", name="Wednesday")
    services.file_event(club, later, making.ORIGINAL, by=officer, choices={})
    ledger.adjust(people[0], "local", 5000, date(2026, 1, 1), by=officer, reason="a prize")
    assert [line.hundredths for line in player_figures.best_lines(people[0], 5)] == [600, 1200], "won at the table"
    assert player_figures.from_organisers(people[0]) == [(club.name, club.number, {"local": 1800})]
    (row,) = player_figures.with_partners(people[0], None)
    assert (row.partner.name, row.evenings, row.sums) == ("Ben Brook", 2, {"local": 1800})
    (without_points,) = player_figures.with_partners(people[4], None)
    assert (without_points.partner.name, without_points.evenings, without_points.sums) == ("Finn Fell", 2, {})


def test_a_partner_who_is_anonymous_is_left_out(people: list[Person], evening: Filing) -> None:
    Person.objects.filter(pk=people[1].pk).update(anonymous=True)
    assert player_figures.with_partners(people[0], None) == []
