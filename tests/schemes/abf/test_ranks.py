"""1.8: ranks at their edges, the red points of before 1982, and what is missing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from masterpoint.core.derivation import trail
from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact
from masterpoint.schemes.abf import FEDERATION

EDITION = FEDERATION.editions[0]
LADDER = EDITION.ranks
RANKS = EDITION.book.figures.ranks.ranks.value


@pytest.mark.parametrize("row", RANKS, ids=lambda row: row[0])
def test_the_least_points_of_a_rank_make_it_and_a_hundredth_less_does_not(row: tuple[str, int, int, int, int]) -> None:
    rank, total, coloured, gold, _ = row
    holding = {"gold": gold, "red": coloured - gold, "green": total - coloured}
    assert LADDER.progress(holding).rank == rank
    for colour in ("gold", "red", "green"):
        if holding[colour]:
            less: dict[str, Exact] = {**holding, colour: holding[colour] - Fraction(1, 100)}
            assert LADDER.progress(less).rank != rank


def test_no_rank_below_two_points() -> None:
    standing = LADDER.progress({"green": Fraction(199, 100)})
    assert standing.rank == ""
    assert (standing.next_rank, standing.gaps[0].missing) == ("Graduate", Fraction(1, 100))


def test_example_of_175_red_points_before_1982() -> None:
    """35 fewer red and gold, and 35 fewer gold, for the Life ranks; 70 for the Grand ranks."""
    life = {"gold": 0, "red": 180, "green": 120, "red before 1982": 175}
    assert LADDER.progress(life).rank == "Life"
    bronze = {"gold": 5, "red": 200, "green": 195, "red before 1982": 175}  # 240 - 35 red and gold, 40 - 35 gold
    assert LADDER.progress(bronze).rank == "Bronze Life"
    assert LADDER.progress({**bronze, "gold": 4, "red": 201}).rank == "Life"
    assert LADDER.progress({**bronze, "red": 199, "green": 196}).rank == "Life"
    grand = {"gold": 130, "red": 500, "green": 370, "red before 1982": 175}
    assert LADDER.progress(grand).rank == "Grand"
    short = LADDER.progress({**grand, "gold": 129, "green": 371})
    assert short.rank == "Gold Life"
    assert {gap.what: gap.missing for gap in short.gaps} == {"gold": 1, "red and gold": 1}
    cited = {step.clause.number for gap in short.gaps for step in trail(gap.step)}
    assert "1.8c" in cited


def test_the_allowance_never_helps_the_total() -> None:
    standing = LADDER.progress({"gold": 0, "red": 299, "green": 0, "red before 1982": 299})
    assert standing.rank == "Bronze National"
    assert {step.clause.number for step in standing.steps} >= {"1.8d"}
    assert {gap.what for gap in standing.gaps} == {"total"}


def test_the_top_has_no_next() -> None:
    assert LADDER.progress({"gold": 13_000, "green": 2_000}).next_rank == ""


def test_red_points_before_1982_are_part_of_the_red_points() -> None:
    with pytest.raises(Refused) as refusal:
        LADDER.progress({"green": 300, "red": 150, "red before 1982": 400})
    assert "of which there are 150" in str(refusal.value)
    assert LADDER.progress({"green": 300, "red": 150, "red before 1982": 150}).rank == "Life"  # 180 - 30, 30 - 30
    assert LADDER.progress({"green": 300, "red": 150, "red before 1982": 149}).rank == "Silver National"
