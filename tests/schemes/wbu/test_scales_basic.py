"""Scales A to F as printed, cell by cell and list by list, along the real path."""

from __future__ import annotations

import pytest

from schemes.british_events import counts, field, payouts, read_down
from schemes.wbu.making import STATUS, STATUSES, raw_event, rows

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


def restored_cell(scale: str, row: dict[str, str], band: str) -> str:
    return row[band] or LOST.get((scale, row["1winner_pairs"], band), "")


def over_the_limit(status: str, boards: int, cells: list[int]) -> bool:
    """W51: the one-winner column runs past the limits of the shorter events, because 36+ boards share it."""
    return bool(cells[0] > LIMITS[boards] * STATUS[status])


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("column", CONTESTS)
@pytest.mark.parametrize("band", BANDS)
def test_basic_scale_as_printed(scale: str, column: str, band: str) -> None:
    status, table, checked = SCALES[scale], rows(FILES[scale]), 0
    for index, row in enumerate(table):
        for tables in counts(restored_cell(scale, row, band)):
            for boards in BANDS[band]:
                cells = read_down(table, index, column)
                if tables < 3 or over_the_limit(status, boards, cells):
                    continue
                event = raw_event(
                    "session", CONTESTS[column], status, boards=boards, lists=field(CONTESTS[column], tables)
                )
                assert payouts(event) == cells, (tables, boards)
                checked += 1
    assert checked >= 30


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("band", BANDS)
def test_scale_f_as_printed(status: str, band: str) -> None:
    table = rows("wbu_scaleF_individual_1winner.csv")
    row = next(row for row in table if row["club"] == "66")
    assert row["tables_36plus_boards"] == ""
    row["tables_36plus_boards"] = "11"  # W13
    for index, row in enumerate(table):
        for tables in counts(row[band]):
            boards = BANDS[band][0]
            event = raw_event("session", "individual", status, boards=boards, lists=field("individual", tables))
            assert payouts(event) == read_down(table, index, status), (tables, boards)
