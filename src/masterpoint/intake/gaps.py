"""Leaves out the unreadable parts of an event, and keeps track of who is affected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from datetime import date
from typing import Any

from masterpoint.core.errors import Problem
from masterpoint.core.event_paths import Path, contestant_path, part_at, path_of
from masterpoint.core.places import place_number

UNREADABLE = "?"
DESCRIBING = (("name",), ("organiser", "name"), ("organiser", "id"))
"""Fields of the event that affect nobody's points."""


class Gaps:
    """The raw data of an event with gaps that are closed one by one."""

    def __init__(self, raw: dict[str, Any], doubtful: set[Path], *, today: date) -> None:
        self.raw: dict[str, Any] = deepcopy(raw)
        self.doubtful = doubtful
        """Paths of the contestants with something unreadable."""
        self.notes: list[str] = []
        self.today = today
        _write_out_places(self.raw)

    def close(self, problems: Iterable[Problem]) -> bool:
        """Leave out whatever these problems are about; false if that affects more than single contestants."""
        results = [self._close(problem) for problem in problems]
        return all(results) and all(self._fill(path) for path in {path[:-1] for path in self.doubtful})

    def _close(self, problem: Problem) -> bool:
        path, contestant = path_of(problem.place), contestant_path(problem.place)
        if contestant:
            return self._close_contestant(contestant, path[len(contestant) :])
        if path == ("day",) and not self.notes:
            self.raw["day"] = self.today.isoformat()
            self.notes.append(
                f"Worked out by the rules of today, {self.today:%-d %B %Y}: the day of play cannot be read."
            )
            return True
        if path in DESCRIBING:
            part_at(self.raw, path[:-1]).pop(path[-1], None)
            return True
        return False

    def _close_contestant(self, contestant: Path, field: Path) -> bool:
        entries, index = part_at(self.raw, contestant[:-1]), contestant[-1]
        if not isinstance(entries, list) or not isinstance(index, int) or index >= len(entries):
            return False
        self.doubtful.add(contestant)
        if not isinstance(entries[index], dict):
            entries[index] = {"place": UNREADABLE}
            return True
        if field == ("place",):
            place_text = str(entries[index].get("place", ""))
            entries[index]["place"] = UNREADABLE
            # A readable place that skips others means that contestants are missing, which affects everybody.
            return place_number(place_text) is None or "=" in place_text
        if field[:1] == ("players",) and field[-1:] == ("id",):
            self._doubt_namesakes(contestant[:-1], part_at(entries[index], field))
        return _leave_out(entries[index], field)

    def _doubt_namesakes(self, entries: Path, number: Any) -> None:
        """Put every entry with this player's number in doubt."""
        for index, entry in enumerate(part_at(self.raw, entries)):
            players = entry.get("players", []) if isinstance(entry, dict) else []
            if isinstance(players, list) and any(
                isinstance(item, dict) and item.get("id") == number for item in players
            ):
                self.doubtful.add((*entries, index))

    def _fill(self, path: Path) -> bool:
        """Give entries without a place the places that the others leave open, so that the others keep theirs."""
        entries = part_at(self.raw, path)
        places = [entry.get("place", 0) for entry in entries]
        if UNREADABLE not in places:
            return True
        size = part_at(self.raw, path[:-1]).get("size")
        fill = _Filling(places, is_partial=isinstance(size, int) and size > len(places))
        if not fill.fits:
            return False
        for index, place in enumerate(fill.places):
            entries[index]["place"] = place
        self.doubtful |= {(*path, index) for index in fill.uncertain}
        return True


class _Filling:
    """The places of a list with gaps: which are open, and whose tie may be larger than it looks."""

    def __init__(self, places: list[Any], *, is_partial: bool) -> None:
        self.is_partial = is_partial
        """Whether only some of the field is listed, so that places may stay open."""
        self.places = [str(place) for place in places]
        self.uncertain: set[int] = set()
        self.open = [index for index, place in enumerate(places) if place == UNREADABLE]
        self.at: dict[int, list[int]] = {}
        """The entries at each readable place."""
        for index, place in enumerate(self.places):
            number = place_number(place)
            if number is not None:
                self.at.setdefault(number, []).append(index)
        self.fits = sum(map(len, self.at.values())) + len(self.open) == len(places)
        last, next_place = max(self.at, default=0), 1
        previous: Sequence[int] = ()
        while self.fits and (self.open or next_place <= last):
            previous = self._next(next_place, previous)
            next_place += len(previous)

    def _next(self, place: int, previous: Sequence[int]) -> Sequence[int]:
        """The entries at a place, after the open ones have been given theirs; `previous` are just before it."""
        indexes = self.at.get(place, [])
        if len(indexes) == 1 and "=" in self.places[indexes[0]] and self.open:
            self.uncertain |= set(indexes) if len(self.open) > 1 else set()
            return [*indexes, self._assign(f"{place}=")]
        if indexes:
            return indexes
        if self.open:
            self.uncertain |= set(previous) if len(previous) > 1 else set()  # the open entry may belong to that tie
            return [self._assign(str(place))]
        self.fits = self.is_partial
        return [-1]

    def _assign(self, place: str) -> int:
        index = self.open.pop(0)
        self.places[index] = place
        return index


def _leave_out(part: Any, path: Path) -> bool:
    """Remove the value at a path; if it is missing already, remove what should contain it."""
    while path:
        holder = part_at(part, path[:-1])
        if isinstance(holder, dict) and path[-1] in holder:
            del holder[path[-1]]
            return True
        if isinstance(holder, list) and isinstance(path[-1], int) and path[-1] < len(holder):
            del holder[path[-1]]
            return True
        path = path[:-1]
    return False


def _write_out_places(part: Any) -> None:
    """Turn lists that hold only places into entries, so that single ones can be left out."""
    for item in _tables(part):
        if isinstance(item.get("places"), str) and "entries" not in item:
            item["entries"] = [{"place": word} for word in item.pop("places").split()]


def _tables(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    for item in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _tables(item)
