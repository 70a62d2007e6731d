"""Scales A to F as printed, cell by cell and list by list, along the real path; the limits of 4.4."""

from __future__ import annotations

from math import isqrt

import pytest

from masterpoint.schemes.wbu.e2003.status import STATUS
from schemes.wbu.making import (
    STATUSES,
    awarded,
    counts,
    field,
    paid,
    places,
    points,
    read_down,
    rows,
    told,
    two_winners,
)

BANDS = {"tables_12_17_boards": (12, 17), "tables_18_35_boards": (18, 35), "tables_36plus_boards": (36, 71)}
LIMITS = {12: 75, 17: 75, 18: 100, 35: 100, 36: 300, 71: 300}
SCALES = dict(zip("ABCDE", STATUSES, strict=True))
FILES = {
    "A": "wbu_scaleA_club_basic.csv",
    "B": "wbu_scaleB_district_basic.csv",
    "C": "wbu_scaleC_area_basic.csv",
    "D": "wbu_scaleD_regional_basic.csv",
    "E": "wbu_scaleE_national_basic.csv",
}
CONTESTS = {"teams_and_2winner": "teams", "1winner_pairs": "pairs"}


LOST = {  # W39: table numbers lost in the scan, by scale, award and column
    ("D", "342", "tables_18_35_boards"): "28",
    ("D", "342", "tables_36plus_boards"): "19",
    ("E", "432", "tables_36plus_boards"): "18",
}


def restored(scale, row, band):
    return row[band] or LOST.get((scale, row["1winner_pairs"], band), "")


def over_the_limit(status, boards, cells):
    """W51: the one-winner column runs past the limits of the shorter events, because 36+ boards share it."""
    return cells[0] > LIMITS[boards] * STATUS[status]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("column", CONTESTS)
@pytest.mark.parametrize("band", BANDS)
def test_basic_scale_as_printed(scale, column, band):
    status, table, checked = SCALES[scale], rows(FILES[scale]), 0
    for index, row in enumerate(table):
        for tables in counts(restored(scale, row, band)):
            for boards in BANDS[band]:
                cells = read_down(table, index, column)
                if tables < 3 or over_the_limit(status, boards, cells):
                    continue
                event = told("session", CONTESTS[column], status, boards=boards, lists=field(CONTESTS[column], tables))
                assert paid(event) == cells, (tables, boards)
                checked += 1
    assert checked >= 30


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("column", CONTESTS)
def test_basic_scale_continued_as_printed(scale, column):
    status = SCALES[scale]
    name = FILES[scale].replace("_basic", "_basic_36plus_continued")
    table = rows(name) + rows(FILES[scale])
    table = [row for row in table if row.get("tables_36plus_boards") or row[column]]
    for index, row in enumerate(table):
        tables = next(iter(counts(row["tables_36plus_boards"])), 0)
        cells = read_down(table, index, column)
        if tables > 20 and cells and (column == "teams_and_2winner" or tables <= 50):
            event = told("session", CONTESTS[column], status, boards=36, lists=field(CONTESTS[column], tables))
            assert paid(event) == cells, tables


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("band", BANDS)
def test_scale_f_as_printed(status, band):
    table = rows("wbu_scaleF_individual_1winner.csv")
    row = next(row for row in table if row["club"] == "66")
    assert row["tables_36plus_boards"] == ""
    row["tables_36plus_boards"] = "11"  # W13
    for index, row in enumerate(table):
        for tables in counts(row[band]):
            boards = BANDS[band][0]
            event = told("session", "individual", status, boards=boards, lists=field("individual", tables))
            assert paid(event) == read_down(table, index, status), (tables, boards)


@pytest.mark.parametrize("row", rows("wbu_4.4.9_sqrt_maximum.csv"), ids=lambda row: row["tables"])
def test_growth_with_the_square_root_as_printed(row):
    event = told("session", boards=24, lists=field("pairs", int(row["tables"]), listed=1))
    assert points(event) == [int(row["actual_maximum_award_club_1winner_18_35"])]


@pytest.mark.parametrize(
    "row", rows("wbu_scaleA_to_E_notes_limits.csv"), ids=lambda row: f"{row['status']} {row['boards']}"
)
def test_notes_of_the_scales_as_printed(row):
    status, note, figure = row["status"].lower(), row["boards"], int(row["points"])
    if note == "minimum award":  # far down a list beyond its limit
        event = told("session", "teams", status, boards=18, lists=field("teams", 180))
        assert paid(event)[-1] == figure
        return
    boards = {"12-17": 12, "18-35": 18, "36+": 36}[note.split()[0]]
    qualifying = "qualifying" in note
    reached = 30 if boards < 36 else 36 if qualifying else 60
    stage = "qualifying" if qualifying else ""
    event = told("session", "teams", status, boards=boards, stage=stage, lists=field("teams", reached, listed=1))
    assert points(event) == [figure]


@pytest.mark.parametrize(("contest", "most"), [("teams", 60), ("pairs", 50), ("individual", 50)])
@pytest.mark.parametrize("beyond", [1, 15, 75])
def test_a_long_event_grows_beyond_its_limit(contest, most, beyond):
    """4.4.9 with the limit of 4.4.6: 300 × √(tables ÷ limit tables), rounded up."""
    tables = most + beyond
    square = 300 * 300 * tables
    root = isqrt(square // most)
    while root * root * most < square:
        root += 1
    event = told("session", contest, boards=36, lists=field(contest, tables, listed=1))
    assert points(event) == [root]


@pytest.mark.parametrize("contest", ["pairs", "individual"])
def test_directions_have_the_same_awards(contest):
    lists = two_winners(12, contest)
    assert points(told("session", contest, boards=24, lists=lists)) == [40, 30, 20, 10, *[0] * 8] * len(lists)


@pytest.mark.parametrize(("boards", "share"), [(12, 4), (17, 4), (18, 6), (35, 6), (36, 8), (71, 8)])
def test_share_of_the_field_at_each_edge(boards, share):
    """4.1.2 for 16 tables of teams: a quarter, a third (5⅓, so 6), a half."""
    assert len(paid(told("session", "teams", boards=boards, lists=field("teams", 16)))) == share


@pytest.mark.parametrize(("status", "becomes"), list(zip(STATUSES, (*STATUSES[1:], "2 x regional"), strict=True)))
def test_seventy_two_boards_raise_the_status(status, becomes):
    event = told("session", "teams", status, boards=72, lists=field("teams", 10))
    assert paid(event) == [int(STATUS[becomes] * figure) for figure in (50, 40, 30, 20, 10)]
    assert "4.1.7" in {step.clause.number for step in awarded(event).awards[0].steps}


def test_half_tables_are_ignored():
    lists = [{"places": places(19)}]
    assert paid(told("session", boards=24, lists=lists)) == [36, 30, 24, 18, 12, 6]


def test_teams_of_36_boards_are_told_of_match_awards():
    result = awarded(told("session", "teams", boards=36, lists=field("teams", 10)))
    assert "4.5.1" in {remark.clause.number for remark in result.remarks}
    result = awarded(told("session", "teams", boards=35, lists=field("teams", 10)))
    assert "4.5.1" not in {remark.clause.number for remark in result.remarks}
