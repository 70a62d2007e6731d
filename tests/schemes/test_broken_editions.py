"""What is wrong with the folder of an edition is said in sentences, all at once: file, line or key, value, fix."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from invented_editions import first_edition_of
from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.federations import Federation
from masterpoint.core.ranks import RankLadder
from masterpoint.schemes import FEDERATIONS, example
from masterpoint.schemes.ebu.figures import Figures
from masterpoint.schemes.example.book import Figures as ExampleFigures
from masterpoint.schemes.example.contents import contents as example_contents
from masterpoint.schemes.loading import editions_loader
from schemes import abl

EBU, WBU, NZ = (first_edition_of(scheme) for scheme in ("ebu", "wbu", "nz"))
IMPRINT = 'title = "A proposal"\nin_force_from = 2027-08-01\nbased_on = "2014"\n'
HEADING = "clause,chapter,gist,kinds,treatment"
CLAUSE = "3.5.1,3 General principles,Ties share,COMPUTE,computed"
Proposed = Callable[..., Federation]


@pytest.fixture
def proposal(tmp_path: Path) -> Proposed:
    """A federation with a proposal: its files by name, `/` in the name of one within a folder."""

    def propose(files: dict[str, str | bytes], federation: Federation = EBU, name: str = "2027") -> Federation:
        folder = tmp_path / name
        for file, text in {"edition.toml": IMPRINT, **files}.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return federation.with_editions({name: folder})

    return propose


def problems_of(federation: Federation) -> list[Problem]:
    with pytest.raises(NotReadable) as refusal:
        _ = federation.editions
    assert all(problem.fix for problem in refusal.value.problems)
    return list(refusal.value.problems)


BROKEN = tomllib.loads(Path(__file__).with_name("broken_editions.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case["name"])
def test_what_is_wrong_is_a_sentence(proposal: Proposed, case: dict[str, str]) -> None:
    problems = problems_of(proposal({case["file"]: case["text"]}))
    place = f"2027/{case['place']}"
    assert (place, case["value"]) in [(problem.place, problem.value) for problem in problems], problems
    assert case["words"] in " ".join(str(problem) for problem in problems if problem.place == place)


def test_a_file_that_is_not_text(proposal: Proposed) -> None:
    (problem,) = problems_of(proposal({"edition.toml": b'title = "\xff"\n'}))
    assert (problem.place, problem.message) == ("2027/edition.toml", "this is not UTF-8")


def test_all_that_is_wrong_is_said_at_once(proposal: Proposed) -> None:
    wrong = {
        "edition.toml": IMPRINT.replace('"A proposal"', "7"),
        "clauses.csv": f"{HEADING}\n{CLAUSE.replace('COMPUTE', 'COUNT')}\n",
        "readings.csv": "id,what\n",
        "fields.toml": "[sesion]\n",
        "rules.py": "ONE = 1\n",
        "printed/x.csv": "",
    }
    places = {problem.place.split(",")[0] for problem in problems_of(proposal(wrong))}
    assert places == {f"2027/{file}" for file in wrong}


def test_a_rule_is_replaced_by_what_takes_the_same(proposal: Proposed) -> None:
    text = """
from masterpoint.schemes.ebu.rules.principles import paying
from masterpoint.core.errors import NotReadable
from masterpoint.schemes.example.book import Figures
from masterpoint.schemes.example.contents import contents as example_contents
def other(book, finish):
    return None
