"""1.7.3: who wins no award of a McCutcheon group."""

from __future__ import annotations

import pytest

from masterpoint.schemes.abf import FEDERATION
from masterpoint.schemes.abf.rules.members.trophies import is_barred

BOOK = FEDERATION.editions[0].book


@pytest.mark.parametrize(
    ("rank", "foreign", "rank_abroad", "barred"),
    [
        ("Club", False, "", False),
        ("Club", True, "", True),
        ("Life", True, "", True),
        ("Local", False, "Local", True),  # an equal rank before
        ("Local", False, "Club", False),  # a lower one
        ("Silver National", False, "Life", True),
        ("Life", False, "Life", False),  # from Life Master on it does not matter
        ("", False, "Graduate", True),
    ],
)
def test_whoever_had_the_rank_abroad_is_barred_below_life_master(
    rank: str, foreign: bool, rank_abroad: str, barred: bool
) -> None:
    assert is_barred(BOOK, rank, foreign, rank_abroad) == barred
