"""Ranking lists with ties: `3=`, repeated places, and what contradicts them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import Entry, RankingList

PLACE = re.compile(r"^\s*([1-9]\d{0,4})\s*(=?)\s*$")
CURE = "write a whole number from 1, with = after it for a tie: 3="


class Finish(msgspec.Struct, frozen=True, gc=False):
    """A place and how many share it."""

    place: int
    sharing: int = 1

    @property
    def places(self) -> range:
        """The places that would be taken were the tie broken."""
        return range(self.place, self.place + self.sharing)

    def __str__(self) -> str:
        return f"{self.place}=" if self.sharing > 1 else str(self.place)


def place_number(written: int | str) -> int | None:
    """The number of a place as written, or nothing if it is not one."""
    if isinstance(written, int):
        return written if 1 <= written < 100_000 else None
    match = PLACE.match(written)
    return int(match[1]) if match else None


def parse_places(written: str) -> tuple[Entry, ...]:
    """Entries without names from `1 2= 2= 4`."""
    return tuple(Entry(place=word) for word in written.split())


def entries_of(ranking: RankingList) -> tuple[Entry, ...]:
    """The entries of a list, named or not."""
    return ranking.entries or parse_places(ranking.places)


def size_of(ranking: RankingList) -> int:
    """How many contestants the field had."""
    listed = len(ranking.entries) or len(ranking.places.split())
    return max(listed, ranking.size or 0)


def finishes(entries: Sequence[Entry]) -> list[Finish]:
    """Where each entry finished, ties found from equal numbers."""
    numbers = [entry.place if type(entry.place) is int else place_number(entry.place) or 0 for entry in entries]
    sharing = Counter(numbers)
    known = {number: Finish(number, count) for number, count in sharing.items()}
    return [known[number] for number in numbers]


def ranked(entries: Iterable[Entry]) -> list[tuple[Entry, Finish]]:
    """Entries with their finish, best first."""
    listed = list(entries)
    return sorted(zip(listed, finishes(listed), strict=True), key=lambda pair: pair[1].place)


def moved_up(entries: Sequence[Entry]) -> list[tuple[Entry, Finish]]:
    """The list closed up after some entries were taken out of it: gaps vanish, ties stay."""
    numbers = finishes(entries)
    order = sorted({finish.place for finish in numbers})
    count = Counter(finish.place for finish in numbers)
    place, closed = 1, {}
    for number in order:
        closed[number] = Finish(place, count[number])
        place += count[number]
    return [(entry, closed[finish.place]) for entry, finish in zip(entries, numbers, strict=True)]


def place_problems(ranking: RankingList, path: str) -> list[Problem]:
    """Places that are none, that skip, or that contradict their ties."""
    if ranking.entries and ranking.places:
        return [Problem(f"{path}.places", ranking.places[:40], "entries and places both tell the ranking", "keep one")]
    entries = entries_of(ranking)
    problems = [
        Problem(f"{path}.entries[{index}].place", str(entry.place), "this is not a place", CURE)
        for index, entry in enumerate(entries)
        if place_number(entry.place) is None
    ]
    if problems:
        return problems
    count = Counter(place_number(entry.place) or 0 for entry in entries)
    problems += [
        Problem(
            f"{path}.entries[{index}].place", str(entry.place), "marked as a tie, but nobody shares it", "drop the ="
        )
        for index, entry in enumerate(entries)
        if isinstance(entry.place, str) and "=" in entry.place and count[place_number(entry.place) or 0] == 1
    ]
    expected = 1
    for number in sorted(count):
        if number != expected:
            before = (
                f"the {expected - 1} before it fill places 1 to {expected - 1}" if expected > 1 else "none is first"
            )
            problems.append(
                Problem(
                    f"{path}.entries",
                    f"place {number}",
                    f"the next place should be {expected}: {before}",
                    f"write {expected}, or list the missing entries",
                )
            )
            break
        expected += count[number]
    if ranking.size is not None and ranking.size < len(entries):
        problems.append(
            Problem(
                f"{path}.size",
                str(ranking.size),
                f"{len(entries)} entries are listed",
                "give the whole field or leave it out",
            )
        )
    return problems


def require_places(ranking: RankingList, path: str) -> None:
    problems = place_problems(ranking, path)
    if problems:
        raise NotReadable(problems)
