"""Two editions side by side: what changed, cell by cell and in the words of the book, and what that does to events."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from invented_editions import FOLDER, ONLY_2014, ebu_with
from masterpoint.cli import main
from masterpoint.core.books import Table
from masterpoint.core.errors import NotReadable
from masterpoint.core.federations import Federation
from masterpoint.schemes import FEDERATIONS, example
from masterpoint.schemes.changed_values import Cell, table_cells, value_cells
from masterpoint.schemes.differences import Differences, differences
from masterpoint.schemes.effects import Effect, in_ranges

IMPRINT = 'title = "A proposal"\nin_force_from = 2030-01-01\nbased_on = "2014"\n'
Compare = Callable[..., Differences]


@pytest.fixture
def compare(tmp_path: Path) -> Compare:
    """The EBU's edition of 2014 beside a proposal of these files."""

    def compare_editions(**files: str) -> Differences:
        for name, text in {"edition.toml": IMPRINT, **files}.items():
            path = tmp_path / "2030" / name.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        federation = ONLY_2014.with_editions({"2030": tmp_path / "2030"})
        return differences(federation, federation.edition("2014"), federation.edition("2030"))

    return compare_editions


def changes_of(compare_editions: Differences) -> dict[tuple[str, str], list[tuple[str, str, str]]]:
    """From clause and name to the cells."""
    return {
        (clause.clause, change.name): [(cell.place, cell.before, cell.after) for cell in change.cells]
        for clause in compare_editions.clauses
        for change in clause.changes
    }


def effects(compare_editions: Differences, verdict: str) -> list[Effect]:
    return [effect for group in compare_editions.effects if group.verdict == verdict for effect in group.effects]


@cache
def of_2027() -> Differences:
    federation = ebu_with("2027", "2028")
    return differences(federation, federation.edition("2014"), federation.edition("2027"))


class TestTwelveBoardsBecomeTen:
    """An edition by which ten boards are enough, with the shares and limits that go with it."""

    def test_what_changed_is_told_in_the_order_of_the_book_and_in_its_words(self) -> None:
        assert changes_of(of_2027()) == {
            ("3.1.2", "fewest boards of an event"): [("", "12", "10")],
            ("4.1.2", "part of the field that is paid, by boards"): [("line 1 (0.25)", "from 12", "from 10")],
            ("4.4.2", "theoretical maximum, by boards"): [("line 1 (75)", "from 12", "from 10")],
        }
        assert of_2027().clauses[0].gist.startswith("Everyone scheduled for at least 12 boards")

    def test_plain_words_come_first(self) -> None:
        first, *_, last = of_2027().summary
        assert first.startswith("What changes: fewest boards of an event; part of the field that is paid, by boards;")
        assert "Fewest boards of an event: 10 instead of 12 (3.1.2)." in of_2027().summary
        assert last.endswith("standard events end differently: 29 newly paid and 2 paid more.")

    def test_events_at_the_new_limit_are_judged(self) -> None:
        compare_editions = of_2027()
        assert compare_editions.judged.numbers == (9, 10, 11, 12)
        changes = effects(compare_editions, "newly paid")
        assert any(effect.events == ("Tuesday pairs, 10 to 11 boards",) and effect.count == 2 for effect in changes)
        labels = [label for effect in changes for label in effect.events]
        assert "3.1.2: eleven boards are too few" in labels, "the worked cases are judged too"
        assert all(row.before == "nothing" for effect in changes for row in effect.rows)

    def test_it_says_what_was_judged(self) -> None:
        judged = of_2027().judged
        assert judged.total > 1_000 and judged.examples == len(ONLY_2014.edition("2014").book.examples)
        assert judged.sentence.startswith("Both editions judged 26 examples, ")
        assert judged.sentence.endswith("examples with other boards (9 to 12).")


def test_a_rule_in_new_words() -> None:
    federation = ebu_with("2028")
    compare_editions = differences(federation, federation.edition("2014"), federation.edition("2028"))
    assert {kind.kind for clause in compare_editions.clauses for kind in clause.changes} == {"wording", "rule"}
    (clause,) = compare_editions.clauses
    assert clause.clause == "3.5.1"
    rule = clause.changes[1].cells[0]
    assert rule.before.startswith("what a place earns") and rule.after == "a tie pays what its best place pays."
    (tie,) = [
        effect for effect in effects(compare_editions, "paid more") if effect.events[0].startswith("3.5.1: four tie")
    ]
    assert [(row.who, row.before, row.after) for row in tie.rows] == [("place 2=", "9 local", "18 local")]


