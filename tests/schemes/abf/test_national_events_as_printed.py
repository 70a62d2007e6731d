"""7.5.3 to 7.5.8 as printed: table amplification of the events that have one; their rates a board have cases each."""

from __future__ import annotations

import csv
import re

import pytest

from handbook_cases import printed_tables
from masterpoint.core.exact import exact
from masterpoint.schemes.abf import FEDERATION
from masterpoint.schemes.abf.rules.grades.national_events import Rule, amplification

BOOK = FEDERATION.editions[0].book
RULES: dict[str, Rule] = {
    "National Play-offs": "play-off",
    "Interstate Teams": "interstate teams",
    "Interstate Pairs": "interstate pairs",
    "National Open Teams": "national open teams",
    "Australian Butler Pairs": "butler final",
    "GNOT qualifying": "gnot",
    "GNOT National": "gnot",
}
with (printed_tables("abf") / "abf_national_per_board.csv").open(encoding="utf-8") as table:
    ROWS = list(csv.DictReader(table))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["event"])
def test_amplification_as_printed(row: dict[str, str]) -> None:
    result = amplification(BOOK, RULES[row["event"]], "")
    printed = re.match(r"[\d.]+", row["table_amplification"])
    assert (result.value if result else None) == (exact(printed[0]) if printed else None)
    if "not Mixed Teams" in row["table_amplification"]:
        assert amplification(BOOK, RULES[row["event"]], "mixed") is None
