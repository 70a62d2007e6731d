"""Scale X, the 18 to 35 board scales printed again at the back of the book, every cell as printed but one."""

from __future__ import annotations

import pytest

from schemes.ebu.making import counts, data, field, payouts, read_down, rows, two_winners

COLUMNS = {
    "club_A": "club",
    "district_B": "district",
    "county_C": "county",
    "regional_D": "regional",
    "national_E": "national",
}
ONE_WINNER, TWO_WINNERS = "ebu_scaleX_18_35_1winner_pairs.csv", "ebu_scaleX_18_35_teams_2winner.csv"
MISPRINTS = {("regional_D", 16): ("192", "198")}  # E05


def correct(table: list[dict[str, str]], column: str) -> list[dict[str, str]]:
    for (scale, tables), (printed, right) in MISPRINTS.items():
        row = next((row for row in table if tables in counts(row["full_tables"])), None)
        if scale == column and row is not None and row[column] == printed:
            row[column] = right
    return table


@pytest.mark.parametrize("column", COLUMNS)
def test_one_winner(column: str) -> None:
    table = correct(rows(ONE_WINNER), column)
    for index, row in enumerate(table):
        for tables in counts(row["full_tables"]):
            event = data("session", "pairs", COLUMNS[column], boards=24, lists=field("pairs", tables))
            assert payouts(event) == read_down(table, index, column), tables


@pytest.mark.parametrize("column", COLUMNS)
def test_teams_and_two_winners(column: str) -> None:
    table = rows(TWO_WINNERS)
    for index, row in enumerate(table):
        cells = read_down(table, index, column)
        for tables in counts(row["full_tables"]):
            teams = data("session", "teams", COLUMNS[column], boards=24, lists=field("teams", tables))
            assert payouts(teams) == cells, tables
            if tables >= 5:
                pairs = data("session", "pairs", COLUMNS[column], boards=24, lists=two_winners(tables))
                assert payouts(pairs) == cells * 2, tables


def test_the_misprint_is_still_printed() -> None:
    assert next(row for row in rows(ONE_WINNER) if row["full_tables"] == "16")["regional_D"] == "192"
