"""A later book changes nothing that belongs to a day before it: ranks, promotions, colours, entry rules, forms."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from invented_editions import first_edition_of
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.crediting import keyed_register
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.people.renewals import renewal_window
from masterpoint.centre.records import eligibility, entrants, leaderboards, manual_entries, opening_balances, queries
from masterpoint.centre.records.grades import grade_by_the_book, in_force_from, rated_year_on
from masterpoint.centre.records.services import flag_undone
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.reporting.membership import valid_to
from masterpoint.centre.sheets import forms
from masterpoint.core.derivation import Remark
from masterpoint.core.editions import work_out
from masterpoint.core.errors import MasterpointError, NotReadable
from masterpoint.schemes import FEDERATIONS, edition_for
from masterpoint.schemes.ranks import rank_on

LAST_DAY, FIRST_DAY = date(2026, 3, 31), date(2026, 4, 1)
Later = Callable[..., None]


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Later:
    """Enters an invented book from April 2026 on: its figures as TOML, and what else it changes."""

    def enter(scheme: str, figures: str = "", **changes: Any) -> None:
        first = first_edition_of(scheme)
        head = f'title = "A later book"\nin_force_from = {FIRST_DAY}\nbased_on = "{first.editions[-1].name}"\n'
        (tmp_path / "edition.toml").write_text(head)
        if figures:
            (tmp_path / "figures.toml").write_text(figures)
        *before, last = first.with_editions({"2026": tmp_path}).editions
        editions = (*before, msgspec.structs.replace(last, **changes))
        monkeypatch.setitem(
            FEDERATIONS.loaded, scheme, msgspec.structs.replace(first, load_editions=lambda folders: editions)
        )

    return enter


def ranks(**totals: int) -> str:
    """The ladder of a later EBU book."""
    rungs = ", ".join(f'{{ name = "{name.replace("_", " ")}", total = {total} }}' for name, total in totals.items())
    return f'[records]\nranks = {{ value = [{rungs}], clause = "2.6.2" }}\n'


def add_points(person: Person, officer: User, *amounts: tuple[date, int]) -> None:
    lines = [NewLine(person.pk, "local", points * 100, day) for day, points in amounts]
    ledger.post(person.federation, "awards", lines, by=officer)


def test_a_rank_was_reached_by_the_book_of_its_day(people: list[Person], officer: User, later: Later) -> None:
    """Local Master takes 100 points until March, 50 from April on: 90 of 2025 were not enough before April."""
    ada, ben, cleo, *_ = people
    add_points(ada, officer, (date(2025, 6, 1), 90), (date(2026, 3, 2), 40))
    add_points(ben, officer, (date(2025, 6, 1), 90))
    add_points(cleo, officer, (date(2025, 6, 1), 40), (date(2026, 5, 5), 20))
    later("ebu", ranks(Local_Master=50))
    days = {person: queries.record(person).reached_on for person in (ada, ben, cleo)}
    assert days == {ada: date(2026, 3, 2), ben: FIRST_DAY, cleo: date(2026, 5, 5)}
    assert queries.record(ben, LAST_DAY).reached_on is None
    run = announcing.promote(ada.federation, date(2026, 5, 31), by=officer)
    assert {promotion.person: promotion.reached_on for promotion in run.promotions.all()} == days


def test_a_rank_lost_and_won_back_counts_from_the_day_it_came_back(
    people: list[Person], officer: User, later: Later
) -> None:
    ada = people[0]
    add_points(ada, officer, (date(2025, 6, 1), 120), (date(2025, 7, 1), -60), (date(2026, 2, 1), 50))
    later("ebu", ranks(Local_Master=80))
    assert queries.record(ada).reached_on == date(2026, 2, 1)


def test_a_correction_flags_no_promotion_that_its_own_book_still_supports(
    people: list[Person], officer: User, later: Later
) -> None:
    ada = people[0]
    add_points(ada, officer, (date(2026, 2, 1), 130))
    announcing.promote(ada.federation, LAST_DAY, by=officer)
    later("ebu", ranks(Local_Master=1000))
    add_points(ada, officer, (date(2026, 5, 1), -10))
    assert flag_undone(ada, reason="a wrong score") == []
    add_points(ada, officer, (date(2026, 5, 2), -30))
    assert [promotion.rank for promotion in flag_undone(ada, reason="a wrong score")] == ["Local Master"]


def test_a_later_book_takes_no_announced_rank_away(people: list[Person], officer: User, later: Later) -> None:
    """Local Master moves from 100 to 1,000 points, Club Master is dropped: who was announced before stays it."""
    ada, ben, cleo, *_ = people
    add_points(ada, officer, (date(2026, 1, 5), 130))
    add_points(ben, officer, (date(2026, 1, 5), 230))
    add_points(cleo, officer, (date(2026, 1, 5), 90))
    announcing.promote(ada.federation, LAST_DAY, by=officer)
    later("ebu", ranks(Novice=20, Local_Master=1_000, Area_Master=2_000))
    assert [queries.record(person, FIRST_DAY).standing.rank for person in (ada, ben, cleo)] == [
        "Local Master",
        "Club Master",
        "Novice",
    ]
    assert [queries.record(person).reached_on for person in (ada, ben)] == [date(2026, 1, 5)] * 2
    assert queries.record(ada).standing.next_rank == "Area Master"
    assert queries.record(ben).standing.next_rank == "Local Master"
    run = announcing.promote(ada.federation, date(2026, 4, 30), by=officer)
    assert [(promotion.person, promotion.rank) for promotion in run.promotions.all()] == [(cleo, "Novice")]
    add_points(ben, officer, (date(2026, 5, 5), 800))
    run = announcing.promote(ada.federation, date(2026, 5, 31), by=officer)
    assert [(promotion.person, promotion.rank) for promotion in run.promotions.all()] == [(ben, "Local Master")]
    assert queries.record(ben).standing.rank == "Local Master"


def test_who_may_enter_follows_from_the_rank_that_was_kept(
    federation: Federation, people: list[Person], officer: User, later: Later
) -> None:
    add_points(people[0], officer, (date(2026, 1, 5), 230))
    announcing.promote(federation, LAST_DAY, by=officer)
    later("ebu", ranks(Novice=20, Local_Master=150, Area_Master=2_000))

    def entrant(**fields: str) -> entrants.Entrant:
        rule = eligibility.rule_from(federation, fields, FIRST_DAY)
        (result,) = entrants.look_up(None, federation, [people[0].number], FIRST_DAY, rule)
        return result

    assert entrant().rank == "Club Master"
    assert not entrant(highest_rank="Local Master").ineligible and not entrant(lowest_rank="Local Master").ineligible
    assert entrant(highest_rank="Novice").ineligible == ("Club Master is above Novice [EBU 4.10.2]",)


def test_a_correction_still_undoes_a_rank_of_an_earlier_book(people: list[Person], officer: User, later: Later) -> None:
    ada = people[0]
    add_points(ada, officer, (date(2026, 1, 5), 230))
    announcing.promote(ada.federation, LAST_DAY, by=officer)
    later("ebu", ranks(Local_Master=100))
    add_points(ada, officer, (date(2026, 5, 1), -40))
    assert [promotion.rank for promotion in flag_undone(ada, reason="a wrong score")] == ["Club Master"]
    assert queries.record(ada).standing.rank == "Local Master"


def test_players_are_judged_by_the_ranks_of_the_book_of_the_day(later: Later) -> None:
    """Gold Grand Master is dropped: New Zealand's rules, which know no such rank, take the next below."""
    first = FEDERATIONS["nz"].editions[0].book.figures.points.ranks
    rows = [[*row] for row in first.value if row[0] != "Gold Grand Master"]
    later("nz", f'[points.ranks]\nclause = "{first.clause.number}"\nvalue = {rows}\n'.replace("'", '"'))
    assert rank_on("nz", "Gold Grand Master", LAST_DAY) == "Gold Grand Master"
    assert rank_on("nz", "Gold Grand Master", FIRST_DAY) == "Silver Grand Master"
    assert grade_by_the_book("nz", FIRST_DAY, 0, 0, "Gold Grand Master") == "Open"


