"""Scales QA to QE as printed, cell by cell and list by list, along the real path."""

from __future__ import annotations

import pytest

from schemes.british_events import SEATED, counts, payouts, places, read_down
from schemes.wbu.making import STATUSES, raw_event, rows

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


def by_rule(status: str, column: str, table: list[dict[str, str]]) -> list[dict[str, str]]:
    """The table with its known misprints mended; every one of them must be found as printed."""
    for (sheet, name, tables, printed), figure in MISPRINTS.items():
        if (sheet, name) == (status, column):
            row = next(row for row in table if row["original_full_tables"] == str(tables))
            assert row[column] == str(printed)
            row[column] = str(figure)
    return table


@pytest.mark.parametrize("status", STATUSES[:4])
@pytest.mark.parametrize("column", COLUMNS)
def test_quali_final_scale_as_printed(status: str, column: str) -> None:
    table, contest = by_rule(status, column, rows(FILES[status])), COLUMNS[column]
    checked = 0
    for index, row in enumerate(table):
        cells = read_down(table, index, column)
        for tables in counts(row["original_full_tables"]):
            if not cells or tables < 4:
                continue
            size = tables * SEATED[contest]
            lists = [{"places": places(size), "size": size}]
            event = raw_event("final", contest, status, boards=24, original_tables=tables, lists=lists)
            assert payouts(event) == cells, tables
            checked += 1
    assert checked >= 50


@pytest.mark.parametrize(
    "row", rows("wbu_scaleQE_national_qualifinal_fragment.csv"), ids=lambda row: row["original_full_tables"]
)
def test_what_is_left_of_scale_qe(row: dict[str, str]) -> None:
    """W08: the scan kept the last digits of one column."""
    tables = int(row["original_full_tables"])
    lists = [{"places": "1 2 3 4", "size": 40}]
    event = raw_event("final", "individual", "national", boards=24, original_tables=tables, lists=lists)
    assert str(payouts(event)[0]).endswith(row["1winner_individual"].lstrip("."))
    assert payouts(event)[0] == 22 * tables
