"""What an event gives: the names of all fields that are not left out, and the values of those that may matter.

A field is named by the part of the event it belongs to: `event.sessions`, `entry.boards`, `player.id`. A rule asks
`gives(event, "entry.matches")` before it looks at every entry for what most events do not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, get_args

import msgspec
from msgspec.structs import FieldInfo

from masterpoint.core.events import (
    FORMS,
    AnyEvent,
    Division,
    Entry,
    Event,
    KnockoutEvent,
    Matches,
    Organiser,
    Part,
    Player,
    RankingList,
    Round,
    RoundResult,
    Session,
)

PARTS: Mapping[type[msgspec.Struct], str] = {
    RankingList: "list",
    Entry: "entry",
    Player: "player",
    Matches: "matches",
    RoundResult: "result",
    Session: "session",
    Division: "division",
    Part: "part",
    Round: "round",
    Organiser: "organiser",
    **dict.fromkeys(FORMS.values(), "event"),
}
DESCRIPTIVE = frozenset(
    {
        "event.masterpoint",
        "event.name",
        "organiser.name",
        "organiser.id",
        "list.section",
        "entry.name",
        "entry.number",
        "entry.score",
        "player.name",
        "player.id",
        "session.name",
        "session.day",
        "division.name",
    }
)
"""Fields that only describe: a book need not use them."""
PLACE = "entry.place"
DIRECTION = "list.direction"
ESSENTIAL = frozenset({"list.entries", "list.places", "division.entries", PLACE, "entry.players", "event.facts"})
"""Fields without which there is nothing to award."""
ENTRIES_BY_PLACE = frozenset({"list.entries", PLACE})
"""The fields that a list gives when it is written as places alone."""
KNOCKOUT = "knockout"
_Names = Sequence[tuple[str, str]]


@cache
def essential_in(form: str) -> frozenset[str]:
    """The essential fields of a form; a knock-out is played round by round, so there a place is optional."""
    return ESSENTIAL - {PLACE} if form == KNOCKOUT else ESSENTIAL


@cache
def optional_fields(kind: Any) -> tuple[FieldInfo, ...]:
    """The fields of a part that may be left out."""
    return tuple(field for field in msgspec.structs.fields(kind) if not field.required)


def parts_in(annotation: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
    for inner in get_args(annotation):
        yield from parts_in(inner)


def default_of(field: FieldInfo) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


class _Shape(msgspec.Struct, frozen=True, eq=False):
    """A part of an event: the full names of its fields, which of them may matter, and the parts that it holds."""

    names: Mapping[str, str]
    relevant: Mapping[str, str]
    """The names of those that may matter, in the order of the vocabulary."""
    inner: Mapping[str, _Shape]


@cache
def _shape(kind: Any) -> _Shape:
    label, fields = PARTS[kind], msgspec.structs.fields(kind)
    names = {"form": f"{label}.form"} | {field.name: f"{label}.{field.name}" for field in fields}
    optional = [field.name for field in fields if not field.required]
    relevant = {name: names[name] for name in optional if names[name] not in ESSENTIAL | DESCRIPTIVE}
    inner = {field.name: _shape(part) for field in fields for part in parts_in(field.type)}
    return _Shape(names, relevant, inner)


@lru_cache(maxsize=4096)
def _field_summary(
    shape: _Shape, field_names: frozenset[str]
) -> tuple[frozenset[str], _Names, Sequence[tuple[str, _Shape]]]:
    """For these fields of a part: full names, the names of those that may matter, and the parts they hold."""
    names = frozenset(map(shape.names.__getitem__, field_names))
    if "places" in field_names:  # each of them is an entry
        names = names - {"list.places"} | ENTRIES_BY_PLACE
    relevant = [(name, full_name) for name, full_name in shape.relevant.items() if name in field_names]
    return names, relevant, [(name, inner) for name, inner in shape.inner.items() if name in field_names]


class EventFields(msgspec.Struct, frozen=True):
    """The fields that one event gives, at any depth."""

    names: frozenset[str]
    """All fields that are not left out."""
    values: Mapping[str, Any]
    """Each optional field with the first value given; description and essentials left out."""


def event_fields(event: AnyEvent) -> EventFields:
    """The fields that an event gives, worked out once, when it is read, and cached on it."""
    cache: dict[str, EventFields] = event.__dict__
    return cache.get("event_fields") or keep_event_fields(event, event)


def keep_event_fields(event: Event, source: Event) -> EventFields:
    """Cache on an event the fields that it gives, read from the event as written, where a list of places is shorter."""
    answer: EventFields = _read_fields(source)
    event.__dict__["event_fields"] = answer
    return answer


def gives(event: AnyEvent, *names: str) -> bool:
    """Whether an event gives any of these fields, in any of its parts."""
    fields: EventFields = event.__dict__.get("event_fields") or keep_event_fields(event, event)
    return not fields.names.isdisjoint(names)


def _read_fields(event: Event) -> EventFields:
    names: set[str] = set()
    values: dict[str, Any] = {}
    kind: Any = event.__class__
    _collect(_shape(kind), [msgspec.to_builtins(event)], names, values)
    return EventFields(_intern(frozenset(names)), values)


@lru_cache(maxsize=4096)
def _intern(names: frozenset[str]) -> frozenset[str]:
    """The same object for equal sets of names, which makes lookups quick."""
    return names


def _collect(shape: _Shape, parts: Sequence[dict[str, Any]], names: set[str], values: dict[str, Any]) -> None:
    """Read parts of one kind, given as plain data without default values."""
    field_names, relevant, inner_parts = _field_summary(shape, frozenset().union(*parts))
    names |= field_names
    for name, full_name in relevant:
        if full_name not in values:
            values[full_name] = next(part[name] for part in parts if name in part)
    for name, inner in inner_parts:
        _collect(inner, _parts_under(name, parts), names, values)


def _parts_under(name: str, parts: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """The values of a field in all parts of one kind, as one list."""
    values = [part[name] for part in parts if name in part]
    if values[0].__class__ is dict:
        return values
    return values[0] if len(values) == 1 else list(chain.from_iterable(values))


def given_values(event: AnyEvent, facts: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Every optional field that an event gives, with the first value given, and its facts.

    A fact with its default value does not count as given.
    """
    if not event.facts and not isinstance(event, KnockoutEvent):
        return event_fields(event).values
    fields = dict(event_fields(event).values)
    if isinstance(event, KnockoutEvent) and PLACE in event_fields(event).names:
        fields[PLACE] = next(entry.place for entry in event.entries if entry.place)
    if event.facts:
        defaults = _default_values(facts)
        for name, value in event.facts.items():
            if name not in defaults or value != defaults[name]:
                fields[f"facts.{name}"] = value
    return fields


@cache
def _default_values(facts: type[msgspec.Struct]) -> dict[str, Any]:
    """The default of each optional fact, as plain data."""
    return {field.name: msgspec.to_builtins(default_of(field)) for field in optional_fields(facts)}
