"""Precedents: an event that differs from an earlier one only in its day and in who came where is paid as that one was.

This works for a form in which an award depends on the entry's own place, on how many share it, and on what the event
gives besides places and day: `Edition.paid_by_place` names such forms. The first event with an outline goes through the
rules and all checks that it triggers; later ones are paid by place from it. A refused event leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec

from masterpoint.core.derivation import Award, Remark, Result, Step
from masterpoint.core.event_fields import DESCRIPTIVE, event_fields
from masterpoint.core.events import AnyEvent, Event, RankingList
from masterpoint.core.places import Finish, finishes

MAX_OUTLINES = 4096
"""The most outlines kept; after that, the cache starts again."""
Outline = tuple[Any, ...]
Terms = tuple[Step, str, str, str]
"""What a place pays: the figure, its colour, its kind, and the name of the list."""
PLAIN = DESCRIPTIVE - {"entry.name", "entry.number", "entry.score"} | {
    "event.form",
    "list.direction",
    "list.entries",
    "entry.place",
    "organiser.level",
}
"""What an event with an outline may give besides the required fields of its form: of an entry, only its place."""


@cache
def _outline_fields(kind: type[Event]) -> tuple[frozenset[str], Callable[[Any], Outline]]:
    """The fields that an event with an outline may give, and a function that reads those that count."""
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    counting = [name for name in required if name not in ("scheme", "day", "lists", "organiser")]
    return PLAIN | {f"event.{name}" for name in required}, attrgetter(*counting, "organiser.level")


def outline_of(event: AnyEvent) -> Outline | None:
    """Everything that an event gives except places and day; `None` if it gives more than its form requires.

    Whether an optional field makes a difference (`fields`) may depend on the places, so such an event has no outline.
    """
    required_names, header = _outline_fields(event.__class__)
    if not event_fields(event).names <= required_names:
        return None
    lists: tuple[RankingList, ...] = getattr(event, "lists", ())
    directions = {ranking.direction for ranking in lists}
    if len(directions) < 2 and directions != {""}:  # nobody is listed, or the direction distinguishes no lists
        return None
    return header(event), *[(ranking.section, ranking.direction, len(ranking.entries)) for ranking in lists]


class Precedent(msgspec.Struct, frozen=True):
    """What the events of one outline were paid: the terms of each place in each list, and the remarks."""

    edition: str
    remarks: tuple[Remark, ...]
    terms: tuple[dict[Finish, Terms], ...]


class Precedents:
    """What earlier events were paid, by their outline."""

    def __init__(self) -> None:
        self._by_outline: dict[Outline, Precedent] = {}

    def cache_clear(self) -> None:
        """Forget all precedents."""
        self._by_outline.clear()

    def result(self, event: AnyEvent, outline: Outline) -> Result | None:
        """The result by precedent, if there is one for every place of the event."""
        precedent = self._by_outline.get(outline)
        if precedent is None:
            return None
        awards: list[Award] = []
        lists: tuple[RankingList, ...] = getattr(event, "lists", ())
        try:
            for ranking, place_terms in zip(lists, precedent.terms, strict=True):
                entries = ranking.entries
                terms = map(place_terms.__getitem__, finishes(entries))
                awards += [
                    Award(entry, step, colour, kind, None, name)
                    for entry, (step, colour, kind, name) in zip(entries, terms, strict=True)
                ]
        except KeyError:  # nobody came in that place before
            return None
        return Result(event, precedent.edition, tuple(awards), precedent.remarks)

    def keep(self, outline: Outline, result: Result) -> None:
        """Keep what an event was paid, if each entry got one award, in the order of the lists."""
        lists: tuple[RankingList, ...] = getattr(result.event, "lists", ())
        positions = [(entry, index) for index, ranking in enumerate(lists) for entry in ranking.entries]
        if not _one_award_each([entry for entry, _ in positions], result.awards):
            return
        precedent = self._by_outline.get(outline)
        if precedent is None or precedent.remarks != result.remarks:
            precedent = Precedent(result.edition, result.remarks, tuple({} for _ in lists))
        event_finishes = [finish for ranking in lists for finish in finishes(ranking.entries)]
        for (_, index), finish, award in zip(positions, event_finishes, result.awards, strict=True):
            precedent.terms[index][finish] = award.step, award.colour, award.kind, award.ranking
        if len(self._by_outline) >= MAX_OUTLINES:
            self._by_outline.clear()
        self._by_outline[outline] = precedent


def _one_award_each(entries: list[Any], awards: tuple[Award, ...]) -> bool:
    return len(entries) == len(awards) and all(
        award.entry is entry and award.players is None for entry, award in zip(entries, awards, strict=True)
    )
