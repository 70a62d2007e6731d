"""A sixth federation is one folder and one line: the Centre asks the federation, and nothing else changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from centre.making import ORIGINAL, brought_balances
from masterpoint.centre import demo, verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing, year_end
from masterpoint.centre.closing import months as closing
from masterpoint.centre.closing.month_end import month_end
from masterpoint.centre.filing import services
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import transfers
from masterpoint.centre.records import queries
from masterpoint.centre.registry import loading, offices, organisation_history, organisations, registering, setup
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.audit import NotRegistered
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.sheets import services as sheets
from masterpoint.cli import main
from masterpoint.core.errors import MasterpointError, NotReadable
from masterpoint.core.federations import Federation as Country
from masterpoint.core.parsing import event_from
from masterpoint.intake import numbers
from masterpoint.schemes import FACTS, FEDERATIONS

TESTS = Path(__file__).parent.parent
EXAMPLE = TESTS / "schemes" / "abl" / "editions" / "2020" / "examples" / "session.toml"
ONE_LINE = "from masterpoint.schemes import FEDERATIONS; FEDERATIONS.modules['abl'] = 'schemes.abl'"
COMMAND = f"{ONE_LINE}; from masterpoint.cli import main; main()"
DAY = date(2026, 11, 10)
LETTERED = ("J000001", "K000002", "L000003", "M000004", "N000005", "O000006")


def command(*words: Any) -> Any:
    environment = os.environ | {"PYTHONPATH": str(TESTS)}
    result = subprocess.run(
        [sys.executable, "-c", COMMAND, *words], env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_with_its_line_every_command_about_books_knows_it() -> None:
    awarded = json.loads(command("award", str(EXAMPLE), "--json"))
    assert [award["points"] for award in awarded["awards"]][:4] == ["0.60", "0.39", "0.39", "0.25"]
    assert "0.60" in command("what-pays", "--scheme", "abl", "--pairs", "12", "--boards", "24")
    assert 'grade = "regional"' in command("example", "tournament", "--scheme", "abl")
    assert "26 clauses" in command("clauses", "abl")


pytestmark = pytest.mark.usefixtures("sixth_federation")


@pytest.fixture
def league(db: None) -> Any:
    federation, _ = setup.new_federation("abl", "Avalon Bridge League", "abl")
    return federation


@pytest.fixture
def club(league: Any) -> Any:
    return organisations.add_organisation(league, "1001", "Lakeside", on=date(2020, 1, 1), by=None)


@pytest.fixture
def members(league: Any, club: Organisation) -> Any:
    return [
        registering.register(league, "Ada", f"Number{n}", on=date(2020, 1, 1), by=None, club=club, number=number)
        for n, number in enumerate(LETTERED)
    ]


@pytest.fixture
def staff(db: None) -> Any:
    return User.objects.create_user("staff@abl.example", "a long enough password", name="Olive Officer")


def evening(members: Any, **fields: Any) -> Any:
    """Six pairs of three tables: two places in five, rounded up, are three."""
    pairs = [members[index : index + 2] for index in range(0, 6, 2)]
    entries = [
        {"place": place, "players": [{"id": person.number, "name": person.name} for person in pair]}
        for place, pair in enumerate(pairs, 1)
    ]
    raw = {
        "form": "session",
        "scheme": "abl",
        "day": DAY,
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [{"entries": entries, "size": 6}],
    }
    return event_from(raw | fields, FACTS)


def test_add_club_puts_every_part_in_its_place(league: Any) -> None:
    runner = CliRunner()
    for words in (
        ("add-club", "abl", "10", "The District", "--level", "district"),
        ("add-club", "abl", "100", "The Unit", "--level", "unit", "--under", "10"),
        ("add-club", "abl", "1001", "Lakeside", "--under", "100"),
    ):
        result = runner.invoke(main, words)
        assert result.exit_code == 0, result.output
    assert league.organisations.get(number="1001").parent.parent.number == "10"
    assert "county" in runner.invoke(main, ("add-club", "abl", "11", "None", "--level", "county")).output


def test_new_members_get_numbers_as_the_league_writes_them(league: Any, club: Organisation) -> None:
    first, second = (registering.register(league, "Ada", name, on=DAY, by=None) for name in ("One", "Two"))
    assert (first.number, second.number) == ("0000001", "0000002")
    assert not numbers.number_problem("j234567", "abl") and numbers.number_problem("12345678", "abl")
    with pytest.raises(NotRegistered):
        organisations.add_organisation(league, "12", "No such", level="county", on=DAY, by=None)


@pytest.mark.parametrize("written", ["0000007", "7", "00 7", "007"])
def test_zeros_in_front_of_a_number_are_written_by_some_and_kept_by_the_register(
    league: Any, club: Organisation, written: Any
) -> None:
    """Spreadsheets drop them, and intake takes them off: the number is the same, and is kept in full."""
    person = registering.register(league, "Ada", "Seven", on=DAY, by=None, number=written)
    assert person.number == "0000007" and not numbers.number_problem(written, "abl")
    for other in ("7", "0000007"):
        assert registry.by_numbers(league, [other]) == {other: person}
        assert list(registry.search(league, other)) == [person]
        again = f"number,given_name,family_name\n{other},Ada,Other\n".encode()
        with pytest.raises(NotReadable, match="registered already"):
            loading.load_members(league, again, source="members.csv", today=DAY, by=None)


def test_lists_of_members_follow_the_rule_of_the_league(league: Any, club: Organisation) -> None:
    """Seven characters: a Life Master's first digit becomes a letter, and zeros in front may be missing."""
    rows = "number,family_name\n42,One\nk000001,Two\n0000043,Three\n"
    assert loading.load_members(league, rows.encode(), source="members.csv", today=DAY, by=None) == 3
    numbers = set(Person.objects.filter(federation=league).values_list("number", flat=True))
    assert numbers >= {"0000042", "K000001", "0000043"}
    wrong = "number,family_name\nZ000001,One\n12345678,Two\n-5,Three\n"
    with pytest.raises(NotReadable) as refused:
        loading.load_members(league, wrong.encode(), source="members.csv", today=DAY, by=None)
    assert [problem.value for problem in refused.value.problems] == ["Z000001", "12345678", "-5"]


