"""4.3.3c as printed: what part of the final's outright award each consolation earns."""

from __future__ import annotations

import csv
import re
from fractions import Fraction

import pytest

from answers import existing
from handbook_cases import printed_tables
from masterpoint.schemes.abf import FEDERATION
from masterpoint.schemes.abf.rules.awards.consolations import Consolation, consolation_share

BOOK = FEDERATION.editions[0].book
WORDS = {"one third": Fraction(1, 3), "one quarter": Fraction(1, 4), "one fifth": Fraction(1, 5)}
with (printed_tables("abf") / "abf_consolation_outright.csv").open(encoding="utf-8") as table:
    ROWS = list(csv.DictReader(table))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["consolations"])
def test_share_as_printed(row: dict[str, str]) -> None:
    count = int(existing(re.match(r"\d+", row["consolations"]))[0])
    graded = "ungraded" not in row["consolations"]
    shares = [WORDS[words] for words in re.findall("one (?:third|quarter|fifth)", row["proportion_of_final_award"])]
    if len(shares) < count:  # the ungraded row prints one share for all of them
        shares *= count
    assert [consolation_share(BOOK, Consolation(n, count, graded)).value for n in range(1, count + 1)] == shares


def test_a_fourth_graded_consolation_goes_on_with_the_reciprocal() -> None:
    assert "consolation number + 2" in ROWS[-1]["proportion_of_final_award"]
    assert [consolation_share(BOOK, Consolation(n, 5, True)).value for n in (4, 5)] == [Fraction(1, 6), Fraction(1, 7)]