RULES = {paying.place_award: other}
"""
    (problem,) = problems_of(proposal({"rules.py": text}))
    assert problem.value == "book, finish"
    assert problem.fix.startswith("let it take book, finish, ladder")


def test_editions_based_on_one_another(proposal: Proposed) -> None:
    first = proposal({"edition.toml": IMPRINT.replace("2014", "2028")})
    second = IMPRINT.replace("2014", "2027").replace("2027-", "2028-").replace("A proposal", "Another")
    edition = proposal({"edition.toml": second}, first, "2028")
    problems = problems_of(edition)
    assert [problem.place for problem in problems] == ["2027/edition.toml, based_on", "2028/edition.toml, based_on"]
    assert "2027 → 2028 → 2027" in problems[0].message and "2028 → 2027 → 2028" in problems[1].message


def test_a_proposal_has_a_name_of_its_own(proposal: Proposed) -> None:
    (problem,) = problems_of(proposal({}, FEDERATIONS["ebu"], name="2014"))
    assert problem.value == "2014" and "another name" in problem.fix


def test_a_folder_without_a_first_page(proposal: Proposed, tmp_path: Path) -> None:
    federation = proposal({})
    (tmp_path / "2027" / "edition.toml").unlink()
    (problem,) = problems_of(federation)
    assert (problem.place, problem.message) == ("2027/edition.toml", "this file is missing")


def test_a_minimum_that_no_scale_serves_names_each_figure(proposal: Proposed) -> None:
    """12 boards become 10, and nothing else: shares and limits begin at 12."""
    figures = '[principles]\nminimum_boards = { value = 10, clause = "3.1.2", text = "fewest boards of an event" }\n'
    problems = problems_of(proposal({"figures.toml": figures}))
    assert [(problem.place, problem.value, problem.clause) for problem in problems] == [
        ("2027/figures.toml, basic.shares", "12", "EBU 4.1.2"),
        ("2027/figures.toml, basic.limits", "12", "EBU 4.4.2"),
    ]
    for problem in problems:
        assert "principles.minimum_boards [EBU 3.1.2] is 10" in problem.message
        assert problem.fix == "let it begin at 10 or lower, or make principles.minimum_boards [EBU 3.1.2] 12 or more"


def test_a_stage_that_no_scale_serves(proposal: Proposed) -> None:
    figures = '[principles]\nstage_boards = { value = 9, clause = "3.1.3" }\n'
    assert {problem.place for problem in problems_of(proposal({"figures.toml": figures}))} == {
        "2027/figures.toml, basic.shares",
        "2027/figures.toml, basic.limits",
    }


@pytest.mark.parametrize(
    ("federation", "base", "figures", "value", "message"),
    [
        (
            EBU,
            "2014",
            'local_in_a_point = { value = 50, clause = "2.4.1(c)" }',
            "100",
            "a green point as 50 local ones",
        ),
        (WBU, "2003", 'local_in_a_master_point = { value = 50, clause = "1.4.1(b)" }', "100", "as 50 local ones"),
    ],
    ids=["ebu", "wbu"],
)
def test_points_weigh_what_the_leaderboards_count_them_for(
    proposal: Proposed, federation: Federation, base: str, figures: str, value: str, message: str
) -> None:
    head = IMPRINT.replace("2014", base)
    problems = problems_of(proposal({"edition.toml": head, "figures.toml": f"[records]\n{figures}\n"}, federation))
    green = next(problem for problem in problems if problem.place.endswith("point_weights, green"))
    assert green.value == value and "edition 2027" in green.message and message in green.message


def test_a_figure_of_the_edition_before_needs_its_clause_and_its_reading(proposal: Proposed) -> None:
    """Both are withdrawn: the new edition is to blame, not the one before."""
    files = {
        "clauses.csv": f"{HEADING}\n3.5.1,,,,withdrawn\n",
        "readings.csv": "id,where,printed,taken,kind\nE09,,,,withdrawn\n",
    }
    problems = problems_of(proposal(files))
    assert [(problem.place, problem.value) for problem in problems] == [
        ("2027/figures.toml, principles.minimum_award, clause", "3.5.1"),
        ("2027/figures.toml, scale_g.steps, reading", "E09"),
    ]
    assert all("the figure of 2014 names it" in problem.message for problem in problems)


def test_a_clause_that_a_rule_cites_is_named(proposal: Proposed) -> None:
    (problem,) = problems_of(proposal({"clauses.csv": f"{HEADING}\n2.6.1,,,,withdrawn\n"}))
    assert (problem.place, problem.value) == ("2027/clauses.csv", "2.6.1")
    assert "rules.py" in problem.fix


def test_a_reading_is_withdrawn(proposal: Proposed) -> None:
    heading = "id,where,printed,taken,kind\n"
    edition = proposal({"readings.csv": f"{heading}E29,,,,withdrawn\n"}).edition("2027")
    assert "E29" in {reading.id for reading in EBU.editions[0].readings} - {reading.id for reading in edition.readings}
    (problem,) = problems_of(proposal({"readings.csv": f"{heading}E999,,,,withdrawn\n"}))
    assert (problem.place, problem.message) == ("2027/readings.csv, E999", "the edition before has no such reading")


def test_wales_is_asked_the_same(proposal: Proposed) -> None:
    figures = '[principles]\nminimum_boards = { value = 10, clause = "2.1.2" }\n'
    files = {"figures.toml": figures, "edition.toml": IMPRINT.replace("2014", "2003")}
    problems = problems_of(proposal(files, WBU))
    assert [problem.clause for problem in problems] == ["WBU 4.1.2", "WBU 4.4.2"]


def test_what_no_check_names_is_a_sentence_too(proposal: Proposed) -> None:
    """A figure that the rules cannot begin to work with."""

    def contents(_book: object) -> Edition:
        raise KeyError("county")

    load = editions_loader("masterpoint.schemes.ebu", "ebu", "EBU", Figures, contents)
    problem = problems_of(msgspec.structs.replace(EBU, load_editions=load))[0]
    assert problem.place == "edition 2014" and "KeyError 'county'" in problem.message


class TestAFederationIsWhole:
    """What an edition and a federation need from each other is looked for when the editions are loaded."""

    def problems(self, federation: Federation = EBU, **changes: object) -> list[tuple[str, str]]:
        """Of a federation with one edition, in which something of the ladder or the edition is changed."""
        ladder = {name: value for name, value in changes.items() if name in RankLadder.__struct_fields__}
        edition = federation.editions[-1]
        ranks = msgspec.structs.replace(edition.ranks, **ladder)
        rest = {name: value for name, value in changes.items() if name not in ladder}
        changed = msgspec.structs.replace(edition, ranks=ranks, **rest)
        problems = problems_of(msgspec.structs.replace(federation, load_editions=lambda _: (changed,)))
        return [(problem.place, problem.value) for problem in problems]

    def test_each_colour_that_counts_is_won_somewhere(self) -> None:
        won_in = {colour: remarks for colour, remarks in EBU.editions[-1].ranks.won_in.items() if colour != "blue"}
        assert self.problems(won_in=won_in) == [("edition 2014, ranks.won_in", "local, green")]

    def test_each_need_counts_something(self) -> None:
        assert self.problems(colours_by_need={"total": ("local",)}) == [
            ("edition 2014, ranks.colours_by_need", "total")
        ]

    def test_each_colour_that_counts_is_held(self) -> None:
        assert self.problems(holding_parts=("local", "green")) == [
            ("edition 2014, ranks.holding_parts", "local, green")
        ]

    def test_each_colour_that_counts_is_awarded(self) -> None:
        assert ("edition 2014, ranks.colours_by_need", "blue") in self.problems(colours=("local", "green", "gold"))

    def test_there_are_ranks_and_each_has_its_name_and_needs(self) -> None:
        rung = EBU.editions[-1].ranks.rungs_up_to(0)[0]
        assert self.problems(rungs_up_to=lambda _: ()) == [("edition 2014, ranks", "")]
        plain = msgspec.structs.replace(rung, needs=())
        assert self.problems(rungs_up_to=lambda _: (plain,)) == [("edition 2014, ranks", rung.name)]
        assert self.problems(rungs_up_to=lambda _: (rung, rung)) == [("edition 2014, ranks", rung.name)]

    def test_each_need_can_be_measured(self) -> None:
        assert self.problems(measure_for=lambda _: {}.__getitem__) == [
            ("edition 2014, ranks.measure_for", "total"),
            ("edition 2014, ranks.measure_for", "green"),
        ]

    def test_forms_levels_and_clauses(self) -> None:
        assert ("edition 2014, forms", "sesion") in self.problems(forms={"sesion": len})
        assert self.problems(not_in_book={"session": "99.9"}) == [("edition 2014, not_in_book, session", "99.9")]
        assert self.problems(paid_by_place=("quiz",)) == [("edition 2014, paid_by_place", "quiz")]
        assert ("edition 2014, levels", "county") in self.problems(levels=("county",))

    def test_fields_that_no_event_has(self, proposal: Proposed) -> None:
        text = '[session.sometimes]\nlist = "directions"\nteam = "name"\nfacts = "licens"\n'
        problems = problems_of(proposal({"fields.toml": text}))
        assert [problem.value for problem in problems] == ["facts.licens", "list.directions", "team.name"]
        assert {problem.place for problem in problems} == {"edition 2027, fields.toml, session"}

    def test_what_the_federation_names_is_there(self) -> None:
        changed = msgspec.structs.replace(
            EBU,
            organisations={"club": ("county",)},
            point_weights={"silver": 1},
            decaying={"gold": "golden"},
            entry_limits={"rank": "99.1", "height": "4.10.2"},
        )
        assert [
            (problem.place.removeprefix("federation ebu, "), problem.value) for problem in problems_of(changed)
        ] == [
            ("organisations", "county"),
            ("organiser_levels.as_high_as", "county"),
            ("point_weights", "silver"),
            ("decaying", "golden"),
            ("edition 2014, ranks.holding_parts", "local, blue, green, online"),
            ("entry_limits, rank", "99.1"),
            ("entry_limits", "height"),
        ]

    def test_a_printed_amount_that_an_edition_prints_no_more(self, proposal: Proposed) -> None:
        """The item of a tariff names a line of a table, and the proposal leaves it out."""
        item = next(iter(NZ.charging.items.values()))
        items = {"club_session": msgspec.structs.replace(item, figure="points.no_such_fee")}
        charging = msgspec.structs.replace(NZ.charging, items=items, tax="vat")
        problems = problems_of(msgspec.structs.replace(NZ, charging=charging))
        assert ("federation nz, charging.items, club_session", "points.no_such_fee") in [
            (problem.place, problem.value) for problem in problems
        ]
        assert "vat" in [problem.value for problem in problems]

    @pytest.mark.parametrize(
        "federation", [*FEDERATIONS.values(), example.FEDERATION, abl.FEDERATION], ids=lambda f: f.code
    )
    def test_every_federation_is_whole(self, federation: Federation) -> None:
        assert federation.editions


class TestChaptersKeepTheirOrder:
    """What a later edition says of a clause stands where the clause stood."""

    def chapters(self, proposal: Proposed, *rows: str) -> dict[str, list[str]]:
        text = "\n".join((HEADING, *rows, ""))
        book = proposal({"clauses.csv": text}).edition("2027").book
        assert [clause.number for chapter in book.chapters.values() for clause in chapter] == list(book.clauses)
        return {title: [clause.number for clause in clauses] for title, clauses in book.chapters.items()}

    def test_a_new_title_is_that_of_the_whole_chapter(self, proposal: Proposed) -> None:
        old = EBU.edition("2014").book.chapters
        new = self.chapters(proposal, "3.5.1,3 Principles,Ties share in new words,COMPUTE,computed")
        assert list(new) == [title if title != "3 General principles" else "3 Principles" for title in old]
        assert new["3 Principles"] == [clause.number for clause in old["3 General principles"]]

    def test_a_chapter_is_divided_where_both_titles_are_used(self, proposal: Proposed) -> None:
        new = self.chapters(
            proposal,
            "3.9.2,3a Categories,Stratified events,VALIDATE,checked",
            "3.1.1,3 General principles,Tables,COMPUTE,computed",
        )
        assert new["3a Categories"] == ["3.9.2"]
        assert "3.1.1" in new["3 General principles"]

    def test_a_new_clause_stands_where_its_number_belongs(self, proposal: Proposed) -> None:
        new = self.chapters(
            proposal,
            "3.5.1a,3 General principles,More of ties,COMPUTE,computed",
            "5a.1,5a Online points,Played online,POLICY,left to people",
        )
        ties = new["3 General principles"]
        assert ties[ties.index("3.5.1a") - 1] == "3.5.1"
        titles = list(new)
        assert titles.index("5a Online points") in (titles.index("5 Blue Points"), titles.index("5 Blue Points") + 1)

    def test_a_withdrawn_clause_is_gone(self, proposal: Proposed) -> None:
        with pytest.raises(MasterpointError):  # figures and rules cite it
            _ = proposal({"clauses.csv": f"{HEADING}\n3.1.2,,,,withdrawn\n"}).editions
        new = self.chapters(proposal, "1.1.1,,,,withdrawn")
        assert "1.1.1" not in new["1 Organisations, events and licensing"]


def test_rules_that_fail_say_where() -> None:
    """Whoever writes a federation finds the line: here the one with the misspelled chapter."""

    def contents(book: Any) -> Edition:
        return example_contents(msgspec.structs.replace(book, figures=book.figurse))

    load = editions_loader("masterpoint.schemes.example", "xbu", "XBU", ExampleFigures, contents)
    with pytest.raises(NotReadable) as refusal:
        load({})
    line = contents.__code__.co_firstlineno + 1
    assert refusal.value.problems[0].message.endswith(f"(schemes/test_broken_editions.py, line {line})")
