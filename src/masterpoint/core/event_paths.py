"""Paths in an event, such as `lists[0].entries[2].place`, and the values there, in raw data or a parsed event."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from masterpoint.core.sentences import join_words

Path: TypeAlias = tuple[str | int, ...]
STEP = re.compile(r"\w+")


def path_of(place: str) -> Path:
    """The steps of a path such as `lists[0].entries[2].place`; empty for a place that is not a path."""
    if not re.fullmatch(r"\w+(?:\[\d+\]|\.\w+)*", place):
        return ()
    return tuple(int(step) if step.isdecimal() else step for step in STEP.findall(place))


def contestant_path(place: str) -> Path:
    """The path of the contestant that contains a place; empty if none does."""
    path = path_of(place)
    ends = [index + 2 for index, step in enumerate(path[:-1]) if step == "entries" and isinstance(path[index + 1], int)]
    return path[: ends[-1]] if ends else ()


def part_at(event: Any, path: Path) -> Any:
    """The value at a path, in raw data or in a parsed event."""
    part = event
    for step in path:
        part = step_into(part, step)
    return part


def contestant_name(entry: Any) -> str:
    """`Ann Bell and Ben Cole`, the name of a team, or `number 4`; empty if the event gives none."""
    people = [name for name in map(person_name, items(step_into(entry, "players"))) if name]
    name, number = text_of(entry, "name"), text_of(entry, "number")
    if name or people:
        return name or join_words(people)
    return f"number {number}" if number else ""


def person_name(player: Any) -> str:
    return text_of(player, "name") or text_of(player, "id")


def step_into(part: Any, step: str | int) -> Any:
    if isinstance(step, int):
        return part[step] if isinstance(part, list | tuple) and step < len(part) else None
    if isinstance(part, Mapping):
        return part.get(step)
    return getattr(part, step, None) if isinstance(part, msgspec.Struct) else None


def items(part: Any) -> Sequence[Any]:
    return part if isinstance(part, list | tuple) else ()


def text_of(part: Any, name: str) -> str:
    value = step_into(part, name)
    return " ".join(value.split())[:80] if isinstance(value, str) else ""
