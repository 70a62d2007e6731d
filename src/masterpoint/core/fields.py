"""No fact is ignored: which fields of an event a book can use, and which of those given made no difference.

A field is named by the part of the event it stands in: `event.sessions`, `entry.boards`, `facts.licence`. What a book
cannot use in a form, it refuses. What it can use and did not need for this event, a remark names: the event is awarded
again without that field, and if nothing changes, the field was idle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec.structs import FieldInfo, replace

from masterpoint.core.derivation import Award, Clause, Remark, Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    FORMS,
    AnyEvent,
    Division,
    Entry,
    Matches,
    Organiser,
    Part,
    Player,
    RankingList,
    Round,
    RoundResult,
    Session,
)
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import ranking_lists

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
ESSENTIAL = frozenset(
    {"list.entries", "list.places", "division.entries", "entry.place", "entry.players", "event.facts"}
)
"""Fields without which there is nothing to award."""


DIRECTION = "list.direction"


class FormFields(msgspec.Struct, frozen=True):
    """The fields that a book can use in one form: those that matter whenever they are given, and the others."""

    always: frozenset[str]
    sometimes: frozenset[str]

    def __contains__(self, name: str) -> bool:
        return name in self.always or name in self.sometimes


@cache
def optional_fields(kind: Any) -> tuple[FieldInfo, ...]:
    """The fields of a part that may be left out."""
    return tuple(field for field in msgspec.structs.fields(kind) if not field.required)


@cache
def vocabulary(form: str) -> Mapping[str, FieldInfo]:
    """Every field that an event of a form may leave out, by name; its scheme's facts are not among them."""
    fields: dict[str, FieldInfo] = {}
    waiting: list[type[msgspec.Struct]] = [FORMS[form]]
    while waiting:
        kind = waiting.pop()
        for field in msgspec.structs.fields(kind):
            if not field.required:
                fields.setdefault(f"{PARTS[kind]}.{field.name}", field)
            waiting += [part for part in _parts_in(field.type) if part not in (kind,)]
    return {name: field for name, field in fields.items() if name not in ESSENTIAL}


