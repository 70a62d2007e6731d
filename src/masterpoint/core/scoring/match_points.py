"""Match points: two for each result beaten, one for each equalled; Neuberg where boards differ.

Neuberg's formula asks what a result would be worth if the board had been played as often as the others. With `n`
results of a board out of `e` expected, a score of `m` match points becomes (m + 1) * e / n - 1, so that the board has
the top of the whole field.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction


def match_points(scores: Sequence[int]) -> list[int]:
    """North-South match points of each score: two a result beaten, one a result equalled."""
    sorted_scores = sorted(scores)
    return [bisect_left(sorted_scores, score) + bisect_right(sorted_scores, score) - 1 for score in scores]


def top(results: int) -> int:
    """The most a result can get on a board with this many results."""
    return 2 * (results - 1)


def neuberg(points: int | Fraction, *, results: int, expected_results: int) -> Fraction:
    """The match points as if the board had been played `expected_results` times."""
    return (Fraction(points) + 1) * expected_results / results - 1


def board_points(scores: Sequence[int], *, expected_results: int | None = None) -> list[tuple[Fraction, Fraction]]:
    """(North-South, East-West) match points of each score, out of the top.

    `expected_results` is how many results the field expects on a board; without it, the board stands alone. A board
    with one result has nothing to compare with: both sides get half the top.
    """
    expected = len(scores) if expected_results is None else expected_results
    top_points = Fraction(top(expected))
    points = [neuberg(point, results=len(scores), expected_results=expected) for point in match_points(scores)]
    return [(point, top_points - point) for point in points]