def test_more_and_less_are_told_apart(compare: Compare) -> None:
    limits = '[basic]\nlimits = { value = [[12, 20], [18, 30], [36, 90]], clause = "4.4.2" }\n'
    less = compare(**{"figures.toml": limits})
    assert {group.verdict for group in less.effects} >= {"paid less"}
    assert not effects(less, "paid more")
    tables = '[principles]\nminimum_tables = { value = { individual = 9, pairs = 9, teams = 9 }, clause = "3.1.1" }\n'
    smaller = compare(**{"figures.toml": tables})
    assert {group.verdict for group in smaller.effects} >= {"no longer paid"}
    assert (
        smaller.unlike
        == sum(group.count for group in smaller.effects)
        == sum(effect.count for group in smaller.effects for effect in group.effects)
    )


def test_worksheets_are_compared_too(compare: Compare) -> None:
    compare_editions = compare(**{"figures.toml": '[records]\ngold_years = { value = 4, clause = "2.5.1" }\n'})
    assert effects(compare_editions, "answered differently")


def test_what_a_worksheet_says_stands_beside_what_it_said(compare: Compare) -> None:
    """Remarks of one clause are compared with each other, not each with nothing."""
    compare_editions = compare(**{"figures.toml": '[licences]\nfee_days = { value = 45, clause = "1.3.3" }\n'})
    rows = [
        (row.who, row.before, row.after)
        for effect in effects(compare_editions, "answered differently")
        for row in effect.rows
    ]
    assert (
        "1.3.3",
        "licence fee to be paid by 2026-12-10, 30 days after the event",
        "licence fee to be paid by 2026-12-25, 45 days after the event",
    ) in rows
    assert "said" not in {cell for row in rows for cell in row}


def test_clauses_readings_tables_and_fields(compare: Compare) -> None:
    heading, row = "clause,chapter,gist,kinds,treatment", "3 General principles"
    printed = ONLY_2014.edition("2014").book.printed["ebu_4.7.7_knockout"]
    lines = [",".join(printed.columns), *(",".join(cells).replace("152", "160") for cells in printed.cells)]
    compare_editions = compare(
        **{
            "clauses.csv": f"{heading}\n3.1.6,{row},Something new,POLICY,left to people\n1.1.1,,,,withdrawn\n"
            f"3.1.2,{row},Everyone plays,VALIDATE,computed\n",
            "readings.csv": "id,where,printed,taken\nZ1,3.1.2,unclear,so,\n".replace("so,", "so"),
            "printed__ebu_4.7.7_knockout.csv": "\n".join(lines),
            "fields.toml": '[sections.sometimes]\nlist = "size"\n',
        }
    )
    cells = changes_of(compare_editions)
    assert cells["3.1.6", "new clause"] == [("", "–", "Something new")]
    assert cells["1.1.1", "withdrawn"][0][2] == "–"
    assert cells["3.1.2", "what it says"][0][2] == "Everyone plays"
    assert cells["3.1.2", "what the program does with it"] == [("", "checked", "computed")]
    assert cells["3.1.2", "reading Z1"] == [("", "–", "so")]
    assert ("Type single elimination teams, Round 6", "152", "160") in cells["4.7.7", "4.7.7: knock-out"]
    fields = cells["", "what a sections may give"]
    assert fields and all("." not in place and "_" not in place for place, *_ in fields)
    order = list(compare_editions.clauses)
    numbers = [clause.clause for clause in order]
    assert numbers == ["1.1.1", "3.1.2", "3.1.6", "4.7.7", ""]
    assert "1.1.1 is withdrawn" in compare_editions.summary[0] and "3.1.6 is new" in compare_editions.summary[0]


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("clauses.csv", "clause,chapter,gist,kinds,treatment\n4.1.5,,,,withdrawn\n", "a rule cites 4.1.5, which this"),
        ("readings.csv", "id,where,printed,taken,kind\nE70,,,,withdrawn\n", "rests on reading E70, which this"),
    ],
    ids=["clause", "reading"],
)
def test_what_is_withdrawn_and_still_cited_cannot_be_worked_out(
    compare: Compare, file: str, text: str, reason: str
) -> None:
    compare_editions = compare(**{file: text})
    failures = effects(compare_editions, "not worked out")
    assert failures and all(reason in row.after for effect in failures for row in effect.rows)
    assert not effects(compare_editions, "newly refused")


