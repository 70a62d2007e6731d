"""Whom a problem concerns: the people its path leads to, as the event names them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from masterpoint.core.errors import Problem

STEP = re.compile(r"\w+")
NAMED = 3
"""So many contestants are named where a problem is of more of them."""
Path: TypeAlias = tuple[str | int, ...]


def with_people(problems: Iterable[Problem], event: Any) -> list[Problem]:
    """The same problems, each with whom it concerns; the event is raw data or has been read."""
    return [
        problem if problem.who else msgspec.structs.replace(problem, who=_who(problem, event)) for problem in problems
    ]


def path_of(place: str) -> Path:
    """`lists[0].entries[2].place` as its steps; nothing for a place that is not a path."""
    if not re.fullmatch(r"\w+(?:\[\d+\]|\.\w+)*", place):
        return ()
    return tuple(int(step) if step.isdecimal() else step for step in STEP.findall(place))


def contestant_path(place: str) -> Path:
    """The path of the contestant a place lies in, if it lies in one."""
    path = path_of(place)
    ends = [index + 2 for index, step in enumerate(path[:-1]) if step == "entries" and isinstance(path[index + 1], int)]
    return path[: ends[-1]] if ends else ()


def part_at(event: Any, path: Path) -> Any:
    """What stands at a path, in raw data or in an event that has been read."""
    part = event
    for step in path:
        part = _step(part, step)
    return part


def contestant_name(entry: Any) -> str:
    """`Ann Bell and Ben Cole`, the name of a team, or `number 4`; nothing where the event gives none."""
    people = [name for name in map(person_name, _items(_step(entry, "players"))) if name]
    name, number = _text(_step(entry, "name")), _text(_step(entry, "number"))
    if name or people:
        return name or joined(people)
    return f"number {number}" if number else ""


def person_name(player: Any) -> str:
    return _text(_step(player, "name")) or _text(_step(player, "id"))


def joined(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _who(problem: Problem, event: Any) -> str:
    path = path_of(problem.place)
    if path[:1] in (("entry",), ("player",)):
        return _who_all(event, str(path[0]), path[1:])
    place = contestant_path(problem.place)
    if not place:
        return ""
    within = path[len(place) :]
    if within[:1] == ("players",) and len(within) > 1:
        person = person_name(part_at(event, (*place, *within[:2])))
        return person or contestant_name(part_at(event, place))
    return contestant_name(part_at(event, place))


def _who_all(event: Any, part: str, field: Path) -> str:
    """Those for whom a field is given that stands in many places."""
    entries = list(_entries(event))
    people = [player for entry in entries for player in _items(_step(entry, "players"))] if part == "player" else ()
    naming = person_name if part == "player" else contestant_name
    names = [naming(item) for item in (people or entries) if _given(part_at(item, field))]
    names = [name for name in dict.fromkeys(names) if name]
    more = len(names) - NAMED
    return joined([*names[:NAMED], f"{more} more"] if more > 0 else names)


def _entries(part: Any) -> Iterator[Any]:
    """Every contestant, wherever they stand."""
    if isinstance(part, list | tuple):
        for item in part:
            yield from _entries(item)
    elif isinstance(part, Mapping | msgspec.Struct):
        yield from _items(_step(part, "entries"))
        for name in part if isinstance(part, Mapping) else part.__struct_fields__:
            if name != "entries":
                yield from _entries(_step(part, name))


def _given(value: Any) -> bool:
    return value not in (None, "", False, 0, ())


def _step(part: Any, step: str | int) -> Any:
    if isinstance(step, int):
        return part[step] if isinstance(part, list | tuple) and step < len(part) else None
    if isinstance(part, Mapping):
        return part.get(step)
    return getattr(part, step, None) if isinstance(part, msgspec.Struct) else None


def _items(part: Any) -> Sequence[Any]:
    return part if isinstance(part, list | tuple) else ()


def _text(value: Any) -> str:
    return " ".join(value.split())[:80] if isinstance(value, str) else ""
