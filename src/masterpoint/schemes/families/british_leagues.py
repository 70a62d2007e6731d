"""Divisions and sections of differing status in the English and Welsh books: graded levels, sections too small."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from masterpoint.core.derivation import Clause
from masterpoint.core.errors import NotReadable
from masterpoint.core.events import LeagueEvent, RankingList
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import whole
from masterpoint.core.places import place_problems


class Levels(msgspec.Struct, frozen=True):
    """A printed triangle of levels: one row for each number of divisions or sections, the highest first."""

    clause: Clause
    rows: tuple[tuple[Exact, ...], ...]
    """Row n has n exact levels."""
    top: Exact
    bottom: Exact
    """Beyond the rows: equal reductions between these two."""
    reading: str = ""
    """The reading under which levels beyond the rows are found."""


def level_scale(levels: Levels, count: int) -> tuple[Exact, ...]:
    """The level of each division, by how many there are; exact."""
    if count <= len(levels.rows):
        return levels.rows[count - 1]
    step = Fraction(1, count - 1) * (levels.bottom - levels.top)
    return tuple(tidy(levels.top + step * index) for index in range(count))


def scale_level(levels: Levels, number: int, count: Exact, _status: Exact) -> Exact:
    """The level of one division, by how many there are; the status of the organiser has chosen the levels."""
    return level_scale(levels, whole(count))[number - 1]


class PaidLevel(msgspec.Struct, frozen=True):
    """The level by which a division or section is paid."""

    number: int
    """The division, counted from 1, whose awards it takes."""
    is_large_enough: bool
    """Whether it counts as a division; if not, it takes the awards of the next higher one that does."""


def paid_levels(sizes: Sequence[int], minimum: int) -> list[PaidLevel]:
    """The paid level of each division, highest first; all but the first need at least `minimum` contestants."""
    levels, number = [], 0
    for index, size in enumerate(sizes):
        is_large_enough = index == 0 or size >= minimum
        number += is_large_enough
        levels.append(PaidLevel(number, is_large_enough))
    return levels


def paid_levels_by_level(sizes: Iterable[tuple[int, int]], minimum: int) -> dict[int, PaidLevel]:
    """The paid level of each level, from the level and size of every division; the largest of parallel ones decides."""
    largest: dict[int, int] = {}
    for level, size in sizes:
        largest[level] = max(largest.get(level, 0), size)
    levels = sorted(largest)
    return dict(zip(levels, paid_levels([largest[level] for level in levels], minimum), strict=True))


def require_places(event: LeagueEvent) -> None:
    """Final tables of the divisions, given like any ranking."""
    problems = [
        problem
        for index, division in enumerate(event.divisions)
        for problem in place_problems(RankingList(entries=division.entries, size=division.size), f"divisions[{index}]")
    ]
    if problems:
        raise NotReadable(problems)
