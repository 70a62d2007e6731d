"""Scales A to F as printed, cell by cell and list by list, along the real path."""

from __future__ import annotations

import pytest

from masterpoint.schemes.ebu.rules.principles.status import statuses
from schemes.british_events import counts, field, payouts, read_down
from schemes.ebu.making import BOOK, STATUSES, data, rows

BANDS = {"tables_12_17_boards": (12, 17), "tables_18_35_boards": (18, 35), "tables_36plus_boards": (36, 71)}
LIMITS = {12: 75, 17: 75, 18: 100, 35: 100, 36: 300, 71: 300}
SCALES = dict(zip("ABCDE", STATUSES, strict=True))
FILES = {
    "A": "ebu_scaleA_club_basic.csv",
    "B": "ebu_scaleB_district_basic.csv",
    "C": "ebu_scaleC_county_basic.csv",
    "D": "ebu_scaleD_regional_basic.csv",
    "E": "ebu_scaleE_national_basic.csv",
}
CONTESTS = {"teams_and_2winner": "teams", "1winner_pairs": "pairs"}


def over_the_limit(status: str, boards: int, cells: list[int]) -> bool:
    """E16: the one-winner column runs past the limits of the shorter events, because 36+ boards share it."""
    return cells[0] > LIMITS[boards] * statuses(BOOK)[status]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("column", CONTESTS)
@pytest.mark.parametrize("band", BANDS)
def test_basic_scale_as_printed(scale: str, column: str, band: str) -> None:
    status, table, checked = SCALES[scale], rows(FILES[scale]), 0
    for index, row in enumerate(table):
        for tables in counts(row[band]):
            for boards in BANDS[band]:
                cells = read_down(table, index, column)
                if tables < 3 or over_the_limit(status, boards, cells):
                    continue
                event = data("session", CONTESTS[column], status, boards=boards, lists=field(CONTESTS[column], tables))
                assert payouts(event) == cells, (tables, boards)
                checked += 1
    assert checked >= 30


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("band", BANDS)
def test_scale_f_as_printed(status: str, band: str) -> None:
    table = rows("ebu_scaleF_individual_1winner.csv")
    for index, row in enumerate(table):
        for tables in counts(row[band]):
            boards = BANDS[band][0]
            event = data("session", "individual", status, boards=boards, lists=field("individual", tables))
            assert payouts(event) == read_down(table, index, status), (tables, boards)
