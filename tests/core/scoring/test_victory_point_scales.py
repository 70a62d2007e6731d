"""WBF scales: the published points of the continuous scale, and the rules behind both scales."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.core.scoring.victory_points import blitz, continuous, continuous_scale, discrete, discrete_limits

BOARDS = st.integers(1, 64)


@pytest.mark.parametrize(("boards", "margin"), [(16, 60), (4, 30), (1, 15), (8, 43), (7, 40), (20, 68), (64, 120)])
def test_a_blitz_needs_fifteen_times_the_root(boards: int, margin: int) -> None:
    assert blitz(boards) == margin
    assert continuous(margin, boards=boards) == (Decimal(20), Decimal(0))
    assert continuous(margin - 1, boards=boards)[0] < 20


@pytest.mark.parametrize(
    ("boards", "margin", "vps"),
    [
        (8, 1, "10.44"),
        (8, 2, "10.86"),
        (8, 3, "11.27"),
        (8, 10, "13.78"),
        (16, 1, "10.31"),
        (16, 2, "10.61"),
        (16, 10, "12.80"),
        # A third of a blitz is exactly half of what can be won: 1 - t = (1 - t**3) / 2 for the golden section.
        (16, 20, "15.00"),
        (4, 10, "15.00"),
        (1, 5, "15.00"),
        (36, 30, "15.00"),
    ],
)
def test_continuous(boards: int, margin: int, vps: str) -> None:
    assert continuous(margin, boards=boards) == (Decimal(vps), 20 - Decimal(vps))
    assert continuous(-margin, boards=boards) == (20 - Decimal(vps), Decimal(vps))


@given(BOARDS)
def test_each_further_imp_is_worth_no_more_than_the_last(boards: int) -> None:
    scale = continuous_scale(boards)
    steps = [after - before for before, after in pairwise(scale)]
    assert steps == sorted(steps, reverse=True)
    assert scale[0] == 10
    assert scale[-1] == 20
    assert all(step >= 0 for step in steps)


@given(BOARDS)
def test_each_further_vp_needs_no_fewer_imps(boards: int) -> None:
    limits = discrete_limits(boards)
    widths = [after - before for before, after in pairwise(limits)]
    assert widths[:-1] == sorted(widths[:-1])


@given(BOARDS, st.integers(-200, 200))
def test_the_two_sides_share_twenty(boards: int, margin: int) -> None:
    assert sum(continuous(margin, boards=boards)) == 20
    assert sum(discrete(margin, boards=boards)) == 20


def test_a_draw_is_ten_all() -> None:
    assert continuous(0, boards=12) == (Decimal(10), Decimal(10))
    assert discrete(0, boards=12) == (10, 10)
    assert discrete(200, boards=12) == (20, 0)


@pytest.mark.parametrize("boards", [0, -1, 401])
def test_scales_are_for_a_possible_number_of_boards(boards: int) -> None:
    with pytest.raises(ValueError, match="boards"):
        continuous(3, boards=boards)
