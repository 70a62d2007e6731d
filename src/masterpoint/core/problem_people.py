"""Whom a problem concerns and where it lies: the people its path leads to, and the place in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from masterpoint.core.errors import Problem
from masterpoint.core.event_paths import (
    Path,
    contestant_name,
    contestant_path,
    items,
    part_at,
    path_of,
    person_name,
    step_into,
)
from masterpoint.core.place_words import spot_in_words, with_places_in_words
from masterpoint.core.sentences import join_words

MAX_NAMED = 3
"""The most contestants named when a problem concerns several."""


def with_people(problems: Iterable[Problem], event: Any) -> list[Problem]:
    """The same problems, each with the people concerned and its place in words; the event may be raw data or parsed."""
    return [_with_words(problem, event) for problem in problems]


def _with_words(problem: Problem, event: Any) -> Problem:
    return msgspec.structs.replace(
        problem,
        message=with_places_in_words(event, problem.message),
        who=problem.who or _people(problem, event),
        spot=spot_in_words(event, problem.place),
    )


def _people(problem: Problem, event: Any) -> str:
    path = path_of(problem.place)
    if path[:1] in (("entry",), ("player",)):
        return _people_of_field(event, str(path[0]), path[1:])
    place = contestant_path(problem.place)
    if not place:
        return ""
    inner_path = path[len(place) :]
    if inner_path[:1] == ("players",) and len(inner_path) > 1:
        person = person_name(part_at(event, (*place, *inner_path[:2])))
        return person or contestant_name(part_at(event, place))
    return contestant_name(part_at(event, place))


def _people_of_field(event: Any, part: str, field: Path) -> str:
    """The people for whom a field is given, when the field can appear in many places."""
    entries = list(_entries(event))
    people = [player for entry in entries for player in items(step_into(entry, "players"))] if part == "player" else ()
    naming = person_name if part == "player" else contestant_name
    names = [naming(item) for item in (people or entries) if _is_given(part_at(item, field))]
    names = [name for name in dict.fromkeys(names) if name]
    excess = len(names) - MAX_NAMED
    return join_words([*names[:MAX_NAMED], f"{excess} more"] if excess > 0 else names)


def _entries(part: Any) -> Iterator[Any]:
    """Every contestant, at any depth."""
    if isinstance(part, list | tuple):
        for item in part:
            yield from _entries(item)
    elif isinstance(part, Mapping | msgspec.Struct):
        yield from items(step_into(part, "entries"))
        for name in part if isinstance(part, Mapping) else part.__struct_fields__:
            if name != "entries":
                yield from _entries(step_into(part, name))


def _is_given(value: Any) -> bool:
    return value not in (None, "", False, 0, ())
