"""Filing, correcting and approving from the command line: the same questions as on the site, answered by options."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from answers import existing
from centre.making import sealed
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.cli import main

STAFF, SCORER = "staff@example.org", "scorer@example.org"


@pytest.fixture
def accounts(county: Organisation, club: Organisation) -> None:
    for email, organisation, role in ((STAFF, county.parent, "staff"), (SCORER, club, "scorer")):
        user = User.objects.create_user(email, "a long enough password", name=role.title())
        offices.appoint(user, existing(organisation), role, on=date(2020, 1, 1), by=None)


@pytest.fixture
def write_event(tmp_path: Path, people: list[Person]) -> Callable[..., str]:
    """An event file of six pairs; others may stand at an index, and any field may be given."""

    def write(others: dict[int, Any] | tuple[Any, ...] = (), **fields: Any) -> str:
        players = [{"id": person.number, "name": person.name} for person in people]
        for index, player in dict(others).items():
            players[index] = player
        entries = [
            {"place": 1 + index // 2, "players": players[index : index + 2]} for index in range(0, len(players), 2)
        ]
        event = {"form": "session", "scheme": "ebu", "day": "2026-11-10", "contest": "pairs", "boards": 24}
        event |= {"organiser": {"level": "club"}, "lists": [{"entries": entries, "size": 6}]} | fields
        path = tmp_path / "tuesday.json"
        path.write_text(json.dumps(event), encoding="utf-8")
        return str(path)

    return write


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == status, (result.output, result.exception)
    return result.output


def file(path: str, *options: str, status: int = 0, club: str = "1001") -> str:
    return run("file", "ebu", club, path, *options, status=status)


def points_held(person: Person) -> int:
    return ledger.holding(person).get("local", 0)


@pytest.mark.usefixtures("accounts")
class TestWho:
    def test_somebody_unknown_is_asked_about_and_named_by_number(
        self, write_event: Callable[..., str], people: list[Person]
    ) -> None:
        path = write_event({0: {"name": "A. Stranger"}})
        output = file(path, status=2)
        assert "A. Stranger" in output and "name:a. stranger" in output and not Filing.objects.exists()
        assert "Filed. Receipt EBU-" in file(path, "--who", f"name:a. stranger={people[0].number}")
        assert points_held(people[0]) == 1200

    def test_a_new_person_keeps_the_number_of_the_file(
        self, write_event: Callable[..., str], people: list[Person]
    ) -> None:
        path = write_event({0: {"name": "Wilma Newcomer", "id": "777"}})
        assert "does not know number 777" in file(path, status=2)
        assert not Person.objects.filter(family_name="Newcomer").exists()
        file(path, "--who", "777=new")
        person = Person.objects.get(family_name="Newcomer")
        assert (person.number, person.status, points_held(person)) == ("777", "potential", 1200)

    def test_visitors_are_one_action(self, write_event: Callable[..., str]) -> None:
        path = write_event({index: {"name": f"Visitor Farwanderer{index}"} for index in range(4)})
        assert "4 things to put right" in file(path, status=2)
        assert "Filed" in file(path, "--visitors")
        assert Person.objects.filter(family_name__startswith="Farwanderer", status="potential").count() == 4

    def test_a_wrong_name_beside_a_number_is_no_visitor(
        self, write_event: Callable[..., str], people: list[Person]
    ) -> None:
        path = write_event({0: {"name": "Completely Different", "id": people[0].number}})
        assert "is Ada Ashby in the register" in file(path, "--visitors", status=2)
        assert "Filed" in file(path, "--who", f"{people[0].number}={people[0].number}")

    @pytest.mark.parametrize("word", ["nobody", "name:nobody=new", "name:a. stranger=9999"])
    def test_what_names_nobody_is_told(self, write_event: Callable[..., str], word: str) -> None:
        assert word.rpartition("=")[2] in file(write_event({0: {"name": "A. Stranger"}}), "--who", word, status=2)
        assert not Filing.objects.exists()


@pytest.mark.usefixtures("accounts")
class TestSameEvening:
    def test_nearly_the_same_needs_the_option(self, write_event: Callable[..., str]) -> None:
        receipt = file(write_event()).split()[-1]
        other = write_event(boards=26)
        assert f"--not-the-same {receipt}" in file(other, status=2)
        assert "Filed" in file(other, "--not-the-same", receipt.lower())
        assert Filing.objects.count() == 2

    def test_a_withdrawn_or_rejected_one_needs_it_too(self, write_event: Callable[..., str]) -> None:
        receipt = file(write_event()).split()[-1]
        run("approve", "ebu", receipt, "--reject", "nobody played", "--officer", STAFF)
        assert "nobody played" in file(write_event(), status=2)
        assert "Filed" in file(write_event(), "--not-the-same", receipt)

    def test_for_another_club(self, write_event: Callable[..., str], county: Organisation) -> None:
        sealed(
            Organisation.objects.create(
                federation=county.federation, parent=county, level="club", number="1002", name="Hilltop"
            )
        )
        receipt = file(write_event()).split()[-1]
        assert "for another organisation" in file(write_event(boards=26), club="1002", status=2)
        assert "Filed" in file(write_event(boards=26), "--not-the-same", receipt, club="1002")

    def test_the_office_decides_about_two_that_stand(
        self, write_event: Callable[..., str], federation: Federation
    ) -> None:
        first = file(write_event()).split()[-1]
        second = file(write_event(day="2026-11-03", boards=26)).split()[-1]
        Filing.objects.filter(receipt=second).update(day=date(2026, 11, 10))
        assert second in run("approve", "ebu", first, "--officer", STAFF, status=2)
        decided = ("--not-the-same", second, "--officer", STAFF)
        assert "needs a reason" in run("approve", "ebu", first, *decided, status=2)
        assert "is official" in run("approve", "ebu", first, *decided, "--reason", "two sections")
        assert "is official" in run("approve", "ebu", second, "--officer", STAFF)


@pytest.mark.usefixtures("accounts")
class TestCorrecting:
    def test_a_scorer_corrects_what_the_scorer_filed(
        self, write_event: Callable[..., str], people: list[Person], federation: Federation
    ) -> None:
        receipt = file(write_event(), "--officer", SCORER).split()[-1]
        other = write_event({0: {"id": people[4].number}, 4: {"id": people[0].number}})
        output = run("correct", "ebu", receipt, other, "--reason", "two names swapped", "--officer", SCORER)
        assert f"Corrected. Receipt {receipt}" in output
        assert (points_held(people[0]), points_held(people[4])) == (0, 1200)
        assert "nothing changed" in run("correct", "ebu", receipt, other, "--reason", "again", "--officer", SCORER)
        assert list(verifying.differences([federation])) == []

    def test_but_not_what_somebody_else_filed(self, write_event: Callable[..., str]) -> None:
        receipt = file(write_event(), "--officer", STAFF).split()[-1]
        output = run(
            "correct", "ebu", receipt, write_event(boards=26), "--reason", "why", "--officer", SCORER, status=2
        )
        assert "may not do this" in output

    def test_what_is_official_waits_and_the_answer_says_so(
        self, write_event: Callable[..., str], people: list[Person]
    ) -> None:
        receipt = file(write_event(), "--officer", SCORER).split()[-1]
        run("approve", "ebu", receipt, "--officer", STAFF)
        other = write_event({0: {"id": people[4].number}, 4: {"id": people[0].number}})
        output = run("correct", "ebu", receipt, other, "--reason", "two names swapped", "--officer", SCORER)
        assert "office decides" in output and points_held(people[0]) == 1200
        number = run("decide", "ebu").split()[0]
        assert "Done" in run("decide", "ebu", number, "--officer", STAFF)
        assert (points_held(people[0]), points_held(people[4])) == (0, 1200)

    def test_without_a_reason_or_a_receipt_nothing_is_done(self, write_event: Callable[..., str]) -> None:
        receipt = file(write_event()).split()[-1]
        assert "a reason is needed" in run("correct", "ebu", receipt, write_event(boards=26), "--reason", " ", status=2)
        assert "no such filing" in run("correct", "ebu", "EBU-1", write_event(), "--reason", "why", status=2)
        assert Line.objects.count() == 4


def test_a_file_that_names_another_club_asks_first(write_event: Callable[..., str], county: Organisation) -> None:
    sealed(
        Organisation.objects.create(
            federation=county.federation, parent=county, level="club", number="1002", name="Hilltop Bridge Club"
        )
    )
    path = write_event(organiser={"level": "club", "name": "Hilltop Bridge Club"})
    assert "Hilltop" in file(path, status=2)
    assert "Filed" in file(path, "--confirm-organiser")


def test_a_club_number_is_the_clubs_own_whatever_it_looks_like(people: list[Person], tmp_path: Path) -> None:
    """1001 looks Australian, and so does 1002; the register has the one for this club."""
    pairs = [(people[at], people[at + 1]) for at in range(0, len(people), 2)]
    rows = [f"{n},{a.name},{a.number},{b.name},{b.number},{60 - n}" for n, (a, b) in enumerate(pairs, 1)]
    for number, status, answer in (("1002", 2, "the club number 1002 looks Australian"), ("1001", 0, "Filed")):
        head = f"Club number,{number}\nDate,10/11/2026\nScoring,match points\nBoards,24"
        heading = "Place,Name 1,EBU No 1,Name 2,EBU No 2,Percentage"
        path = tmp_path / "tuesday.csv"
        path.write_text("\n".join([head, heading, *rows, ""]), encoding="utf-8")
        assert answer in file(str(path), status=status)


def test_a_day_to_come_is_refused(write_event: Callable[..., str]) -> None:
    assert "2033" in file(write_event(day="2033-01-01"), status=2)
    assert not Filing.objects.exists()
