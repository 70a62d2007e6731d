"""Law 77 by its own table, and the vulnerability of the sixteen boards."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.core.boards import PASSED_OUT, Contract, Denomination, Level, Seat, Stake
from masterpoint.core.scoring.duplicate import declarer_score, ns_score, vulnerable

# contract, tricks, not vulnerable, vulnerable: hand computed from the law's table
CASES = [
    ("1NT", 7, 90, 90),
    ("1NT", 8, 120, 120),
    ("2C", 8, 90, 90),
    ("3NT", 9, 400, 600),
    ("3NT", 11, 460, 660),
    ("4S", 10, 420, 620),
    ("5D", 11, 400, 600),
    ("6C", 12, 920, 1370),
    ("6NT", 12, 990, 1440),
    ("7H", 13, 1510, 2210),
    ("7NT", 13, 1520, 2220),
    ("1CX", 7, 140, 140),
    ("2CX", 8, 180, 180),
    ("2HX", 8, 470, 670),
    ("2HX", 9, 570, 870),
    ("5CX", 12, 650, 950),
    ("1CXX", 7, 230, 230),
    ("1CXX", 13, 1430, 2630),
    ("2DXX", 8, 560, 760),
    ("1NTXX", 7, 560, 760),
    ("7NTXX", 13, 2280, 2980),
    ("4S", 9, -50, -100),
    ("4S", 6, -200, -400),
    ("4SX", 9, -100, -200),
    ("4SX", 8, -300, -500),
    ("4SX", 7, -500, -800),
    ("4SX", 6, -800, -1100),
    ("7NTX", 0, -3500, -3800),
    ("4SXX", 9, -200, -400),
    ("4SXX", 7, -1000, -1600),
    ("7NTXX", 0, -7000, -7600),
]


def contract_of(written: str) -> Contract:
    stake = 2 ** written.count("X")
    parts = {"level": int(written[0]), "denomination": written[1:].rstrip("X"), "stake": stake}
    return msgspec.convert(parts, Contract)


@pytest.mark.parametrize(("written", "tricks", "not_vulnerable", "when_vulnerable"), CASES)
def test_law_77(written: str, tricks: int, not_vulnerable: int, when_vulnerable: int) -> None:
    contract = contract_of(written)
    assert declarer_score(contract, tricks, vulnerable=False) == not_vulnerable
    assert declarer_score(contract, tricks, vulnerable=True) == when_vulnerable


def test_a_board_passed_out_scores_nothing() -> None:
    assert declarer_score(PASSED_OUT, 0, vulnerable=True) == 0
    assert ns_score(PASSED_OUT, "", 0, board=4) == 0


# Law 2: boards 1 to 16 as printed on the boards themselves
VULNERABLE = {
    "": (1, 8, 11, 14),
    "NS": (2, 5, 12, 15),
    "EW": (3, 6, 9, 16),
    "NSEW": (4, 7, 10, 13),
}


SEATS: tuple[Seat, ...] = ("N", "E", "S", "W")


@pytest.mark.parametrize("sides", VULNERABLE)
@pytest.mark.parametrize("turn", [0, 16, 32])
def test_vulnerability_by_board_number(sides: str, turn: int) -> None:
    for board in VULNERABLE[sides]:
        assert {seat for seat in SEATS if vulnerable(board + turn, seat)} == set(sides)


def test_east_west_declaring_counts_against_north_south() -> None:
    assert ns_score(contract_of("4S"), "E", 10, board=3) == -620
    assert ns_score(contract_of("4S"), "W", 9, board=1) == 50


def test_missing_declarer_and_impossible_tricks_are_refused() -> None:
    with pytest.raises(ValueError, match="declarer"):
        ns_score(contract_of("4S"), "", 10, board=1)
    with pytest.raises(ValueError, match="0 to 13"):
        declarer_score(contract_of("4S"), 14, vulnerable=False)


@given(
    level=st.integers(1, 7),
    suit=st.sampled_from(["C", "D", "H", "S", "NT"]),
    stake=st.sampled_from([1, 2, 4]),
    tricks=st.integers(0, 12),
    vulnerability=st.booleans(),
)
def test_a_trick_more_is_always_worth_more(
    level: Level, suit: Denomination, stake: Stake, tricks: int, vulnerability: bool
) -> None:
    contract = Contract(level, suit, stake)
    lower, higher = (declarer_score(contract, n, vulnerable=vulnerability) for n in (tricks, tricks + 1))
    assert lower < higher
    assert lower % 10 == 0
