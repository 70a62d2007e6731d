"""A federation moved in from files alone, and out again into the same files."""

from __future__ import annotations

import csv
import io
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from answers import existing
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import services
from masterpoint.centre.moving import inward, outward
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry import access, contacts, setup
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.cli import main
from masterpoint.core.errors import NotReadable
from masterpoint.formats.text import from_cell

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 16)
FILES = {
    "organisations.csv": """\
number,name,level,belongs_to,active
NZ,New Zealand Bridge,national,,yes
R1,Northern Region,region,NZ,yes
101,Riverside Bridge Club,club,R1,yes
102,Hilltop Bridge Club,club,R1,no
""",
    "members.csv": """\
number,given_name,family_name,club,status,joined,born,anonymous,visitor,rank_abroad,irregular_number
10101,Ada,Example,101,active,2001-02-03,1951,,,,
10102,Ben,"Éxample, Jr",101,lapsed,2010-01-01,,yes,,,
10103,Cleo,Example,102,active,2020-05-05,,,,,
""",
    "memberships.csv": "number,organisation,kind,from\n10101,102,alternate,2015-06-01\n",
    "offices.csv": """\
email,name,organisation,office,from
sue@example.org,Sue Secretary,101,secretary,2020-01-01
""",
    "contacts.csv": """\
of,number,email,phone,post,consented_on,public
person,10101,ada@example.org,+64 6 358 0000,"1 High Street
Palmerston North",2024-04-01,
organisation,101,club@example.org,,PO Box 1,,yes
""",
    "balances.csv": """\
number,colour,points,day,year,reason
10101,A,12.50,2025-12-31,,moved out
10101,C,300.00,2026-03-31,2026,moved out
10102,B,0.25,2025-12-31,,moved out
""",
    "ratings.csv": "number,year,rating,grade,reason\n10101,2025,84.25,Open,moved out\n",
}


@pytest.fixture
def federation() -> Federation:
    return setup.set_up("nz", "New Zealand Bridge", "nz", "staff@example.org", "a long enough password", today=TODAY)


def moved_in(federation: Federation, files: dict[str, str] = FILES) -> dict[str, int]:
    data = {name: text.encode() for name, text in files.items()}
    return inward.move_in(federation, data, by=User.objects.get(email="staff@example.org"), today=TODAY)


def rows(text: str) -> list[tuple[str, ...]]:
    return sorted(tuple(map(from_cell, row)) for row in csv.reader(io.StringIO(text, newline="")))


def test_everything_is_where_it_should_be(federation: Federation) -> None:
    counts = moved_in(federation)
    assert counts == {
        "organisations.csv": 4, "members.csv": 3, "memberships.csv": 1, "offices.csv": 1, "contacts.csv": 2,
        "balances.csv": 3, "ratings.csv": 1,
    }  # fmt: skip
    ada = Person.objects.get(number="10101")
    club = Organisation.objects.get(number="101")
    assert (ada.home_club, ada.joined_on, ada.born_in) == (club, date(2001, 2, 3), 1951)
    assert ledger.holding(ada) == {"A": 1250, "C": 30_000}
    assert Rating.objects.get(person=ada).grade == "Open"
    assert existing(contacts.contact_of(ada)).consented_on == date(2024, 4, 1)
    assert access.may(User.objects.get(email="sue@example.org"), access.Action.MEMBERS, club)
    assert not Organisation.objects.get(number="102").active
    assert list(verifying.differences([federation])) == []


def test_out_again_without_loss(federation: Federation, tmp_path: Path) -> None:
    moved_in(federation)
    result = CliRunner().invoke(main, ["move-out", "nz", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    files = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir()}
    national = Organisation.objects.get(federation=federation, parent=None).number
    for name, text in FILES.items():
        expected = rows(text.replace("NZ", national) if name == "organisations.csv" else text)
        if name == "offices.csv":  # and the staff who moved everything in
            expected = sorted([*expected, ("staff@example.org", "Staff", national, "staff", TODAY.isoformat())])
            assert {row[0] for row in rows(files[name])} == {row[0] for row in expected}
        else:
            assert rows(files[name]) == expected, name


def test_from_one_centre_into_another(federation: Federation) -> None:
    """What was taken back on a day of its own comes to the same; the second federation has what the first had."""
    moved_in(federation)
    ada, by = Person.objects.get(number="10101"), User.objects.get(email="staff@example.org")
    services.adjust(ada, "C", -31_00, date(2026, 5, 5), by=by, reason="entered twice")
    services.adjust(ada, "B", 7_00, date(2026, 6, 6), by=by, reason="forgotten")
    files = outward.move_out(federation, today=TODAY)
    other = setup.set_up("zz", "Elsewhere", "nz", "boss@example.org", "a long enough password", today=TODAY)
    inward.move_in(other, files, by=User.objects.get(email="boss@example.org"), today=TODAY)
    person = Person.objects.get(federation=other, number="10101")
    assert ledger.holding(person) == ledger.holding(ada) == {"A": 1250, "B": 700, "C": 26_900}
    assert list(verifying.differences([other])) == []


def test_all_problems_of_a_file_at_once_and_nothing_is_written(federation: Federation) -> None:
    wrong = FILES | {"contacts.csv": "of,number,email\nperson,10101,nobody\nperson,999,a@example.org\n"}
    with pytest.raises(NotReadable) as refusal:
        moved_in(federation, wrong)
    assert [problem.place for problem in refusal.value.problems] == ["contacts.csv, line 2", "contacts.csv, line 3"]
    assert not Person.objects.exists() and Organisation.objects.count() == 1
    with pytest.raises(NotReadable, match=r"membres\.csv.*not a file of a move"):
        moved_in(federation, {"membres.csv": ""})
    moved_in(federation)
    with pytest.raises(NotReadable, match="registered here already"):
        moved_in(federation)


def test_what_is_below_nothing_is_named(federation: Federation) -> None:
    moved_in(federation)
    by = User.objects.get(email="staff@example.org")
    services.adjust(Person.objects.get(number="10103"), "C", -100, TODAY, by=by, reason="twice")
    with pytest.raises(NotReadable, match=r"number 10103.*more points were taken back"):
        outward.move_out(federation, today=TODAY)


def test_the_national_body_takes_its_number_and_name_from_the_file(federation: Federation) -> None:
    moved_in(federation)
    national = Organisation.objects.get(federation=federation, parent=None)
    assert (national.number, national.name) == ("NZ", "New Zealand Bridge")
    assert list(verifying.differences([federation])) == []


def test_there_is_one_national_body(federation: Federation) -> None:
    organisations = FILES["organisations.csv"] + "X,Another,national,,yes\nY,A third,region,,yes\n"
    with pytest.raises(NotReadable) as refusal:
        moved_in(federation, FILES | {"organisations.csv": organisations})
    assert [(problem.value, problem.message) for problem in refusal.value.problems] == [
        ("X", "there is one national body already"),
        ("Y", "there is one national body already"),
    ]
    assert not Person.objects.filter(federation=federation).exists()
