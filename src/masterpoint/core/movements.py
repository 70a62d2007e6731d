"""Movements: the ranking lists of one section that differ in direction."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from masterpoint.core.events import AnyEvent
from masterpoint.core.places import size_of
from masterpoint.core.traversal import lists_by_stage


class Movement(msgspec.Struct, frozen=True):
    """The lists of one section that have a direction, whether or not they make a whole movement."""

    stage: str
    """What contains them: `lists`, `sessions[1].lists`."""
    section: str
    first: int
    """The number of the first of them in its stage, from 0."""
    directions: tuple[str, ...]
    largest: int
    """Contestants in the largest of them."""
    smallest: int


def movements(event: AnyEvent) -> tuple[Movement, ...]:
    """The movements of an event, worked out once, when it is read, and cached on it."""
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
