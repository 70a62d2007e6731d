"""Places in an event as a person would name them: `2nd in the list of section A`, `round 3`.

Problems keep the path for programs; these are the words for people. The event may be raw data or parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from masterpoint.core.event_paths import (
    Path,
    contestant_name,
    contestant_path,
    items,
    part_at,
    path_of,
    person_name,
    step_into,
    text_of,
)
from masterpoint.core.places import ordinal

PATH = re.compile(r"\b[a-z_]+\[\d+\](?:\.[a-z_]+(?:\[\d+\])?)*")
DIRECTION_NAMES = {
    "NS": "North-South",
    "EW": "East-West",
    "N": "North",
    "S": "South",
    "E": "East",
    "W": "West",
}
LISTS = {
    "lists": "list",
    "overall": "overall ranking",
    "plate": "ranking of the plate",
    "qualifying": "ranking of the qualifying round",
}
PART_KINDS = {"sections": "section", "flighted": "flight", "finals": "final"}
"""What the parts of an event are called, by its form."""
THE_LIST = "the list"
LETTERS = 2
"""A part with a name no longer than this is called by its kind and its name: `section 2`."""


def place_in_words(event: Any, place: str) -> str:
    """A place, with the name of its contestant if there is one: `Ann Bell`, `2nd in the list, 1st player`."""
    contestant = contestant_path(place)
    words = [contestant_name(part_at(event, contestant)) if contestant else "", spot_in_words(event, place)]
    return ", ".join(filter(None, words))


def list_in_words(event: Any, path: str) -> str:
    """The list at a path, or the one that contains it: `the North-South list of section A`."""
    return _part_in_words(event, path_of(path)) or THE_LIST


def section_in_words(event: Any, path: str, section: str) -> str:
    """The lists of one section, in the whole event or in one session: `section A of session 2`."""
    context = _part_in_words(event, path_of(path))
    name = _section(section) if section else "" if context else "the lists"
    return " of ".join(filter(None, [name, context]))


def with_places_in_words(event: Any, text: str) -> str:
    """A sentence with its paths replaced by words."""
    return PATH.sub(lambda match: place_in_words(event, match[0]), text) if "[" in text else text


def spot_in_words(event: Any, place: str) -> str:
    """Where a place lies, without its field; only contestants without names are counted.

    `2nd in the list of section A`, or `in the list of section A` for a named pair if there are several lists.
    """
    contestant = contestant_path(place)
    path = path_of(place)
    if not contestant:
        return _part_in_words(event, path)
    context = _part_in_words(event, contestant[:-2]) or THE_LIST
    if not contestant_name(part_at(event, contestant)):
        start = f"{ordinal(int(contestant[-1]) + 1)} in {context}"
    else:
        start = f"in {context}" if _has_several_lists(event, contestant[:-2]) else ""
    return ", ".join(filter(None, [start, *_inner_words(event, path, len(contestant))]))


def _part_in_words(event: Any, path: Path) -> str:
    """A list, session, part, division or round, and what it belongs to."""
    words = [_step_in_words(event, path[: index + 1]) for index, step in enumerate(path) if isinstance(step, int)]
    return " of ".join(filter(None, reversed(words)))


def _step_in_words(event: Any, path: Path) -> str:
    holder, index = str(path[-2]), int(path[-1])
    part, siblings = part_at(event, path), part_at(event, path[:-1])
    if holder in LISTS:
        return _list_in_words(part, LISTS[holder], index if index or len(items(siblings)) > 1 else None)
    match holder:
        case "sessions":
            return text_of(part, "name") or f"session {index + 1}"
        case "divisions":
            return text_of(part, "name") or f"division {_number(part, 'level', index + 1)}"
        case "parts":
            return _named_part(text_of(part, "name"), PART_KINDS.get(_form_name(event), "part"), index)
        case "rounds":
            number = _number(part, "round", index + 1)
            return f"round {number}" if number else "the preliminary round"
        case "matches" if not index and len(items(siblings)) <= 1:
            return "matches"
        case "matches":
            return f"{ordinal(index + 1)} group of matches"
    return f"{ordinal(index + 1)} of {holder.replace('_', ' ')}"


def _list_in_words(ranking: Any, kind: str, index: int | None) -> str:
    """`the North-South list of section A`; lists without section and direction are numbered, if there are several."""
    direction, section = DIRECTION_NAMES.get(text_of(ranking, "direction"), ""), text_of(ranking, "section")
    count = "" if direction or section or index is None else ordinal(index + 1)
    name = " ".join(filter(None, ["the", count, direction, kind]))
    if not section:
        return name
    return f"{name} of {_section(section)}"


def _section(name: str) -> str:
    return name if name.casefold().startswith("section") else f"section {name}"


def _named_part(name: str, kind: str, index: int) -> str:
    if not name:
        return f"{kind} {index + 1}"
    return f"{kind} {name}" if len(name) <= LETTERS else f"the {name}"


def _inner_words(event: Any, path: Path, start: int) -> Iterator[str]:
    """The part of a place inside a contestant: a player without a name, matches, a round."""
    for index in range(start, len(path) - 1):
        if isinstance(path[index + 1], int):
            inner_path = path[: index + 2]
            if path[index] != "players":
                yield _step_in_words(event, inner_path)
            elif not person_name(part_at(event, inner_path)):
                yield f"{ordinal(int(path[index + 1]) + 1)} player"


def _has_several_lists(event: Any, path: Path) -> bool:
    """Whether any part on the way to a list has siblings."""
    return any(len(items(part_at(event, path[:index]))) > 1 for index, step in enumerate(path) if isinstance(step, int))


def _form_name(event: Any) -> str:
    """The form of an event, raw or parsed."""
    tag = getattr(getattr(type(event), "__struct_config__", None), "tag", None)
    return str(tag or text_of(event, "form"))


def _number(part: Any, name: str, default: int) -> int:
    value = step_into(part, name)
    return value if isinstance(value, int) else default