def test_a_session_goes_on_the_record_in_hundredths(league: Any, club: Organisation, members: Any, staff: Any) -> None:
    services.file_event(club, evening(members), ORIGINAL, by=staff, choices={})
    assert [ledger.holding(member) for member in members[::2]] == [{"black": 30}, {"black": 23}, {"black": 17}]
    assert not list(verifying.differences([league]))


def test_better_of_section_and_overall_goes_on_the_record_once(
    league: Any, club: Organisation, members: Any, staff: Any
) -> None:
    section = evening(members).lists[0]
    ranking = {"section": "A", "entries": [_entry(entry) for entry in section.entries], "size": 6}
    raw = {
        "form": "tournament",
        "scheme": "abl",
        "day": DAY,
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "grade": "club championship",
        "sessions": [{"boards": 24, "lists": [ranking]}],
        "overall": [{"entries": ranking["entries"], "size": 12}],
    }
    services.file_event(club, event_from(raw, FACTS), ORIGINAL, by=staff, choices={})
    # 0.12 x 6 tables x 3/2 = 1.08, then 0.81 and 0.6075; the section pays 0.45, 0.3375, 0.253125
    assert [ledger.holding(member) for member in members[::2]] == [{"black": 108}, {"black": 81}, {"black": 61}]
    assert not list(verifying.differences([league]))


def _entry(entry: Any) -> Any:
    players = [{"id": player.id, "name": player.name} for player in entry.players]
    return {"place": entry.place, "players": players}


def test_balances_make_ranks_that_ask_for_colours(league: Any, club: Organisation, members: Any, staff: Any) -> None:
    rows = [f"K000002,{colour},{points},2019-12-31,2019" for colour, points in (("black", 400), ("silver", 80))]
    brought_balances(league, staff, *rows, "K000002,gold,74.99,2019-12-31,2019")
    member = Person.objects.get(number="K000002")
    now = queries.rank_progress(member)
    assert now.rank == "Advanced Master"
    assert [(gap.what, gap.missing) for gap in now.gaps] == [("red or gold", Fraction(1, 100))]
    brought_balances(league, staff, "K000002,red,0.01,2018-12-31,2018")
    assert queries.rank_progress(member).rank == "Life Master"
    with pytest.raises(MasterpointError, match="green"):
        brought_balances(league, staff, "K000002,green,5,2019-12-31,2019")


