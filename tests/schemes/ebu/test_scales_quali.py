"""Scales QA to QE as printed, cell by cell and list by list, along the real path."""

from __future__ import annotations

import pytest

from schemes.british_events import SEATED, counts, payouts, places, read_down
from schemes.ebu.making import STATUSES, data, rows

FILES = {
    "club": "ebu_scaleQA_club_qualifinal.csv",
    "district": "ebu_scaleQB_district_qualifinal.csv",
    "county": "ebu_scaleQC_county_qualifinal.csv",
    "regional": "ebu_scaleQD_regional_qualifinal.csv",
    "national": "ebu_scaleQE_national_qualifinal.csv",
}
COLUMNS = {"teams_and_2winner": "teams", "1winner_pairs": "pairs", "1winner_individual": "individual"}
MISPRINTS = {  # status, column, printed: by rule
    ("regional", "1winner_individual", 414): 413,  # E01
    ("regional", "1winner_individual", 183): 182,  # E02
    ("national", "teams_and_2winner", 628): 648,  # E03
    ("national", "1winner_individual", 196): 198,  # E04
}


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("column", COLUMNS)
def test_quali_final_scale_as_printed(status: str, column: str) -> None:
    table, contest, result = rows(FILES[status]), COLUMNS[column], set()
    for index, row in enumerate(table):
        printed = read_down(table, index, column)
        for tables in counts(row["original_full_tables"]):
            if not printed or tables < 4:
                continue
            cells = [MISPRINTS.get((status, column, cell), cell) for cell in printed]
            result |= {cell for cell in printed if (status, column, cell) in MISPRINTS}
            size = tables * SEATED[contest]
            lists = [{"places": places(size), "size": size}]
            event = data("final", contest, status, boards=24, original_tables=tables, lists=lists)
            assert payouts(event) == cells, tables
    assert result == {cell for item, sheet, cell in MISPRINTS if (item, sheet) == (status, column)}
