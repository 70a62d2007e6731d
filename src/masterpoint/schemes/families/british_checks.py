"""How the figures of the English and Welsh books must agree: scales begin where events are long enough to be paid,
and have a column for each kind of movement.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from masterpoint.core.books import Figure
from masterpoint.core.figure_checks import (
    CONTESTS,
    Conflicts,
    above_zero,
    begins_by,
    has_only,
    not_empty,
    starts_a_row,
    triangular,
)

COLUMNS = ("teams", "two-winner", "one-winner pairs", "individual")
"""The columns of every scale."""
CONTESTS_WITH_DIRECTIONS = ("individual", "pairs")
"""The contests that may have a ranking list for each direction."""


def scale_conflicts(
    shares: Figure[Any], limits: Figure[Any], long_boards: Figure[int], minimums: Sequence[Figure[int]]
) -> Conflicts:
    """The basic scale: its shares and limits begin with the shortest paid events, and one row begins with long ones."""
    for table in (shares, limits):
        for minimum in minimums:
            yield from begins_by(table, minimum)
    yield from not_empty(shares, limits)
    yield from above_zero(shares, limits)
    yield from starts_a_row(long_boards, limits)


def column_conflicts(*tables: Figure[Any]) -> Conflicts:
    """Every scale has all columns, and every figure in them is above 0."""
    for table in tables:
        yield from has_only(table, COLUMNS)
        yield from above_zero(table)


def level_conflicts(figure: Figure[Any], rows: Sequence[Sequence[Any]]) -> Conflicts:
    """The levels of divisions or sections, as a triangle."""
    yield from triangular(figure, rows)
    yield from above_zero(figure)


def ladder_conflicts(numbers: Figure[Any], units: Figure[Any]) -> Conflicts:
    """Ladders: for each contest awards from the smallest attendance on, and what a place earns."""
    yield from has_only(numbers, CONTESTS)
    yield from has_only(units, CONTESTS)
    for contest, rows in numbers.value.items():
        yield from begins_by(numbers, 0, rows=rows, part=contest)
