"""Nobody comes into the register under a number that the federation has not; who has such a number keeps it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner
from django.apps import apps

from centre import making
from centre.open_data_kit import left_of
from centre.test_reloading import as_layout_2, rewritten
from masterpoint.centre import backups, verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.backup_rows import insert_page
from masterpoint.centre.filing import services as filing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.moving import inward, outward
from masterpoint.centre.open_data.reloading import reload
from masterpoint.centre.open_data.writing import write_open_data
from masterpoint.centre.registry import registering, setup
from masterpoint.centre.registry.audit import NotRegistered
from masterpoint.centre.registry.codes import rule_problem
from masterpoint.centre.registry.loading import COLUMNS, REQUIRED_COLUMNS, load_members
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.cli import main
from masterpoint.core.errors import MasterpointError
from masterpoint.schemes import FEDERATIONS

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 16)
IMPOSSIBLE = ("XYZZY", "-5", "123456789", "1.5", "12a", "１２３")
FILE = """\
number,given_name,family_name,club,irregular_number
XYZZY,Ann,Letters,1001,
-5,Ben,Negative,1001,
88888888,Cy,Guest,1001,yes
123456789,,,9999,
,Di,Issued,1001,
00042,Ed,Zeros,1001,
"""


def load(federation: Federation, text: str, organisation: Organisation | None = None) -> int:
    return load_members(federation, text.encode(), source="members.csv", by=None, today=DAY, organisation=organisation)


def refusals_of(call: Callable[[], object]) -> list[tuple[str, str]]:
    """Where something is refused, and for what value; each time with a fix."""
    with pytest.raises(MasterpointError) as refusal:
        call()
    assert all(problem.fix for problem in refusal.value.problems)
    return [(problem.place, problem.value) for problem in refusal.value.problems]


def test_everything_wrong_with_the_numbers_of_a_file_is_said_at_once(
    federation: Federation, club: Organisation, tmp_path: Path
) -> None:
    """They were loaded, and nothing said so."""
    wrong = [
        ("members.csv, line 2", "XYZZY"),
        ("members.csv, line 3", "-5"),
        ("members.csv, line 4", "88888888"),
        ("members.csv, line 5", ""),
        ("members.csv, line 5", "9999"),
        ("members.csv, line 5", "123456789"),
    ]
    assert sorted(refusals_of(lambda: load(federation, FILE))) == sorted(wrong)
    assert sorted(refusals_of(lambda: load(federation, FILE, organisation=club))) == sorted(wrong)
    (tmp_path / "members.csv").write_text(FILE, encoding="utf-8")
    result = CliRunner().invoke(main, ["load-members", "ebu", str(tmp_path / "members.csv")])
    assert result.exit_code == 2 and "XYZZY" in result.output and "a member number has only digits" in result.output
    assert not Person.objects.exists()


@pytest.mark.parametrize("number", IMPOSSIBLE)
def test_nobody_is_registered_under_an_impossible_number(federation: Federation, number: str) -> None:
    assert refusals_of(lambda: registering.register(federation, "Ann", "Bell", on=DAY, by=None, number=number)) == [
        ("number", number)
    ]
    new = [registering.NewMember("Ann", "Bell", DAY, number=number), registering.NewMember("Ben", "Cole", DAY)]
    new.append(registering.NewMember("Cy", "Dean", DAY, number="88888888", irregular_number=True))
    assert len(refusals_of(lambda: registering.register_all(federation, new, by=None))) == 2
    assert not Person.objects.exists()


@pytest.mark.parametrize("scheme", sorted(FEDERATIONS))
def test_every_federation_refuses_by_its_own_rule(scheme: str) -> None:
    federation = making.sealed(Federation.objects.create(code=scheme, name=scheme, scheme=scheme))
    for number in IMPOSSIBLE:
        assert len(refusals_of(lambda: load(federation, f"number,family_name\n{number},Bell\n"))) == 1, number  # noqa: B023
    new_number = FEDERATIONS[scheme].member_numbers.new_number(4711)
    assert load(federation, f"number,family_name\n{new_number},Bell\n00,Cole\n,Dean\n") == 3
    assert [rule_problem(scheme, person.number) for person in Person.objects.all()] == ["", "", ""]


def test_no_number_beyond_the_rule_is_issued() -> None:
    """SBU numbers end at 30000."""
    federation = making.sealed(Federation.objects.create(code="sbu", name="SBU", scheme="sbu", next_number=30_000))
    assert registering.register(federation, "Ann", "Bell", on=DAY, by=None).number == "30000"
    with pytest.raises(NotRegistered, match="the numbers to be issued are used up: SBU numbers go up to 30000"):
        registering.register(federation, "Ben", "Cole", on=DAY, by=None)


def test_a_visitor_has_a_number_of_this_federation() -> None:
    """A number of another federation may be somebody's here, or none: an ABF number says nothing in Scotland."""
    federation = making.sealed(Federation.objects.create(code="sbu", name="SBU", scheme="sbu"))
    rows = "number,family_name,visitor\n0209406,Overseas,yes\n"
    assert refusals_of(lambda: load(federation, rows)) == [("members.csv, line 2", "0209406")]
    assert load(federation, rows.replace("0209406", "")) == 1