def test_a_rule_that_fails_is_told_like_any_effect(compare: Compare) -> None:
    rules = """
from masterpoint.schemes.ebu.rules.principles import paying
def place_award(book, finish, ladder, colour, minimum, unpaid_number):
    raise KeyError("forgotten")
RULES = {paying.place_award: place_award}
"""
    compare_editions = compare(**{"rules.py": rules})
    failed = effects(compare_editions, "not worked out")
    assert failed and failed[0].rows[0].after == "cannot be worked out: KeyError 'forgotten'"


def test_what_is_wrong_with_examples_and_cases_is_said_at_once(compare: Compare) -> None:
    files = {
        "examples__session.toml": "form = \n",
        "examples__league.toml": 'form = "league"\nscheme = "ebu"\n',
        "cases__a.toml": "[[case]]\n",
        "cases__b.toml": "",
    }
    with pytest.raises(NotReadable) as refusal:
        compare(**files)
    places = [problem.place for problem in refusal.value.problems]
    assert {place.split(",")[0] for place in places} == {f"2030/{name.replace('__', '/')}" for name in files}
    assert all(problem.fix for problem in refusal.value.problems)


def test_the_cases_of_a_proposal_are_judged_too(compare: Compare) -> None:
    event = """{ form = "session", scheme = "ebu", day = 2030-02-01, contest = "pairs", boards = 24,
        organiser = { level = "club" }, lists = [{ places = "1 2 3 4 5 6 7 8 9 10 11 12" }] }"""
    case = f'[[case]]\nclause = "4.1.2"\nname = "of the proposal"\nawards = "0"\nevent = {event.replace(chr(10), "")}\n'
    figures = '[basic]\nlimits = { value = [[12, 75], [18, 20], [36, 300]], clause = "4.4.2" }\n'
    compare_editions = compare(**{"figures.toml": figures, "cases__new.toml": case})
    assert "4.1.2: of the proposal" in [
        label for effect in effects(compare_editions, "paid less") for label in effect.events
    ]


def test_cases_of_books_before_both_are_judged_too() -> None:
    """Neither invented edition has cases of its own, and ties are a matter of the cases of 2014."""
    federation = ebu_with("2027", "2028")
    compared = differences(federation, federation.edition("2027"), federation.edition("2028"))
    labels = [label for effect in effects(compared, "paid more") for label in effect.events]
    assert "3.5.1: four tie for second: 18, 12, 6 and nothing are 9 each" in labels


@pytest.mark.parametrize(
    "federation", [*FEDERATIONS.values(), example.FEDERATION], ids=lambda federation: federation.code
)
def test_an_edition_differs_in_nothing_from_itself(federation: Federation) -> None:
    for edition in federation.editions:
        result = differences(federation, edition, edition)
        assert (result.clauses, result.effects, result.unlike) == ((), (), 0)
        assert result.summary == ("Nothing changed.",)


@pytest.mark.parametrize(
    "federation", [*FEDERATIONS.values(), ebu_with("2027", "2028")], ids=lambda federation: federation.editions[-1].name
)
def test_whatever_an_edition_can_judge_the_next_can_judge(federation: Federation) -> None:
    for earlier, later in pairwise(federation.editions):
        assert not effects(differences(federation, earlier, later), "not worked out")