def test_ratings_are_in_force_from_the_day_that_the_book_of_the_day_prints(db: None, later: Later) -> None:
    """E7.6c: 1 February, in a later book 1 March."""
    later("nz", '[points]\ncertificates_from = { value = [3, 1], clause = "E7.6c" }\n')
    assert [rated_year_on("nz", date(2026, month, 15)) for month in (1, 2, 3)] == [2024, 2025, 2025]
    assert [rated_year_on("nz", date(2027, month, 15)) for month in (1, 2, 3)] == [2025, 2025, 2026]
    assert (in_force_from("nz", 2024), in_force_from("nz", 2026)) == (date(2025, 2, 1), date(2027, 3, 1))


def test_memberships_are_cancelled_by_the_day_that_the_book_of_the_day_prints(db: None, later: Later) -> None:
    """1.4.2b, 1.3.2a: midday on 31 March and 1 April; in a later book 18:00 on 30 June and 1 July."""
    figures = """[members]
cancel_by = { value = [6, 30, 18], clause = "1.4.2b" }
inactive_from = { value = [7, 1], clause = "1.3.2a" }
"""
    later("abf", figures)
    union = Federation.objects.create(code="abf", name="Australian Bridge Federation", scheme="abf")
    club = Organisation.objects.create(federation=union, level="club", number="2001", name="Harbour")
    before, after = (renewal_window(union, datetime(year, 1, 15, tzinfo=UTC)) for year in (2026, 2027))
    assert before is not None and after is not None
    assert (f"{before.closes:%m-%d %H}", before.inactive_from) == ("03-31 01", date(2026, 4, 1))
    assert (f"{after.closes:%m-%d %H}", after.inactive_from) == ("06-30 07", date(2027, 7, 1))
    assert valid_to(club, LAST_DAY) == date(2026, 3, 31) and valid_to(club, date(2026, 5, 1)) == date(2026, 6, 30)
    assert valid_to(club, date(2027, 5, 1)) == date(2027, 6, 30)
    (late,) = [
        remark
        for remark in work_out(edition_for("abf", FIRST_DAY), "cancellation", {"received": "2027-07-01T09:00:00"})
        if isinstance(remark, Remark) and remark.clause.number == "1.4.2b"
    ]
    assert str(late.message) == "too late: cancellations must arrive by 18:00 on 30 June"


