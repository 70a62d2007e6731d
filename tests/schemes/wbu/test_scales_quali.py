"""Scales QA to QE and QF as printed, cell by cell and list by list, along the real path."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest

from masterpoint.schemes.wbu.e2003.status import STATUS
from schemes.wbu.making import SEATED, STATUSES, counts, paid, places, read_down, rows, told

FILES = {
    "club": "wbu_scaleQA_club_qualifinal.csv",
    "district": "wbu_scaleQB_district_qualifinal.csv",
    "area": "wbu_scaleQC_area_qualifinal.csv",
    "regional": "wbu_scaleQD_regional_qualifinal.csv",
}
COLUMNS = {"teams_and_2winner": "teams", "1winner_pairs": "pairs", "1winner_individual": "individual"}
MISPRINTS = {  # status, column, tables, printed: by rule
    ("area", "1winner_pairs", 16, 170): 176,  # W03
    ("regional", "1winner_individual", 47, 446): 776,  # W04
    ("regional", "1winner_pairs", 40, 677): 660,  # W05
    ("regional", "1winner_individual", 25, 414): 413,  # W06
    ("regional", "1winner_individual", 11, 183): 182,  # W07
}


def by_rule(status, column, table):
    """The table with its known misprints mended; every one of them must be found as printed."""
    for (where, name, tables, printed), figure in MISPRINTS.items():
        if (where, name) == (status, column):
            row = next(row for row in table if row["original_full_tables"] == str(tables))
            assert row[column] == str(printed)
            row[column] = str(figure)
    return table


@pytest.mark.parametrize("status", STATUSES[:4])
@pytest.mark.parametrize("column", COLUMNS)
def test_quali_final_scale_as_printed(status, column):
    table, contest = by_rule(status, column, rows(FILES[status])), COLUMNS[column]
    checked = 0
    for index, row in enumerate(table):
        cells = read_down(table, index, column)
        for tables in counts(row["original_full_tables"]):
            if not cells or tables < 4:
                continue
            size = tables * SEATED[contest]
            lists = [{"places": places(size), "size": size}]
            event = told("final", contest, status, boards=24, original_tables=tables, lists=lists)
            assert paid(event) == cells, tables
            checked += 1
    assert checked >= 50


@pytest.mark.parametrize(
    "row", rows("wbu_scaleQE_national_qualifinal_fragment.csv"), ids=lambda row: row["original_full_tables"]
)
def test_what_is_left_of_scale_qe(row):
    """W08: the scan kept the last digits of one column."""
    tables = int(row["original_full_tables"])
    lists = [{"places": "1 2 3 4", "size": 40}]
    event = told("final", "individual", "national", boards=24, original_tables=tables, lists=lists)
    assert str(paid(event)[0]).endswith(row["1winner_individual"].lstrip("."))
    assert paid(event)[0] == 22 * tables


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("column", ["teams_and_2winner", "1winner_pairs", "1winner_individual"])
def test_special_quali_final_scale_as_printed(status, column):
    """Club and District are printed; Area is Club × 2, Regional District × 2, National Club × 4."""
    printed, times = {
        "club": ("club", 1),
        "district": ("district", 1),
        "area": ("club", 2),
        "regional": ("district", 2),
        "national": ("club", 4),
    }[status]
    contest, table = COLUMNS[column], rows("wbu_scaleQF_special_qualifinal.csv")
    checked = 0
    for index, row in enumerate(table):
        cells = [times * cell for cell in read_down(table, index, f"{printed}_{column}")]
        for tables in counts(row["original_full_tables"]):
            if not cells:
                continue
            size = max(4, len(cells))
            lists = [{"places": places(size)}]
            event = told("matches", contest, status, boards=36, original_tables=tables, lists=lists)
            assert paid(event) == cells, tables
            checked += 1
    assert checked >= 40


LIMITS = {  # contest: tables at which a final and a lesser stage reach their limit (4.4.7, note 5)
    "teams": (65, 40),
    "pairs": (55, 33),
    "individual": (55, 33),
}


@pytest.mark.parametrize("contest", LIMITS)
@pytest.mark.parametrize("status", STATUSES)
def test_limit_of_a_final_and_of_a_lesser_stage(contest, status):
    for last, limit, tables in zip((True, False), (300, 180), LIMITS[contest], strict=True):
        event = told(
            "final", contest, status, boards=24, original_tables=tables, last=last, lists=[{"places": places(8)}]
        )
        assert paid(event)[0] == limit * STATUS[status]


@pytest.mark.parametrize("tables", [66, 130, 260])
def test_growth_beyond_the_limit_of_a_final(tables):
    """4.4.9: 300 × √(tables ÷ 65), rounded up."""
    event = told("final", "teams", boards=24, original_tables=tables, lists=[{"places": places(20)}])
    top = paid(event)[0]
    assert (top - 1) ** 2 * 65 < 300 * 300 * tables <= top**2 * 65


@pytest.mark.parametrize(
    ("boards", "stages", "finalists", "status", "becomes"),
    [
        (24, 1, 8, "area", 2),
        (36, 1, 8, "area", 3),  # 4.2.5
        (72, 1, 8, "area", 3),  # A07: one level only
        (24, 2, 8, "area", 3),  # 4.2.6: half of the field
        (24, 2, 9, "area", 2),  # more than half
        (36, 2, 8, "area", 3),  # never two levels
        (17, 1, 8, "area", "3/2"),  # 4.2.7
        (17, 2, 8, "area", 2),  # they cancel
        (17, 2, 9, "area", "3/2"),
        (12, 1, 8, "club", "3/4"),  # half of District
        (17, 1, 8, "district", 1),
        (36, 1, 8, "national", 6),
    ],
)
def test_moves_of_the_status(boards, stages, finalists, status, becomes):
    event = told(
        "final",
        "teams",
        status,
        boards=boards,
        stages_before=stages,
        original_tables=16,
        lists=[{"places": places(finalists)}],
    )
    assert paid(event) == [ceil(Fraction(becomes) * figure) for figure in (72, 54, 36, 18)]
