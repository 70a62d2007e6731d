"""International match points (Law 78B): the scale, cross-IMPs, Butler and teams."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

# The least difference that is worth 1, 2, 3 ... 24 IMPs.
IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)


def imps(difference: int | Fraction | Decimal) -> int:
    """The difference of two scores in IMPs, with its sign."""
    size = bisect_right(IMP_STEPS, abs(int(difference)))  # steps are whole, so a fraction of a point never counts
    return size if difference > 0 else -size


def cross_imps(scores: Sequence[int]) -> list[Fraction]:
    """North-South's mean IMPs against every other result of the board; 0 if there is no other."""
    others = len(scores) - 1
    if not others:
        return [Fraction(0)] * len(scores)
    sorted_scores = sorted(scores)
    sums = {score: _imps_against_all(score, sorted_scores) for score in set(scores)}
    return [Fraction(sums[score], others) for score in scores]


def _imps_against_all(score: int, sorted_scores: Sequence[int]) -> int:
    """Each step of the scale is one more IMP against every result that far below, and one less for each above."""
    gains = sum(bisect_right(sorted_scores, score - step) for step in IMP_STEPS)
    losses = sum(len(sorted_scores) - bisect_left(sorted_scores, score + step) for step in IMP_STEPS)
    return gains - losses


def datum(scores: Sequence[int], *, leave_out: int = 0, nearest: int = 10) -> int:
    """Butler's datum: the mean without the `leave_out` best and worst, to the nearest ten.

    A mean half way between two tens is rounded away from zero, so that both sides see the same size. All scores count
    if `leave_out` would leave none.
    """
    sorted_scores = sorted(scores)
    middle_scores = sorted_scores[leave_out : len(sorted_scores) - leave_out] or sorted_scores
    mean = Fraction(sum(middle_scores), len(middle_scores) * nearest)
    size = int(abs(mean) + Fraction(1, 2)) * nearest
    return size if mean >= 0 else -size


def butler(scores: Sequence[int], *, against: int | Fraction | Decimal | None = None, leave_out: int = 0) -> list[int]:
    """North-South's IMPs of each result against the datum."""
    level = datum(scores, leave_out=leave_out) if against is None else against
    return [imps(score - level) for score in scores]


def team_imps(own_ns: int, other_ns: int) -> int:
    """A board of a teams match: our North-South score against theirs in the other room."""
    return imps(own_ns - other_ns)


def board_a_match(own_ns: int, other_ns: int) -> int:
    """Point a board: 2 for the better score, 1 each when equal."""
    return 1 + (own_ns > other_ns) - (own_ns < other_ns)
