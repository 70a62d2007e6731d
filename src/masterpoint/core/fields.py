"""No fact is ignored: this finds the fields that a book can use, and those given that made no difference.

A field is named by the part of the event it belongs to: `event.sessions`, `entry.boards`, `facts.licence`. A book
refuses a field that it cannot use in a form. A remark names each field that it can use but did not need: the event is
awarded again without that field, and if nothing changes, the field was idle. A field that is given in several places
may be idle in some of them (`field_places`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

import msgspec
from msgspec.structs import FieldInfo

from masterpoint.core.derivation import Award, Clause, Remark, Result
from masterpoint.core.errors import Problem
from masterpoint.core.event_fields import DIRECTION, PARTS, essential_in, parts_in
from masterpoint.core.events import FORMS, AnyEvent
from masterpoint.core.field_places import idle_places, without, written_value, written_values
from masterpoint.core.idle_rankings import has_other_grounds, idle_rankings
from masterpoint.core.movements import movements
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import ranking_lists


class FormFields(msgspec.Struct, frozen=True, dict=True):
    """The fields that a book can use in one form: those that always matter if given, and the others."""

    unconditional: frozenset[str]
    conditional: frozenset[str]

    @cached_property
    def names(self) -> frozenset[str]:
        return self.unconditional | self.conditional

    def __contains__(self, name: str) -> bool:
        return name in self.names


@cache
def vocabulary(form: str) -> Mapping[str, FieldInfo]:
    """Every optional field of a form by name, without the facts of its scheme."""
    fields: dict[str, FieldInfo] = {}
    queue: list[type[msgspec.Struct]] = [FORMS[form]]
    while queue:
        kind = queue.pop()
        for field in msgspec.structs.fields(kind):
            if not field.required:
                fields.setdefault(f"{PARTS[kind]}.{field.name}", field)
            queue += [part for part in parts_in(field.type) if part is not kind]
    return {name: field for name, field in fields.items() if name not in essential_in(form)}


def unusable_problems(fields: Mapping[str, Any], form: str, form_fields: FormFields, title: str) -> list[Problem]:
    """The problems with the given fields that a book cannot use in this form."""
    if fields.keys() <= form_fields.names:
        return []
    message = f"the {title} makes no use of this in an event of the form {form}"
    return [
        Problem(name.removeprefix("event."), written_value(value), message, _fix(name, form_fields))
        for name, value in fields.items()
        if name not in form_fields
    ]


def _fix(name: str, form_fields: FormFields) -> str:
    part = name.partition(".")[0]
    others = sorted(field.partition(".")[2] for field in form_fields.names if field.startswith(f"{part}."))
    return f"leave it out; what counts here: {', '.join(others)}" if others else "leave it out"


class Outcome(msgspec.Struct, frozen=True):
    """Everything a book says about an event: awards and remarks, or a refusal; and its formalities."""

    awards: object
    formalities: Mapping[str, Clause] = {}
    """What the formalities ask for, each sentence with its clause."""


class IdleFields(msgspec.Struct, frozen=True):
    """Fields that change no award: those that change nothing at all, and those that only formalities ask for."""

    unused: Mapping[str, Any] = {}
    formal: Mapping[Clause, Mapping[str, Any]] = {}
    """Fields by the clause of the formality that asks for them."""
    in_places: Sequence[str] = ()
    """Where fields that matter elsewhere are idle, in words."""


def fields_to_try(event: AnyEvent, fields: Mapping[str, Any], form_fields: FormFields) -> dict[str, Any]:
    """The given fields that may make no difference; a direction that tells lists apart always makes one."""
    candidates = {name: value for name, value in fields.items() if name not in form_fields.unconditional}
    if DIRECTION in candidates and _direction_matters(event):
        del candidates[DIRECTION]
    return candidates


def _direction_matters(event: AnyEvent) -> bool:
    for movement in movements(event):
        if len(set(movement.directions)) > 1:
            return True
    return len({ranking.direction for _, ranking in ranking_lists(event)}) > 1


def idle_fields(
    event: AnyEvent, candidates: Mapping[str, Any], outcome: Callable[..., Outcome], result: Result
) -> IdleFields:
    """The given fields that can be left out without changing an award."""
    baseline = outcome(event, result)
    others = {name: outcome(without(event, name)) for name in candidates}
    idle_names = [name for name, other in others.items() if other.awards == baseline.awards]
    unused = {name: candidates[name] for name in idle_names if others[name].formalities == baseline.formalities}
    effective_names = [name for name in candidates if name not in idle_names]

    def is_same(variant: AnyEvent) -> bool:
        return outcome(variant) == baseline

    in_places = [places for name in effective_names if (places := idle_places(event, name, is_same))]
    if has_other_grounds(event):
        in_places += idle_rankings(event, result.awards, outcome)
    formal: dict[Clause, dict[str, Any]] = {}
    for name in idle_names:
        if name not in unused:
            formal.setdefault(_formality(baseline, others[name]), {})[name] = candidates[name]
    return IdleFields(unused, formal, in_places)


def _formality(baseline: Outcome, other: Outcome) -> Clause:
    """The clause of the first formality that only one of two outcomes has."""
    formalities, other_formalities = baseline.formalities.items(), other.formalities.items()
    one_sided = formalities ^ other_formalities
    return next(item[1] for item in (*formalities, *other_formalities) if item in one_sided)


def outcome_of(result: Result) -> object:
    """A result in a form that can be compared with that of another event."""
    return [_award_key(award) for award in result.awards], [str(remark.message) for remark in result.remarks]


def _award_key(award: Award) -> tuple[object, ...]:
    recipients = tuple((player.name, player.id) for player in award.recipients)
    step, contestant = award.step, (award.entry.name, award.entry.number)
    return step.value, award.colour, award.kind, contestant, recipients, step.clause, str(step.message), step.reading


def idle_remarks(idle: IdleFields, event: AnyEvent, clause: Clause) -> Iterator[Remark]:
    """Remarks that name what was given and changed nothing, and what only formalities ask for."""
    if idle.unused:
        names = _in_words(event, idle.unused)
        yield Remark(clause, sentence("given, but without effect on these awards: {names}", names=names))
    if idle.in_places:
        names = ", ".join(idle.in_places)
        yield Remark(clause, sentence("given here, but without effect on these awards: {names}", names=names))
    for formality, fields in idle.formal.items():
        names = _in_words(event, fields)
        yield Remark(
            formality, sentence("given, and asked for by the formalities, not by these awards: {names}", names=names)
        )


def _in_words(event: AnyEvent, fields: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name.removeprefix('event.')} ({written_values(event, name, value)})" for name, value in fields.items()
    )
