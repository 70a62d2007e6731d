"""The smaller printed tables, cell by cell, along the real path."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

import pytest

from masterpoint.core.exact import exact, rational
from masterpoint.schemes.wbu import FEDERATION
from schemes.wbu.making import (
    STATUS,
    STATUSES,
    area_event,
    awarded,
    coloured,
    counts,
    field,
    payouts,
    places,
    points,
    raw_event,
    read_down,
    rows,
    two_winners,
)

WBU = FEDERATION.editions[0]
RANKS = WBU.book.figures.records.ranks.value


def test_ranks_as_printed() -> None:
    printed = rows("wbu_1.6.2_ranks.csv")
    assert len(printed) == len(RANKS)
    for row, (name, total, green) in zip(printed, RANKS, strict=True):
        stars = row["rank"].count("*") + (row["scan_note"] != "")  # W15: the second row of four stars has five
        assert name == (f"{stars} Star Master" if stars else row["rank"])
        assert total == int(row["master_points_overall"])
        assert green == int(row["green_points_at_least"] or 0)


def test_overall_holding_as_printed() -> None:
    """1.6.1: 7¼ Green Points and 4,344 Local Points are 50.69 Master Points."""
    (overall,) = WBU.ranks.progress({"local": 4344, "green": exact("7.25")}).steps
    assert overall.value == exact("50.69")
    assert WBU.ranks.progress({"local": 4344, "green": exact("7.25"), "gold": 99}).rank == "Master"


@pytest.mark.parametrize(("name", "total", "green"), RANKS, ids=[rank[0] for rank in RANKS])
def test_a_rank_is_reached_at_its_figure_and_not_before(name: str, total: int, green: int) -> None:
    local = (total - green) * 100
    assert WBU.ranks.progress({"local": local, "green": green}).rank == name
    assert WBU.ranks.progress({"local": local - 1, "green": green}).rank != name
    if green:
        assert WBU.ranks.progress({"local": local + 25, "green": green - Fraction(1, 4)}).rank != name


@pytest.mark.parametrize("row", rows("wbu_2.1.1_minimum_entry.csv"), ids=lambda row: row["clause"])
def test_minimum_entry_as_printed(row: dict[str, str]) -> None:
    minimum = int(row["minimum"])
    contest = "teams" if "teams" in row["event"] else "individual" if "individual" in row["event"] else "pairs"
    lists_of = two_winners if row["event"].startswith(("two", "four")) else None
    for tables, pays in ((minimum - 1, False), (minimum, True)):
        lists = lists_of(tables, contest) if lists_of else field(contest, tables)
        result = awarded(raw_event("session", contest, boards=24, lists=lists))
        assert any(award.points for award in result.awards) is pays
        if not pays:
            assert {award.step.clause.number for award in result.awards} == {"2.1.1"}


@pytest.mark.parametrize("row", rows("wbu_2.2.1_status_factor.csv"), ids=lambda row: row["status"])
def test_status_factors_as_printed(row: dict[str, str]) -> None:
    factor = exact(row["times_club"])
    if row["status"].lower() in STATUS:
        assert payouts(raw_event("session", "teams", row["status"].lower(), boards=24, lists=field("teams", 3))) == [
            10 * factor
        ]
    else:
        assert payouts(raw_event("session", "teams", "national", boards=72, lists=field("teams", 3)))[0] == 20 * factor


@pytest.mark.parametrize("row", rows("wbu_2.3.3_large_teams_factor.csv"), ids=lambda row: row["factor"])
def test_large_teams_as_printed(row: dict[str, str]) -> None:
    factor = {"no change": 1}.get(row["factor"]) or exact(row["factor"])
    words = row["players_per_team_playing"].split()
    sizes = [int(words[0]), int(words[2])] if words[2].isdigit() else [int(words[0]), 16, 64]
    for size in sizes:
        entries = [{"place": place, "team_size": size} for place in (1, 2, 3)]
        event = raw_event("session", "teams", boards=24, lists=[{"entries": entries, "size": 6}])
        assert points(event) == [ceil(20 * factor), ceil(10 * factor), 0]


@pytest.mark.parametrize(("letter", "status"), [("A", 4), ("B", 3), ("C", 2), ("D", 2)])
def test_inter_area_leagues_as_printed(letter: str, status: int) -> None:
    """3.2.7(h)."""
    entries = [{"place": place, "matches": [{"boards": 24, "won": 1}]} for place in range(1, 5)]
    event = area_event("league", "teams", boards=72, divisions=[{"level": 1, "entries": entries}])
    event |= {"organiser": {"level": "inter-area"}, "facts": {"areas": 4, "team_letter": letter}}
    assert points(event, "matches") == [27 * status] * 4


@pytest.mark.parametrize("row", rows("wbu_4.6.3_match_awards.csv"), ids=lambda row: row["boards_per_match"])
def test_match_awards_as_printed(row: dict[str, str]) -> None:
    """W01: the heading of the District column; W02: its last cell."""
    columns = list(row)[2:]
    boards = {"18-35": (18, 35), "36+": (36, 60)}.get(row["boards_per_match"]) or (int(row["boards_per_match"]),)
    for status, column in zip(STATUSES, columns, strict=True):
        for length in boards:
            entries = [{"place": 1, "matches": [{"boards": length, "won": 1}]}]
            event = raw_event("matches", "teams", status, boards=72, lists=[{"entries": entries, "size": 8}])
            assert points(event, "matches") == [int(row[column])], (status, length)


SHARES = [  # 4.6.6(a), 4.6.7: tables here, of so many, factor
    (51, 100, None, 1),
    (50, 100, None, "3/2"),
    (26, 100, None, "3/2"),
    (25, 100, None, 2),
    (13, 104, None, 2 + 1),
    (14, 104, None, 2),
    (7, 112, None, 4),
    (8, 112, None, 3),
    (11, 100, 4, 1),
    (10, 100, 4, "3/2"),
    (6, 100, 4, "3/2"),
    (5, 100, 4, 2),
]


@pytest.mark.parametrize(("boards", "whole", "premier", "factor"), SHARES)
def test_factor_on_match_awards_as_printed(boards: int, whole: int, premier: int | None, factor: int | str) -> None:
    entries = [{"place": 1, "matches": [{"boards": 8, "won": 1}]}]
    fields: dict[str, Any] = {} if premier is None else {"premier_tables": premier}
    lists = [{"entries": entries, "size": boards}]
    event = raw_event("matches", "teams", boards=48, original_tables=whole, lists=lists, **fields)
    assert points(event, "matches") == [ceil(12 * Fraction(factor))]


KNOCKOUTS = [("single", "teams"), ("double", "teams"), ("single", "pairs")]


@pytest.mark.parametrize(("elimination", "contest"), KNOCKOUTS)
@pytest.mark.parametrize("status", STATUSES)
def test_knock_out_awards_as_printed(elimination: str, contest: str, status: str) -> None:
    (row,) = [row for row in rows("wbu_4.7.7_knockout.csv") if row["type"] == f"{elimination} elimination {contest}"]
    printed = [int(row[f"round_{number}"]) for number in range(1, 9) if row[f"round_{number}"] != "-"]
    size = 2 ** len(printed)
    told_rounds = [{"round": 0, "boards": 24, "contestants": size + 2, "byes": size - 2}]
    told_rounds += [
        {"round": number, "boards": 24, "contestants": size >> (number - 1)} for number in range(1, len(printed) + 1)
    ]
    entries = [{"rounds": [{"round": told_round["round"], "result": "won"}]} for told_round in told_rounds]
    event = raw_event("knockout", contest, status, rounds=told_rounds, entries=entries, elimination=elimination)
    assert points(event, "matches") == [ceil(cell * STATUS[status]) for cell in (int(row["prelim"]), *printed)]


@pytest.mark.parametrize("level", ["club", "area"])
def test_league_figures_as_printed(level: str) -> None:
    clause = {"club": "4.8.5", "area": "4.8.6"}[level]
    for row in rows(f"wbu_{clause}_league_{level}.csv"):
        cells = [int(cell) for name, cell in row.items() if name.startswith("div_") and cell]
        if (level, len(cells)) == ("area", 5):
            assert cells[1] == 91
            cells[1] = 95  # W12
        entries = [{"place": 1, "matches": [{"boards": 24, "won": 1}]}]
        divisions = [{"level": number, "size": 5, "entries": entries} for number in range(1, len(cells) + 1)]
        event = area_event("league", "teams", boards=96, divisions=divisions) | {"organiser": {"level": level}}
        assert points(event, "matches") == cells
        assert all(2 * cell - 1 <= first <= 2 * cell for first, cell in zip(points(event), cells, strict=True))


WORDS = {
    "Club awards": "1",
    "District awards": "3/2",
    "1/2 of District awards": "3/4",
    "Club awards plus 1/8": "9/8",
    "Area": "2",
    "2 1/2 x Club": "5/2",
    "Regional": "3",
    "3 1/2 x Club": "7/2",
    "National": "4",
}


@pytest.mark.parametrize("level", ["club", "area"])
def test_sections_as_printed(level: str) -> None:
    clause = {"club": "4.9.5", "area": "4.9.6"}[level]
    for row in rows(f"wbu_{clause}_sections_{level}.csv"):
        factors = [Fraction(WORDS[cell]) for name, cell in row.items() if name.startswith("section_") and cell]
        parts = [{"name": str(number), "lists": field("teams", 6)} for number in range(1, len(factors) + 1)]
        event = area_event("sections", "teams", boards=24, parts=parts) | {"organiser": {"level": level}}
        assert payouts(event) == [ceil(figure * factor) for factor in factors for figure in (20, 10)]


@pytest.mark.parametrize("row", rows("wbu_4.11.6_ladder.csv"), ids=lambda row: row["average_full_tables"])
@pytest.mark.parametrize("unit", ["teams", "pairs", "individual"])
def test_ladders_as_printed(row: dict[str, str], unit: str) -> None:
    averages = {"up to 8": (1, 8, "8.9"), "9-17": (9, 17, "17.5"), "18+": (18, 40)}[row["average_full_tables"]]
    number, step = int(row[f"{unit}_awards"]), int(row[f"{unit}_step"])
    for average in averages:
        event = raw_event(
            "ladder", unit, games=10, counted=6, average_tables=Decimal(str(average)), lists=[{"places": places(14)}]
        )
        bonus = [figure for figure in points(event, "bonus") if figure]
        assert bonus == [step * n for n in range(number, 0, -1)]


HEATS = {  # column: the heat, and boards
    "national_18_71_x3": (("open pairs", "mixed pairs"), (18, 71)),
    "national_72plus_x4": (("open pairs", "mixed pairs"), (72, 90)),
    "area_major_18_71_x2": (("area major",), (18, 71)),
    "area_major_72plus_x3": (("area major",), (72,)),
    "other_area_18_71_x1.5": (("area championship",), (18, 71)),
    "other_area_72plus_x2": (("area championship",), (72,)),
}


@pytest.mark.parametrize("column", HEATS)
def test_scale_h_as_printed(column: str) -> None:
    heats, lengths = HEATS[column]
    for name, lists_of in (("1winner_pairs", one_winner), ("teams_2winner", two_winners)):
        table, checked = rows(f"wbu_scaleH_{name}.csv"), 0
        for index, row in enumerate(table):
            for tables in counts(row["full_tables"]):
                if tables < (5 if name == "teams_2winner" else 3):
                    continue
                for boards in lengths:
                    event = area_event("session", "pairs", boards=boards, lists=lists_of(tables))
                    event |= {"organiser": {"level": "club"}, "facts": {"heat_of": heats[0]}}
                    cells = read_down(table, index, column)
                    assert payouts(event) == cells * (1 if name == "1winner_pairs" else 2)
                    checked += 1
        assert checked >= 15


def one_winner(tables: int) -> list[dict[str, Any]]:
    return field("pairs", tables)


def test_scale_h_for_three_and_four_teams() -> None:
    """W14."""
    for teams in (3, 4):
        event = area_event("session", "teams", boards=24, lists=field("teams", teams))
        event |= {"organiser": {"level": "club"}, "facts": {"heat_of": "area major"}}
        assert payouts(event) == [40, 20]


def test_scale_g_as_printed() -> None:
    for row in rows("wbu_scaleG_area_pairs_green.csv"):
        bounds = row["total_original_entry_pairs"]
        entries = (271, 280, 281, 400) if bounds == "271+" else counts(bounds)
        last = int(row["last_place_awarded"])
        for pairs in (entries[0], entries[-1]):
            event = area_event("session", "pairs", boards=36, championship="major", colour="green", sessions=2)
            event["lists"] = [{"places": places(min(pairs, 40)), "size": pairs}]
            green = coloured(event, "green")
            assert len(green) == last
            first = [exact(row[name]) for name in ("1st", "2nd", "3rd", "4th") if row[name] != "n/a"]
            assert green[:4] == first
            assert all(left - right == Fraction(1, 4) for left, right in pairwise(green[3:]))


TABLE_1 = rows("wbu_5.3.2_area_teams_green_table1_no_qualifying.csv")
TABLE_2 = rows("wbu_5.3.2_area_teams_green_table2_with_qualifying.csv")
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")


@pytest.mark.parametrize("row", TABLE_1[:3] + TABLE_2, ids=lambda row: row["total_original_entry_teams"])
def test_green_of_area_teams_as_printed(row: dict[str, str]) -> None:
    """W21: the row for 17 to 20 of table 1 cannot occur; W22: 48 belongs to 33-48."""
    bounds = {"48+": "49-60"}.get(row["total_original_entry_teams"], row["total_original_entry_teams"])
    entries = counts(bounds)
    for teams in (entries[0], entries[-1]):
        event = area_event("session", "teams", boards=42, championship="major", colour="green", sessions=2)
        if teams < 17:
            event["lists"] = field("teams", teams)
        else:
            event |= {"form": "final", "original_tables": teams, "lists": [{"places": places(10)}]}
        assert coloured(event, "green") == [exact(row[name]) for name in ORDINALS if row[name]]


def test_scale_i_ranking_as_printed() -> None:
    table = rows("wbu_scaleI_agm_teams_ranking.csv")
    for index, row in enumerate(table):
        for teams in counts(row["original_full_tables"]):
            event = area_event("matches", "teams", boards=42, sessions=2, facts={"kind": "agm"})
            event["lists"] = field("teams", teams)
            assert coloured(event, "local") == [int(line["local"]) for line in table[index:]]
            assert coloured(event, "green") == [exact(line["green"]) for line in table[index:]]


@pytest.mark.parametrize("row", rows("wbu_scaleI_agm_teams_match.csv"), ids=lambda row: row["boards_per_match"])
def test_scale_i_matches_as_printed(row: dict[str, str]) -> None:
    entries = [{"place": 1, "matches": [{"boards": int(row["boards_per_match"]), "won": 1}]}]
    event = area_event("matches", "teams", boards=42, sessions=2, facts={"kind": "agm"})
    event["lists"] = [{"entries": entries, "size": 8}]
    assert coloured(event, "local", "matches") == [int(row["area_scale_boards_x_3"])]
    assert coloured(event, "green", "matches") == []


SCALE_X = {
    "club_A": "club",
    "district_B": "district",
    "area_C": "area",
    "regional_D": "regional",
    "national_E": "national",
}


@pytest.mark.parametrize("column", SCALE_X)
def test_scale_x_as_printed(column: str) -> None:
    teams, pairs = rows("wbu_scaleX_18_35_teams_2winner.csv"), rows("wbu_scaleX_18_35_1winner_pairs.csv")
    pairs[-2]["full_tables"] = "3"  # W10
    if column == "regional_D":
        row = next(row for row in pairs if row["full_tables"] == "16")
        assert row[column] == "192"
        row[column] = "198"  # W09
    if column == "area_C":
        assert pairs[-2][column] == "27"
        pairs[-2][column] = "24"  # W11
    for contest, table in (("teams", teams), ("pairs", pairs)):
        for index, row in enumerate(table):
            for tables in counts(row["full_tables"]):
                event = raw_event("session", contest, SCALE_X[column], boards=24, lists=field(contest, tables))
                assert payouts(event) == read_down(table, index, column), (contest, tables)


def test_multiple_teams_schedule_as_printed() -> None:
    """5.6.4: the example for 65 to 76 teams."""
    printed = {row["item"]: row["value"] for row in rows("wbu_5.6.4_example_multiple_teams.csv")}
    assert printed["A final"].startswith("1st 4; 2nd 3.5; 3rd 3; 4th 2.5; 5th-6th 2; 7th-9th 1.5; 10th-13th")
    a_final = [exact(figure) for figure in ["4", "3.5", "3", "2.5", "2", "2", "1.5", "1.5", "1.5", "1", "1", "1", "1"]]
    won = {  # boards a round: (rounds won, drawn, green) at the edges the book prints
        2: ((2, 1, 0), (3, 0, "1/4"), (5, 1, "1/4"), (6, 0, "1/2"), (8, 1, "1/2"), (9, 0, "3/4"), (12, 0, 1)),
        3: ((1, 1, 0), (2, 0, "1/4"), (3, 1, "1/4"), (4, 0, "1/2")),
        4: ((0, 1, 0), (1, 0, "1/4"), (2, 1, "1/4"), (3, 0, "1/2")),
        5: ((1, 0, "1/4"), (2, 1, "1/4"), (3, 0, "1/2")),
    }  # fmt: skip
    for boards, cases in won.items():
        for rounds, drawn, green in cases:
            event = multiple_teams([{"boards": boards, "won": rounds, "drawn": drawn}])
            assert points(event, "qualifying") == [exact(str(green))], (boards, rounds, drawn)
    event = multiple_teams([])
    assert points(event) == [*a_final, *(rational(figure) / 2 for figure in a_final)]
    assert points(event, "bonus") == [Fraction(1, 4)] * 3


def multiple_teams(matches: list[dict[str, int]]) -> dict[str, Any]:
    final = [{"places": places(13)}]
    c_final = [{"section": str(n), "entries": [{"place": 1, "score": 60 + n}], "size": 13} for n in (1, 2)]
    return area_event(
        "finals",
        "teams",
        boards=48,
        qualifying=[{"entries": [{"place": 1, "matches": matches}], "size": 70}],
        parts=[{"name": "A", "lists": final}, {"name": "B", "lists": final}, {"name": "C", "lists": c_final}],
    )
