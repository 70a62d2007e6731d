"""Ranking lists with ties: `3=`, repeated places, and contradictions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, RankingList

PLACE = re.compile(r"^\s*([1-9]\d{0,4})\s*(=?)\s*$")
NEXT_PLACE = "the next place should be"
FIX = "write a whole number from 1, with = after it for a tie: 3="


class Finish(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A place and how many share it."""

    place: int
    sharing: int = 1

    @property
    def places(self) -> range:
        """The places that would be filled if the tie were broken."""
        return range(self.place, self.place + self.sharing)

    def __str__(self) -> str:
        return f"{self.place}=" if self.sharing > 1 else str(self.place)


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def place_number(value: int | str) -> int | None:
    """The number of a place as written, or `None` if it is not a place."""
    if isinstance(value, int):
        return value if 1 <= value < 100_000 else None
    match = PLACE.match(value)
    return int(match[1]) if match else None


def parse_places(text: str) -> tuple[Entry, ...]:
    """Entries without names from `1 2= 2= 4`."""
    return tuple([Entry(place=word) for word in text.split()])


def entries_of(ranking: RankingList) -> tuple[Entry, ...]:
    """The entries of a list, named or not."""
    return ranking.entries or parse_places(ranking.places)


def size_of(ranking: RankingList) -> int:
    """How many contestants the field had."""
    count = len(ranking.entries) or len(ranking.places.split())
    return count if ranking.size is None else max(count, ranking.size)


def finishes(entries: Sequence[Entry]) -> tuple[Finish, ...]:
    """Where each entry finished; equal numbers are ties."""
    return _finishes(tuple([entry.place for entry in entries]))


@lru_cache(4096)
def _finishes(places: tuple[int | str, ...]) -> tuple[Finish, ...]:
    numbers = [place_number(place) or 0 for place in places]
    finish_by_number = {number: Finish(number, count) for number, count in Counter(numbers).items()}
    return tuple(finish_by_number[number] for number in numbers)


def moved_up(entries: Sequence[Entry], field: Sequence[Entry] | None = None) -> list[tuple[Entry, Finish]]:
    """Some entries of a list after the others have left it: those below move up, and ties stay.

    `field` is the whole list; without it, all gaps close.
    """
    numbers = finishes(entries)
    count = Counter(finish.place for finish in numbers)
    removals = None if field is None else Counter(finish.place for finish in finishes(field)) - count
    new_finishes, place = {}, 1
    for number in sorted(count):
        if removals is not None:
            place = number - sum(leavers for other, leavers in removals.items() if other < number)
        new_finishes[number] = Finish(place, count[number])
        place += count[number]
    return [(entry, new_finishes[finish.place]) for entry, finish in zip(entries, numbers, strict=True)]


def place_problems(ranking: RankingList, path: str) -> list[Problem]:
    """Places that are invalid, skip or contradict their ties; an event that is itself the list has no path."""
    prefix = f"{path}." if path else ""
    if ranking.entries and ranking.places:
        return [Problem(f"{prefix}places", ranking.places[:40], "entries and places both give the ranking", "keep one")]
    places = tuple(ranking.places.split() or [entry.place for entry in ranking.entries])
    size = ranking.size if ranking.size is not None and ranking.size > len(places) else None
    problems = [
        Problem(f"{prefix}{field}", value, message, fix) for field, value, message, fix in _contradictions(places, size)
    ]
    if ranking.size is not None and ranking.size < len(places):
        message = f"{len(places)} entries are listed"
        problems.append(Problem(f"{prefix}size", str(ranking.size), message, "give the whole field or leave it out"))
    return problems


@lru_cache(4096)
def _contradictions(places: tuple[int | str, ...], size: int | None) -> tuple[tuple[str, str, str, str], ...]:
    """What is wrong with some places, as (where, value, what, fix); a field with a size is not listed in full."""
    numbers = [place_number(place) for place in places]
    if None in numbers:
        return tuple(
            (f"entries[{index}].place", str(place), "this is not a place", FIX)
            for index, place in enumerate(places)
            if numbers[index] is None
        )
    count = Counter(number or 0 for number in numbers)
    false_ties = tuple(
        (f"entries[{index}].place", str(place), "marked as a tie, but nobody shares it", "drop the =")
        for index, place in enumerate(places)
        if isinstance(place, str) and "=" in place and count[numbers[index] or 0] == 1
    )
    gaps = _skipped_places(count) if size is None else _overlapping_places(count, size)
    return false_ties + tuple(
        (f"entries[{numbers.index(number)}].place", str(places[numbers.index(number)]), message, fix)
        for number, message, fix in gaps
    )


def _overlapping_places(count: Counter[int], size: int) -> tuple[tuple[int, str, str], ...]:
    """Places of part of a larger field may have gaps between them, but may not overlap or pass the last."""
    expected = 1
    for number in sorted(count):
        if number < expected:
            message = f"{NEXT_PLACE} {expected} or lower: {expected - 1} finished above it"
            return ((number, message, f"write {expected} or a later place"),)
        expected = number + count[number]
    if expected - 1 > size:
        return ((max(count), f"{expected - 1} finished, but the field had {size}", "correct the place, or the size"),)
    return ()


def _skipped_places(count: Counter[int]) -> tuple[tuple[int, str, str], ...]:
    expected = 1
    for number in sorted(count):
        if number != expected:
            reason = f"the {expected - 1} before it fill the places above" if expected > 1 else "none is first"
            fix = f"write {expected}, or list the missing entries"
            return ((number, f"{NEXT_PLACE} {expected}: {reason}", fix),)
        expected += count[number]
    return ()
