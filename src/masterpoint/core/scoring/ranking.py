"""Places from scores: the best is first, and equal scores share the best of their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

Number = TypeVar("Number", int, Decimal, Fraction)


def places(scores: Sequence[Number]) -> list[int]:
    """The place of each score, highest first: scores 60, 50, 50, 40 have places 1, 2, 2, 4."""
    place = 1
    first: dict[Number, int] = {}
    for score, sharing in sorted(Counter(scores).items(), reverse=True):
        first[score] = place
        place += sharing
    return [first[score] for score in scores]


def is_ranking(places: Iterable[int]) -> bool:
    """Whether these places form one list: each is the number of better ones plus one."""
    expected = 1
    for place, sharing in sorted(Counter(places).items()):
        if place != expected:
            return False
        expected += sharing
    return True