def test_the_leaders_of_a_year_have_the_ranks_they_held_when_it_ended(
    federation: Federation, people: list[Person], officer: User
) -> None:
    ada, ben, *_ = people
    add_points(ada, officer, (date(2024, 6, 1), 150), (date(2025, 6, 1), 100))
    add_points(ben, officer, (date(2024, 7, 1), 120))
    for year in (2024, 2025):
        announcing.promote(federation, date(year, 12, 31), by=officer)
    in_2024 = leaderboards.leaderboard(federation, year=2024, rank="Local Master")
    assert [(leader.person, leader.rank) for leader in in_2024] == [(ada, "Local Master"), (ben, "Local Master")]
    assert leaderboards.leaderboard(federation, year=2024, rank="Club Master") == []
    assert [leader.rank for leader in leaderboards.leaderboard(federation, year=2025)] == ["Club Master"]
    assert [leader.rank for leader in leaderboards.leaderboard(federation)] == ["Club Master", "Local Master"]
    ranks = [leaderboards.ranks_used(federation, date(year, 12, 31)) for year in (2023, 2024, 2025)]
    assert ranks == [[], ["Local Master"], ["Local Master", "Club Master"]]


def test_the_rule_of_an_event_knows_the_ranks_of_its_day(
    federation: Federation, people: list[Person], officer: User, later: Later
) -> None:
    later("ebu", ranks(Local_Master=100))
    fields = {"highest_rank": "Club Master"}
    rule = eligibility.rule_from(federation, fields, LAST_DAY)
    add_points(people[0], officer, (date(2026, 1, 1), 300))
    (entrant,) = entrants.look_up(None, federation, [people[0].number], LAST_DAY, rule)
    assert entrant.rank == "Club Master" and not entrant.ineligible
    with pytest.raises(NotReadable, match="no such rank"):
        eligibility.rule_from(federation, fields, FIRST_DAY)


def test_an_adjustment_is_of_the_points_its_day_had(people: list[Person], later: Later) -> None:
    later("ebu", colours=("local",))
    form = {"kind": "adjustment", "colour": "green", "points": "1", "reason": "left out"}
    manual_entries.read_entry(people[0], form | {"day": LAST_DAY.isoformat()}, today=date(2026, 5, 1))
    with pytest.raises(MasterpointError, match="no points of this colour"):
        manual_entries.read_entry(people[0], form | {"day": FIRST_DAY.isoformat()}, today=date(2026, 5, 1))


def test_a_balance_is_of_the_points_its_day_had(federation: Federation, people: list[Person], later: Later) -> None:
    later("ebu", colours=("local",))
    rows = "".join(f"{people[0].number},green,2,{day},moved here\n" for day in (LAST_DAY, FIRST_DAY))
    file = f"number,colour,points,day,reason\n{rows}".encode()
    with pytest.raises(NotReadable) as refusal:
        opening_balances.read_balances(federation, file, source="balances.csv", today=date(2026, 5, 1))
    assert [problem.place for problem in refusal.value.problems] == ["balances.csv, line 3"]


@pytest.mark.parametrize(("day", "colours"), [(LAST_DAY, ("green", "red", "gold")), (FIRST_DAY, ("green",))])
def test_a_register_is_keyed_in_the_points_of_its_event(
    db: None, later: Later, day: date, colours: tuple[str, ...]
) -> None:
    later("abf", colours=("green",))
    union = Federation.objects.create(code="abf", name="Australian Bridge Federation", scheme="abf")
    club = Organisation.objects.create(federation=union, level="club", number="2001", name="Harbour")
    assert tuple(keyed_register.keyed_page(club, {"day": day.isoformat()}, date(2026, 5, 1)).colours) == colours


def test_a_form_of_the_office_is_checked_by_the_book_of_the_day_of_play(db: None, later: Later) -> None:
    """E29.c: as many matches as the form of that day holds."""
    maximum = FEDERATIONS["nz"].editions[-1].book.figures.office.matches_on_a_form.value
    later("nz", '[office]\nmatches_on_a_form = { value = 1, clause = "E29.c", text = "matches on a form" }\n')
    nz = Federation.objects.create(code="nz", name="New Zealand Bridge", scheme="nz")
    club = Organisation.objects.create(federation=nz, level="club", number="12", name="Akarana")

    def problems(day: date) -> str:
        fields = {"date": day.isoformat(), "teams": "8", "stage": "final", "boards_in_matches": "20 20"}
        with pytest.raises(NotReadable) as refusal:
            forms.check(club, "teams-result", fields, date(2026, 5, 1))
        return str(refusal.value)

    assert maximum > 1
    assert "matches on a form" not in problems(LAST_DAY)
    assert "one to 1 match on a form" in problems(FIRST_DAY)
