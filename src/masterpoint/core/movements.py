"""Movements: the ranking lists of one section that differ in direction, as checks look at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from masterpoint.core.events import AnyEvent, RankingList
from masterpoint.core.places import size_of
from masterpoint.core.traversal import lists_by_stage


class Movement(msgspec.Struct, frozen=True):
    """The lists of one section that have a direction, whether they make a whole movement or not."""

    stage: str
    """What they stand in: `lists`, `sessions[1].lists`."""
    section: str
    first: int
    """The number of the first of them in its stage, from 0."""
    directions: tuple[str, ...]
    most: int
    """Contestants in the largest of them."""
    fewest: int


def movements(event: AnyEvent) -> tuple[Movement, ...]:
    """Those of an event; they are looked for once, when it is read, and kept with it."""
    kept: tuple[Movement, ...] | None = event.__dict__.get("movements")
    if kept is None:
        stages = lists_by_stage(event).items()
        kept = event.__dict__["movements"] = tuple(
            [movement for stage, lists in stages for movement in _of_stage(stage, lists)]
        )
    return kept


def _of_stage(stage: str, lists: Sequence[RankingList]) -> Iterator[Movement]:
    sections: dict[str, list[int]] = {}
    for number, ranking in enumerate(lists):
        if ranking.direction:
            sections.setdefault(ranking.section, []).append(number)
    for section, numbers in sections.items():
        sizes = [size_of(lists[number]) for number in numbers]
        directions = tuple([lists[number].direction for number in numbers])
        yield Movement(stage, section, numbers[0], directions, max(sizes), min(sizes))