def _parts_in(annotation: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
    for inner in get_args(annotation):
        yield from _parts_in(inner)


def default_of(field: FieldInfo) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


class _Shape(msgspec.Struct, frozen=True):
    """A part of an event: its required, essential and descriptive fields, and the kinds of part that it holds."""

    label: str
    plain: frozenset[str]
    inner: Mapping[str, _Shape]


@cache
def _shape(kind: Any) -> _Shape:
    label, fields = PARTS[kind], msgspec.structs.fields(kind)
    required = {field.name for field in fields if field.required}
    plain = required | {name.partition(".")[2] for name in ESSENTIAL | DESCRIPTIVE if name.startswith(f"{label}.")}
    inner = {field.name: _shape(part) for field in fields for part in _parts_in(field.type)}
    return _Shape(label, frozenset(plain | {"form"}), inner)


def given_fields(event: AnyEvent, facts: type[msgspec.Struct]) -> dict[str, Any]:
    """Every optional field that an event gives, with the first value given; description and essentials left out.

    A fact with the value that it has anyway is not given.
    """
    given: dict[str, Any] = {}
    kind: Any = event.__class__
    _look(_shape(kind), [msgspec.to_builtins(event)], given)
    usual = {field.name: default_of(field) for field in optional_fields(facts)}
    for name, value in event.facts.items():
        if name not in usual or value != msgspec.to_builtins(usual[name]):
            given[f"facts.{name}"] = value
    return given


def _look(shape: _Shape, parts: Any, given: dict[str, Any]) -> None:
    """Parts of one kind, as plain data without what is as the vocabulary has it anyway."""
    plain, inner = shape.plain, shape.inner
    for part in parts:
        if not part.keys() <= plain:
            for name in part.keys() - plain:
                given.setdefault(f"{shape.label}.{name}", part[name])
        for name in inner.keys() & part.keys():
            value = part[name]
            _look(inner[name], [value] if value.__class__ is dict else value, given)


def without(event: AnyEvent, name: str) -> AnyEvent:
    """The same event with one field left out wherever it stands."""
    label, _, field = name.partition(".")
    if label == "facts":
        return replace(event, facts={key: value for key, value in event.facts.items() if key != field})
    changed: AnyEvent = _without(event, label, field)
    return changed


def _without(part: Any, label: str, left_out: str) -> Any:
    changes: dict[str, Any] = {}
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if isinstance(value, msgspec.Struct):
            changes[name] = _without(value, label, left_out)
        elif isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
            changes[name] = tuple(_without(item, label, left_out) for item in value)
    kind: Any = part.__class__
    if PARTS[kind] == label:
        changes |= {field.name: default_of(field) for field in optional_fields(kind) if field.name == left_out}
    return replace(part, **{name: value for name, value in changes.items() if value != getattr(part, name)})


def unusable_problems(given: Mapping[str, Any], form: str, usable: FormFields, title: str) -> list[Problem]:
    """The fields given that a book cannot use in this form."""
    message = f"the {title} makes no use of this in an event of the form {form}"
    return [
        Problem(name.removeprefix("event."), _written(value), message, _fix(name, usable))
        for name, value in given.items()
        if name not in usable
    ]


def _fix(name: str, usable: FormFields) -> str:
    part = name.partition(".")[0]
    others = sorted(
        field.partition(".")[2] for field in usable.always | usable.sometimes if field.startswith(f"{part}.")
    )
    return f"leave it out; what counts here: {', '.join(others)}" if others else "leave it out"


class Outcome(msgspec.Struct, frozen=True):
    """All that a book says of an event: awards and remarks, or a refusal; and its formalities."""

    awards: object
    formalities: Sequence[str] = ()


class IdleFields(msgspec.Struct, frozen=True):
    """Fields that change no award: those without which a book would say the same, and those for formalities alone."""

    unused: Mapping[str, Any] = {}
    formal: Mapping[str, Any] = {}


def idle_fields(
    event: AnyEvent, given: Mapping[str, Any], usable: FormFields, outcome: Callable[[AnyEvent], Outcome]
) -> IdleFields:
    """The fields given without which a book would award the same."""
    asked = {name: value for name, value in given.items() if name not in usable.always}
    if DIRECTION in asked and len({ranking.direction for _, ranking in ranking_lists(event)}) > 1:
        del asked[DIRECTION]  # it tells the lists apart
    if not asked:
        return IdleFields()
    said = outcome(event)
    others = {name: outcome(without(event, name)) for name in asked}
    idle = [name for name, other in others.items() if other.awards == said.awards]
    unused = {name: asked[name] for name in idle if others[name].formalities == said.formalities}
    return IdleFields(unused, {name: asked[name] for name in idle if name not in unused})


def outcome_of(result: Result) -> object:
    """A result as it can be compared with that of another event."""
    return [_of_award(award) for award in result.awards], [str(remark.message) for remark in result.remarks]


def _of_award(award: Award) -> tuple[object, ...]:
    receiving = tuple((player.name, player.id) for player in award.recipients)
    step = award.step
    return step.value, award.colour, award.kind, receiving, step.clause, str(step.message), step.reading


def idle_remarks(idle: IdleFields, clause: Clause) -> Iterator[Remark]:
    """A sentence that names what was given and changed nothing, and one that names what counts for formalities."""
    if idle.unused:
        names = _named(idle.unused)
        yield Remark(clause, sentence("given, but without effect on these awards: {names}", names=names))
    if idle.formal:
        names = _named(idle.formal)
        yield Remark(
            clause, sentence("given, and asked for by the formalities, not by these awards: {names}", names=names)
        )


def _named(fields: Mapping[str, Any]) -> str:
    return ", ".join(f"{name.removeprefix('event.')} ({_written(value)})" for name, value in fields.items())


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"{len(value)} given"
    return str(value)
