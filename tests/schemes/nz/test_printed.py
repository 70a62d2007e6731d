"""Every printed table of section E, cell by cell as printed, through the real awarding path."""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from answers import of_kind
from handbook_cases import by_rule, printed_tables
from masterpoint.core.derivation import Step
from masterpoint.core.editions import work_out
from masterpoint.core.errors import Refused
from masterpoint.core.exact import exact
from masterpoint.schemes.nz import FEDERATION
from masterpoint.schemes.nz.rules.points.ranks import rank_progress
from schemes.nz.builders import awarded, base, mitchell, places, points, teams, tournament

EDITION = FEDERATION.editions[0]
BOOK = EDITION.book

PRINTED = printed_tables("nz")
MINIMUM = {"15A": 96, "10A": 72, "5A": 60, "3A": 48, "8B": 48, "5B": 48, "3B": 48}


def rows(name: str) -> list[dict[str, str]]:
    with (PRINTED / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def cells(row: dict[str, str]) -> list[int]:
    return [int(row[key]) for key in row if key[0] == "p" and key[1:].isdigit() and row[key]]


C_ROWS = [(name, row) for name in ("nz_E12_c_basic", "nz_E40_c_basic", "nz_E41_c_expanded") for row in rows(name)]
SIZES = [(name, row, int(row[end])) for name, row in C_ROWS for end in ("from", "to")]
C_IDS = [f"{name} {size}" for name, _, size in SIZES]


@pytest.mark.parametrize(("name", "row", "size"), SIZES, ids=C_IDS)
def test_basic_table_of_c_points(name: str, row: dict[str, str], size: int) -> None:
    expected = cells(row)
    assert len(expected) == int(row["awards_counted"])
    assert points(by_rule(mitchell(size)), "ranking")[:size] == expected + [0] * (size - len(expected))


@pytest.mark.parametrize(("name", "row", "size"), SIZES[::3], ids=C_IDS[::3])
def test_half_the_basic_table_rounds_up(name: str, row: dict[str, str], size: int) -> None:
    expected = [(cell + 1) // 2 for cell in cells(row)]
    assert points(by_rule(mitchell(size, boards=19)), "ranking")[: len(expected)] == expected


@pytest.mark.parametrize("row", rows("nz_factors"), ids=lambda row: f"{row['page']} {row['status']}")
def test_factors(row: dict[str, str]) -> None:
    page, factor = row["page"], Fraction(row["factor"])
    if row["table"] == "A match":
        grades = {"E44": ["15A"], "E47": ["10A"], "E48": ["trials"]}.get(page) or _grades(row["status"])
        for grade in grades:
            assert points(by_rule(_win(grade)), "matches", "A")[0] == Fraction(24, 100) * factor
    elif "teams" in row["status"] and page in ("E53", "E54"):
        for grade in _grades(row["status"]):  # N-13: matches earn two C Points a deal, whatever factor is printed here
            assert points(by_rule(_win(grade)), "matches", "C")[0] == 24
    else:
        for raw in _sessions(row):
            awards = [award.points for award in by_rule(raw).awards if award.colour == "C"]
            assert awards[:2] == [40 * factor, 30 * factor]


def _grades(status: str) -> list[str]:
    return [word for word in status.replace(",", " ").split() if word[-1] in "AB" and word[:-1].isdigit()]


def _win(grade: str) -> dict[str, Any]:
    if grade == "trials":
        facts = {"interprovincial": "trials", "division": "open"}
        return teams("", 6, 72, won=1, facts=facts, last=False)
    return teams(grade, 6, 96, won=1, last=False)


def _sessions(row: dict[str, str]) -> list[dict[str, Any]]:
    if row["status"].startswith("Club session"):
        return [mitchell(12, boards=19 if "11-19" in row["status"] else 20)]
    if row["page"] == "E48":
        words = row["status"].split(": ")[1].replace(",", "").lower().split()
        return [mitchell(12, facts={"interprovincial": "trials", "division": word}) for word in words]
    return [mitchell(12, grade=grade) for grade in _grades(row["status"])]


OVERALL = [
    (grade, "teams" if "teams" in file else "pairs", row, int(row[end] or 3))
    for file, grade in (
        ("nz_E42_15A_pairs", "15A"),
        ("nz_E44_15A_teams", "15A"),
        ("nz_E45_10A_pairs", "10A"),
        ("nz_E47_10A_teams", "10A"),
        ("nz_E49_5A_pairs", "5A"),
        ("nz_E49_5A_teams", "5A"),
        ("nz_E50_3A_pairs", "3A"),
        ("nz_E50_3A_teams", "3A"),
        ("nz_E51_3A_chart_pairs", "3A"),
        ("nz_E52_3A_chart_teams", "3A"),
        ("nz_E53_8B_pairs", "8B"),
        ("nz_E53_8B_teams", "8B"),
        ("nz_E54_5B_pairs", "5B"),
        ("nz_E54_5B_teams", "5B"),
    )
    for row in rows(file)
    for end in ("from", "to")
] + [
    ("3B", unit, row, int(row[f"{unit}_{end}"]))
    for row in rows("nz_E55_3B_teams_pairs")
    for unit in ("pairs", "teams")
    for end in ("from", "to")
]


@pytest.mark.parametrize(("grade", "contest", "row", "size"), OVERALL, ids=lambda part: str(part)[:12])
def test_overall_tables(grade: str, contest: str, row: dict[str, str], size: int) -> None:
    expected = cells(row)
    build = teams if contest == "teams" else tournament
    got = by_rule(build(grade, size, MINIMUM[grade]))
    assert points(got, "overall", grade[-1]) == expected + [0] * (size - len(expected))
    if not (grade == "8B" and contest == "teams" and size <= 5):  # N-05: two places counted, one award printed
        assert len(expected) == int(row["places_printed"])


@pytest.mark.parametrize(
    ("grade", "contest", "last"),
    [
        ("15A", "pairs", 62),
        ("15A", "teams", 45),
        ("10A", "pairs", 62),
        ("10A", "teams", 45),
        ("5A", "pairs", 60),
        ("5A", "teams", 29),
        ("3A", "pairs", 100),
        ("3A", "teams", 51),
        ("8B", "pairs", 60),
        ("8B", "teams", 29),
        ("5B", "pairs", 60),
        ("5B", "teams", 29),
        ("3B", "pairs", 80),
        ("3B", "teams", 44),
    ],
)
def test_beyond_the_last_row_the_book_has_nothing(grade: str, contest: str, last: int) -> None:
    build = teams if contest == "teams" else tournament
    with pytest.raises(Refused) as refusal:
        awarded(build(grade, last + 1, MINIMUM[grade]))
    assert refusal.value.problems[0].clause == "NZ E37.1f"
    assert str(last) in refusal.value.problems[0].message


def test_more_than_145_pairs_in_a_group_are_refused_by_name() -> None:
    with pytest.raises(Refused) as refusal:
        awarded(base("session", boards=24, lists=[{"places": places(146)}]))
    assert refusal.value.problems[0].clause == "NZ E41.1"
    assert "145" in refusal.value.problems[0].message


@pytest.mark.parametrize("contest", ["pairs", "teams"])
@pytest.mark.parametrize("grade", ["20A", "25A"])
def test_20a_and_25a_have_no_overall_table(grade: str, contest: str) -> None:
    build = teams if contest == "teams" else tournament
    with pytest.raises(Refused) as refusal:
        awarded(build(grade, 12, 96))
    assert [problem.clause for problem in refusal.value.problems] == ["NZ E39.3e"]
    assert grade in refusal.value.problems[0].message


@pytest.mark.parametrize("name", ["nz_E13_c_match_play", "nz_E40_c_match_play"])
def test_match_play_for_c_points(name: str) -> None:
    for row in rows(name):
        entry = {"place": 1, "matches": [{"boards": int(row["deals"]), "won": 1}]}
        got = by_rule(base("matches", contest="teams", boards=int(row["deals"]), lists=[{"entries": [entry]}]))
        assert points(got, "matches", "C") == [int(row["c_points"])]


def test_match_play_for_a_points() -> None:
    for row in rows("nz_E20_a_match_play"):
        entry = {"place": 1, "matches": [{"boards": int(row["deals"]), "won": 1}]}
        raw = base("matches", contest="teams", grade="3A", boards=48, lists=[{"entries": [entry], "size": 6}])
        assert points(by_rule(raw), "matches", "A") == [exact(row["a_points"])]


CLASS_OF = {"15A+": ["15A", "20A", "25A"], "8B Open": ["8B"], "5B Intermediate": ["5B"], "3B Junior": ["3B"]}


@pytest.mark.parametrize("row", rows("nz_minimum_deals"), ids=lambda row: f"{row['page']} {row['class']}")
def test_minimum_deals(row: dict[str, str]) -> None:
    deals, name = int(row["deals"]), row["class"]
    if "Trials" in name and "5A" not in name:
        if name == "Interprovincial Trials":  # N-14: E48 is the specific place
            name = "Trials Open"
        for division in [word for word in name.replace(",", "").lower().split() if word != "trials"]:
            facts = {"interprovincial": "trials", "division": division}
            _needs(deals, lambda boards, facts=facts: teams("", 6, boards, facts=facts), "E48.T3")
    elif "consolation" in name:
        lists = [{"places": places(8)}]
        fields = {"original_tables": 20, "premier_tables": 8, "lists": lists}
        _needs(deals, lambda boards: base("consolation", boards=boards, **fields), "E43.Q3c")
    elif "session" in name:
        assert points(by_rule(mitchell(8, boards=deals, grade="3A")), "session", "A") == [1, 1]
        short = by_rule(mitchell(8, boards=deals - 1, grade="3A"))
        assert {award.points for award in short.awards} == {0}
        assert {award.step.clause.number for award in short.awards} == {"E14.2c", "E19.3d"}
    else:
        for grade in CLASS_OF.get(name, [name.split()[0]]):
            number = "E18.1c" if grade.endswith("A") else "E22.1b"
            _needs(deals, lambda boards, grade=grade: tournament(grade, 8, boards) | {"overall": []}, number)


def _needs(minimum: int, build: Callable[..., Any], number: str) -> None:
    by_rule(build(minimum))
    with pytest.raises(Refused) as refusal:
        awarded(build(minimum - 1))
    assert f"NZ {number}" in {problem.clause for problem in refusal.value.problems}


@pytest.mark.parametrize("row", rows("nz_E48_interprovincial"), ids=lambda row: f"{row['event']} {row['class']}")
def test_interprovincial_awards(row: dict[str, str]) -> None:
    for division in row["class"].lower().split("/"):
        facts = {"interprovincial": row["event"], "division": division}
        organiser = {"level": "national" if row["event"] == "championship" else "region"}
        got = by_rule(teams("", 7, 96, facts=facts, organiser=organiser))
        colour = row["first"][-1]
        assert points(got, "overall", colour)[:4] == [
            int(row[place][:-1]) for place in ("first", "second", "third")
        ] + [0]


def test_ranks_as_printed() -> None:
    assert [
        (row["rank"], int(row["aggregate_a_plus_b"]), int(row["minimum_a"] or 0)) for row in rows("nz_E7_ranks")
    ] == list(BOOK.figures.points.ranks.value)
    for name, required, a_points in BOOK.figures.points.ranks.value:
        assert rank_progress(BOOK, {"A": a_points, "B": required - a_points}).rank == name
        assert rank_progress(BOOK, {"A": a_points, "B": required - a_points - 1}).rank != name


def test_fees_as_printed() -> None:
    fees = {row["item"]: row["value"] for row in rows("nz_E8_fees")}
    values = list(fees.values())
    facts = {"club_players": 1, "tournament_players": 1, "a_points": 1, "day": "2026-05-01", "received": "2026-05-30"}
    steps = [of_kind(Step, step).value for step in work_out(EDITION, "fees", facts)]
    assert steps[:3] == [exact(value.strip("$")) for value in values[:3]]
    assert steps[3] == -exact(values[1].strip("$")) * Fraction(int(values[3].strip("%")), 100)


def test_index_lines_under_the_tables_are_shorter_than_the_tables() -> None:
    """N-08: E42 and E45 print one number too few; the columns count."""
    for row in rows("nz_column_index_rows"):
        short = row["last_column_in_header"] != row["last_index_in_footer"]
        assert short == (row["page"] in ("E42", "E45"))
