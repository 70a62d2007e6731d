"""Tables read by where each row begins: from 12 boards a quarter, from 18 a third."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TypeVar

from masterpoint.core.tables import Band

T = TypeVar("T")
Bands = tuple[tuple[int, T], ...]
"""(from, what holds), ascending; the last row has no end."""


def bands(rows: Sequence[tuple[int, T]]) -> tuple[Band[T], ...]:
    """The rows with their ends: each ends where the next begins."""
    ends = [first - 1 for first, _ in rows[1:]]
    return tuple(Band(first, last, value) for (first, value), last in zip_longest(rows, ends))
