"""Movements: the ranking lists of one section that differ in direction, as checks look at them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from masterpoint.core.events import AnyEvent
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
    largest: int
    """Contestants in the largest of them."""
    smallest: int


def movements(event: AnyEvent) -> tuple[Movement, ...]:
    """Those of an event; they are looked for once, when it is read, and kept with it."""
    result: tuple[Movement, ...] | None = event.__dict__.get("movements")
    if result is None:
        result = event.__dict__["movements"] = tuple(_movements(event))
    return result


def _movements(event: AnyEvent) -> Iterator[Movement]:
    for stage, lists in lists_by_stage(event).items():
        sections: dict[str, list[tuple[int, str, int]]] = {}
        for number, ranking in enumerate(lists):
            if ranking.direction:
                seating = (number, ranking.direction, size_of(ranking))
                sections.setdefault(ranking.section, []).append(seating)
        for section, seatings in sections.items():
            numbers, directions, sizes = zip(*seatings, strict=True)
            yield Movement(stage, section, numbers[0], directions, max(sizes), min(sizes))