def test_the_office_keeps_a_number_that_another_register_gave(federation: Federation, club: Organisation) -> None:
    row = "number,family_name,club,irregular_number\nxyzzy,Bell,1001,yes\n"
    assert refusals_of(lambda: load(federation, row, organisation=club)) == [("members.csv, line 2", "xyzzy")]
    assert not Person.objects.exists()
    assert load(federation, row) == 1
    assert Person.objects.get().number == "XYZZY"


def build() -> Federation:
    """Somebody whom an earlier version took in under a number that is none, with the points of an evening."""
    federation = making.federation()
    club, officer = making.club(making.county(federation)), making.officer()
    members = making.people(club)
    assert load(federation, "number,given_name,family_name,club,irregular_number\nXYZZY,Gwen,Grove,1001,yes\n") == 1
    members[0] = Person.objects.get(number="XYZZY")
    filing.file_event(club, making.session(members, day="2026-11-10"), making.ORIGINAL, by=officer, choices={})
    return federation


def holdings(federation: Federation) -> dict[str, int]:
    return ledger.holding(Person.objects.get(federation=federation, number="XYZZY"))


def test_who_has_such_a_number_plays_on_and_is_verified() -> None:
    federation = build()
    assert holdings(federation)["local"] > 0
    assert list(verifying.differences([federation])) == []


def test_who_has_such_a_number_moves_out_and_in() -> None:
    federation = build()
    files = outward.move_out(federation, today=DAY)
    assert b"XYZZY,Gwen,Grove,1001,active" in files["members.csv"]
    other = setup.set_up("zz", "Elsewhere", "ebu", "boss@example.org", "a long enough password", today=DAY)
    boss = User.objects.get(email="boss@example.org")
    changed = files | {"members.csv": files["members.csv"].replace(b",yes", b",")}
    assert refusals_of(lambda: inward.move_in(other, changed, by=boss, today=DAY)) == [("members.csv, line 8", "XYZZY")]
    assert not Person.objects.filter(federation=other).exists()
    inward.move_in(other, files, by=boss, today=DAY)
    assert holdings(other) == holdings(federation)
    assert list(verifying.differences([other])) == []


def test_who_has_such_a_number_is_restored(tmp_path: Path) -> None:
    def stored_holdings() -> dict[str, int]:
        federation = build()
        backups.save(tmp_path / "copy.gz")
        return holdings(federation)

    points = left_of(stored_holdings)
    # a restore without new tables, which no transaction may hold
    with backups._open_lines(tmp_path / "copy.gz") as file:
        for page in backups._pages(file, apps):
            insert_page(*page)
    federation = Federation.objects.get()
    assert holdings(federation) == points
    assert list(verifying.differences([federation])) == []


@pytest.mark.parametrize("layout", [2, 3])
def test_who_has_such_a_number_is_loaded_with_open_data(tmp_path: Path, layout: int) -> None:
    """Layout 2 did not say which numbers the rule does not allow: it was written when none was refused."""

    def stored_rows() -> tuple[dict[str, int], Path]:
        federation = build()
        return holdings(federation), write_open_data(federation, tmp_path, DAY)

    points, archive = left_of(stored_rows)
    other = setup.set_up("ebu", "Elsewhere", "ebu", "boss@example.org", "a long enough password", today=DAY)
    boss = User.objects.get(email="boss@example.org")

    def without_flag(_table: str, row: dict[str, str]) -> dict[str, str]:
        return row | {"irregular_number": "no"} if "irregular_number" in row else row

    changed = rewritten(archive, tmp_path / "changed", without_flag)
    assert [value for _, value in refusals_of(lambda: reload(other, changed, by=boss, today=DAY))] == ["XYZZY"]
    assert not Person.objects.exists()
    reload(other, as_layout_2(archive, tmp_path / "earlier") if layout == 2 else archive, by=boss, today=DAY)
    assert holdings(other) == points
    assert list(verifying.differences([other])) == []


def test_the_help_names_columns_that_there_are() -> None:
    words = CliRunner().invoke(main, ["load-members", "--help"]).output.partition("(")[2].partition(")")[0]
    required, optional = (set(re.findall(r"\w+", part)) for part in words.split("; optional:"))
    assert required == {*REQUIRED_COLUMNS} and optional < {*COLUMNS}
