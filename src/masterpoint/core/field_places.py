"""Where a field makes no difference although it does elsewhere: for fields that are given in several places.

The boards of one pair may cost it its award while those of another change nothing: both have to be reported.
Places are left out in groups, and a group is halved only if leaving it out changes something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from masterpoint.core.event_fields import PARTS, default_of, optional_fields, parts_in
from masterpoint.core.event_paths import part_at, path_of
from masterpoint.core.events import AnyEvent, Organiser
from masterpoint.core.place_words import place_in_words

T = TypeVar("T")
Same: TypeAlias = Callable[[AnyEvent], bool]
Path: TypeAlias = tuple[tuple[str, int], ...]
"""The way to a part of an event: `(("lists", 0), ("entries", 2))`."""
MAX_PLACES_TRIED = 100
"""The most places tried one by one; if there are more, neighbours are tried together."""
MAX_PLACES_NAMED = 8
"""The most places named in full."""


def places_of(event: AnyEvent, name: str) -> list[Path]:
    """The parts of an event that give a field."""
    label, _, field = name.partition(".")
    return list(_places(event, label, field, ()))


def _places(part: Any, label: str, field: str, path: Path) -> Iterator[Path]:
    kind = part.__class__
    if PARTS[kind] == label and getattr(part, field, None) != _default(kind, field):
        yield path
    for name in _fields_leading_to(kind, label):
        for index, item in enumerate(getattr(part, name) or ()):
            yield from _places(item, label, field, (*path, (name, index)))


@cache
def _fields_leading_to(kind: Any, label: str) -> tuple[str, ...]:
    """The fields of a part that hold lists of parts with this label, at any depth."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.type is not Organiser
        if any(PARTS[inner] == label or _fields_leading_to(inner, label) for inner in parts_in(field.type))
    )


def _default(kind: Any, field: str) -> Any:
    """The value of a field that is left out."""
    return next((default_of(info) for info in optional_fields(kind) if info.name == field), None)


def without(event: AnyEvent, name: str) -> AnyEvent:
    """The same event with one field left out everywhere."""
    label, _, field = name.partition(".")
    if label == "facts":
        return replace(event, facts={key: value for key, value in event.facts.items() if key != field})
    variant: AnyEvent = without_at(event, places_of(event, name), field)
    return variant


def without_at(part: Any, places: Sequence[Path], field: str) -> Any:
    """The same event with a field left out in these places."""
    changes: dict[str, Any] = {}
    if () in places:
        changes[field] = _default(part.__class__, field)
    inner: dict[str, dict[int, list[Path]]] = {}
    for place in filter(None, places):
        (name, index), tail = place[0], place[1:]
        inner.setdefault(name, {}).setdefault(index, []).append(tail)
    for name, by_index in inner.items():
        items = list(getattr(part, name))
        for index, tails in by_index.items():
            items[index] = without_at(items[index], tails, field)
        changes[name] = tuple(items)
    return replace(part, **changes)


def idle_places(event: AnyEvent, name: str, is_same: Same) -> str:
    """The places, in words, where a field can be left out, all at once, without a change in the result."""
    label, _, field = name.partition(".")
    if label == "facts":
        keys = _fact_keys(event.facts[field])
        return _in_words(f"facts.{field}", idle_among(keys, lambda keys: is_same(_without_keys(event, field, keys))))
    places = idle_among(places_of(event, name), lambda places: is_same(without_at(event, places, field)))
    paths = [_path_text(place, field) for place in places]
    return _shorten([_written_place(event, path) for path in paths[:MAX_PLACES_NAMED]], len(paths))


def idle_among(parts: Sequence[T], same_without: Callable[[Sequence[T]], bool]) -> list[T]:
    """The parts that can all be left out together without changing anything, if leaving out every part does."""
    minimum_size, middle = -(-len(parts) // MAX_PLACES_TRIED), len(parts) // 2
    idle_parts: list[T] = []
    queue = [parts[:middle], parts[middle:]] if middle else []
    while queue:
        group = queue.pop(0)
        without_all = len(idle_parts) + len(group) == len(parts)
        if not without_all and same_without([*idle_parts, *group]):
            idle_parts += group
        elif len(group) > minimum_size:
            middle = len(group) // 2
            queue[:0] = [group[:middle], group[middle:]]
    return idle_parts


def _fact_keys(value: Any) -> list[str | int]:
    """The keys of a fact that holds several things. A list of numbers is one thing: a count over a field."""
    if isinstance(value, dict):
        return list(value)
    is_divisible = isinstance(value, list) and not all(isinstance(item, int) for item in value)
    return list(range(len(value))) if is_divisible else []


def _without_keys(event: AnyEvent, fact: str, keys: Sequence[str | int]) -> AnyEvent:
    value = event.facts[fact]
    remainder: Any = {key: item for key, item in value.items() if key not in keys} if isinstance(value, dict) else None
    if remainder is None:
        remainder = [item for index, item in enumerate(value) if index not in keys]
    return replace(event, facts={**event.facts, fact: remainder})


def _in_words(path: str, keys: Sequence[str | int]) -> str:
    return _shorten([f"{path}[{key}]" for key in keys[:MAX_PLACES_NAMED]], len(keys))


def _path_text(place: Path, field: str) -> str:
    return ".".join([*[f"{part}[{index}]" for part, index in place], field])


def _written_place(event: AnyEvent, path: str) -> str:
    """`Ann Bell: boards (20)`, `3rd in the list of section A: boards (20)`."""
    place, field = place_in_words(event, path), path.rpartition("]")[2].lstrip(".").replace("_", " ")
    text = f"{field} ({written_value(part_at(event, path_of(path)))})"
    return f"{place}: {text}" if place else text


def _shorten(texts: Sequence[str], count: int) -> str:
    return ", ".join([*texts, f"and {count - MAX_PLACES_NAMED} more"] if count > MAX_PLACES_NAMED else texts)


def written_values(event: AnyEvent, name: str, first: Any) -> str:
    """The value of a field; `24, 20; 3 places` if it is given in several."""
    label, _, field = name.partition(".")
    places = places_of(event, name) if label != "facts" else []
    if len(places) < 2:
        return written_value(first)
    values = [part_at(event, path_of(_path_text(place, field))) for place in places]
    different = list(dict.fromkeys(map(written_value, values)))
    ellipsis = ["…"] if len(different) > MAX_PLACES_NAMED else []
    return f"{', '.join([*different[:MAX_PLACES_NAMED], *ellipsis])}; {len(places)} places"


def written_value(value: Any) -> str:
    """A value as somebody would write it; a collection by its size."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list | dict):
        return f"{len(value)} given"
    return str(value)