def test_its_form_is_checked_against_lettered_numbers_and_filed(
    league: Any, club: Organisation, members: Any, staff: Any
) -> None:
    offices.appoint(staff, club, "scorer", on=date(2020, 1, 1), by=None)
    others = [
        registering.register(league, "Bea", f"Number{n}", on=date(2020, 1, 1), by=None, club=club) for n in range(6)
    ]
    people = [*members, *others]
    pairs = [(f"results.{index // 2}.", people[index : index + 2]) for index in range(0, 12, 2)]
    form = {"date": "2026-11-10", "boards": "24", "club_number": "1001"}
    for place, (row, (first, second)) in enumerate(pairs, 1):
        form |= {f"{row}place": str(place), f"{row}number": first.number, f"{row}number_2": second.number}
    new_sheet = sheets.begin(club, "result", by=staff, fields=form | {"results.0.number": "J9"})
    sheet = sheets.send(new_sheet, by=staff, today=DAY)
    assert [(problem["place"], problem["value"]) for problem in sheet.problems] == [("Results, row 1", "J9")]
    sheet = sheets.send(sheets.save(sheet, form, by=staff), by=staff, today=DAY)
    assert sheet.receipt
    assert ledger.holding(members[0]) == {"black": 30}


@pytest.mark.parametrize("federation", FEDERATIONS.values(), ids=lambda federation: federation.code)
def test_every_form_gives_a_result_or_is_one_that_the_centre_does(federation: Country) -> None:
    if (office_forms := federation.office_forms) is not None:
        assert set(office_forms.titles) - set(office_forms.results) <= set(sheets.ACTS)


def test_month_end_and_promotions(league: Any, club: Organisation, members: Any, staff: Any) -> None:
    brought_balances(league, staff, "J000001,black,4.80,2026-10-31,2026")
    services.file_event(club, evening(members), ORIGINAL, by=staff, choices={})
    assert month_end(league, DAY.replace(day=1)).sessions == 1
    closing.close_month("abl", DAY.replace(day=1), by=staff, today=date(2026, 12, 2))
    announcing.promote(league, date(2026, 11, 30), by=staff)
    assert queries.rank_progress(members[0]).rank == "Junior Master"
    assert not list(verifying.differences([league]))


def test_at_the_turn_of_the_year_its_own_colours_lose_value_and_become_others(
    league: Any, members: Any, staff: Any
) -> None:
    brought_balances(league, staff, "J000001,platinum,10.01,2023-11-10,2023", "J000001,white,29.99,2026-11-10,2026")
    assert year_end.has_year_end(league)
    assert queries.record(members[0], date(2026, 11, 9)).holding["platinum"] == 501  # half of 10.01, exact halves up
    year_end.run(league, 2026, by=staff, today=date(2027, 1, 2))
    assert ledger.holding(members[0]) == {"platinum": 250, "white": 999, "black": 200}
    assert year_end.run(league, 2026, by=staff, today=date(2027, 1, 2)) == []
    year_end.run(league, 2027, by=staff, today=date(2028, 1, 2))
    assert "platinum" not in ledger.holding(members[0])
    assert not list(verifying.differences([league]))


def test_points_come_over_by_its_own_table(league: Any, members: Any, staff: Any) -> None:
    transfers.credit_transfer(members[0], "transfer", {"local": 12345}, on=DAY, by=staff, reason="moved from England")
    assert ledger.holding(members[0]) == {"black": 12345}
    answers = transfers.answers_of("ebu", {"local": 150_000, "gold": 3}, "abl", "transfer")
    assert answers.facts == {"local": "1500"} and answers.left_out == ("gold",)
    assert transfers.balances_on(members[0], DAY) == {"black": 12345}


def test_the_demo_plays_a_season_of_it(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FEDERATIONS, "modules", {"abl": "schemes.abl"})
    demo.build(demo.Size(clubs=1, members=28, sessions=3, years=3), DAY)
    league = Federation.objects.get(code="abl")
    assert league.filings.count() == 4
    club = league.organisations.get(level="club")
    assert [part.level for part in organisation_history.lineage(club)] == ["club", "unit", "district", "national"]
    assert {person.number[:4] for person in league.people.all()} == {"0001"}
    assert not list(verifying.differences([league]))