class TestCells:
    """What differs in a value, and nothing else."""

    def cells(self, before: Any, after: Any) -> list[tuple[str, str, str]]:
        return [(cell.place, cell.before, cell.after) for cell in value_cells(before, after)]

    def test_numbers_and_tables_of_names(self) -> None:
        assert self.cells(12, 10) == [("", "12", "10")]
        assert self.cells(Fraction(1, 3), Fraction(1, 4)) == [("", "1/3", "1/4")]
        assert self.cells(Fraction(1, 2), Fraction(3, 4)) == [("", "0.50", "0.75")]
        assert self.cells({"a": 1, "b": 2}, {"b": 3, "c": 4}) == [("a", "1", "–"), ("b", "2", "3"), ("c", "–", "4")]

    def test_lines_that_begin_with_a_number_or_a_name(self) -> None:
        assert self.cells(((12, 75), (18, 100)), ((12, 80), (18, 100))) == [("line 12", "75", "80")]
        assert self.cells(((12, 75), (18, 100)), ((18, 100),)) == [("line 12", "75", "–")]
        assert self.cells((("Master", 5, 0),), (("Master", 5, 1),)) == [("line Master, column 3", "0", "1")]
        assert self.cells(((18, (1, 2)),), ((18, (1, 3)),)) == [("line 18, line 2", "2", "3")]
        quarter = Fraction(1, 4)
        assert self.cells(((quarter, 1), (0, 4)), ((quarter, 2), (0, 4))) == [("line 1/4", "1", "2")]

    def test_lines_that_are_named_or_stand_elsewhere(self) -> None:
        before = (("Local Master", 50, 0), ("Master", 200, 5))
        assert self.cells(before, (("Town Master", 50, 0), ("Master", 200, 5))) == [
            ("line 1 (50, 0)", "Local Master", "Town Master")
        ]
        assert self.cells(before, before[::-1]) == [("order", "Local Master, Master", "Master, Local Master")]

    def test_lines_of_named_values(self) -> None:
        """A rank that is new or gone moves no other; what a line does not give is not listed."""
        ranks = ONLY_2014.edition("2014").book.figures.records.ranks.value
        local, club, area = ranks[:3]
        assert self.cells((local, club, area), (local, area)) == [("line Club Master", "total: 200", "–")]
        assert self.cells((local, area), (local, replace(club, green=5), area)) == [
            ("line Club Master", "–", "total: 200; green: 5")
        ]
        assert self.cells((local, club), (local, replace(club, total=250))) == [
            ("line Club Master, total", "200", "250")
        ]

    def test_lines_without_names(self) -> None:
        assert self.cells((1, 2, 3), (1, 4)) == [("line 2", "2", "4"), ("line 3", "3", "–")]

    def test_printed_tables(self) -> None:
        before = Table(("tables", "p1"), (("3", "40"), ("4", "40"), ("5", "40")))
        after = Table(("tables", "p1"), (("3", "40"), ("4", "41"), ("5", "40"), ("6", "40")))
        assert list(table_cells(before, after)) == [Cell("Tables 4, 1", "40", "41"), Cell("Tables 6", "–", "6, 40")]
        assert list(table_cells(before, None)) == [Cell("the table", "3 lines", "–")]


def test_numbers_in_a_row_are_told_as_one() -> None:
    assert in_ranges([20, 9, 10, 11]) == "9 to 11, 20"


class TestTheCommand:
    """`masterpoint diff`."""

    @pytest.fixture(autouse=True)
    def only_2014(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(FEDERATIONS.loaded, "ebu", ONLY_2014)

    def run(self, *words: str, status: int = 0) -> str:
        result = CliRunner().invoke(main, ["diff", "ebu", *words])
        assert result.exit_code == status, result.output
        assert "Traceback" not in result.output
        return result.output

    def test_it_takes_the_folder_of_a_proposal(self) -> None:
        output = self.run("2014", str(FOLDER / "2027"))
        assert "fewest boards of an event: 12 → 10" in output and "minimum_boards" not in output
        assert "Newly paid: 29" in output and "Tuesday pairs, 10 to 11 boards" in output
        assert "Both editions judged 26 examples" in output

    def test_data_has_all_of_it(self) -> None:
        data = json.loads(self.run("2014", str(FOLDER / "2028"), "--json"))
        assert data["clauses"][0]["clause"] == "3.5.1"
        assert sum(group["count"] for group in data["effects"]) == data["unlike"]
        assert len(data["effects"][0]["effects"]) > 12 and data["summary"]

    def test_long_changes_stand_below_each_other(self) -> None:
        output = self.run("2014", str(FOLDER / "2028"))
        assert "        before: Ties share the places' awards equally" in output
        assert "more; --json has them all" in output
        assert max(map(len, output.splitlines())) <= 100

    def test_a_broken_proposal_is_a_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "edition.toml").write_text('in_force_from = 2030-01-01\nbased_on = "1999"\n')
        output = self.run("2014", str(tmp_path), status=2)
        assert "edition.toml, title" in output and "needs a title" in output

    def test_what_is_neither_an_edition_nor_a_folder(self) -> None:
        assert "no such edition" in self.run("2014", "1999", status=2)
        assert "there is no such folder" in self.run("2014", "proposals/1999", status=2)
