"""From raw data to an event: every problem at once, each with its path, its value and its cure."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from masterpoint.core.concerned import with_people
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import FORMS, AnyEvent, Event
from masterpoint.core.given import keep_given
from masterpoint.core.list_problems import list_problems, number_problems, raw_list_problems
from masterpoint.core.traversal import with_entries

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

FactsOf = Mapping[str, type[msgspec.Struct]]
"""What each scheme's `[facts]` may hold."""


class Vocabulary(FactsOf):
    """What each scheme's `[facts]` may hold, and which words and numbers its events may use."""

    def word_problems(self, raw: Mapping[str, Any]) -> Iterable[Problem]:
        """Words that the book does not know, for an event that cannot be put to the book itself."""
        return ()

    def stand_ins(self, raw: Mapping[str, Any]) -> Container[str]:
        """Numbers that many players of one list may share."""
        return ()


LONGEST = 60


def parse(text: str, *, source: str) -> dict[str, Any]:
    """TOML or JSON, whichever it is, with numbers kept exact."""
    try:
        if text.lstrip().startswith("{"):
            raw = json.loads(text, parse_float=Decimal, parse_constant=_no_constant)
        else:
            raw = tomllib.loads(text, parse_float=_number)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        message = f"this is neither TOML nor JSON: {error}"
        raise NotReadable(Problem(source, "", message, "mend the writing at that place", prompt="example")) from None
    return {"event": raw} if not isinstance(raw, dict) else raw


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def _number(text: str) -> Decimal:
    number = Decimal(text)
    if not number.is_finite():
        raise ValueError(f"{text} is not a number")
    return number


def event_from(raw: Any, facts_of: FactsOf, *, stand_ins: Container[str] = ()) -> AnyEvent:
    """The event, or all that is wrong with it, and whom that concerns.

    `stand_ins` are numbers that many share, where the facts of one book alone are given.
    """
    try:
        return _event_from(raw, facts_of, stand_ins)
    except NotReadable as error:
        raise NotReadable(with_people(error.problems, raw)) from None


def _event_from(raw: Any, facts_of: FactsOf, stand_ins: Container[str]) -> AnyEvent:
    """Its shape, its facts, its lists and the words its book knows."""
    kind = _form(raw, facts_of)
    stand_ins = facts_of.stand_ins(raw) if isinstance(facts_of, Vocabulary) else stand_ins
    problems = list(_facts_problems(raw, facts_of))
    try:
        written = msgspec.convert(raw, kind, strict=True)
        event: AnyEvent = with_entries(written)
    except (msgspec.ValidationError, OverflowError, ValueError):
        shape = list(_all_problems(raw, kind, ""))
        problems = [*shape, *problems, *_besides(shape, raw_list_problems(raw, stand_ins))]
    else:
        keep_given(event, written)
        problems += list_problems(event, stand_ins)
    if problems and isinstance(facts_of, Vocabulary):
        problems += facts_of.word_problems(raw)
    if problems:
        raise NotReadable(dict.fromkeys(problems))
    return event


def _besides(shape: Iterable[Problem], problems: Iterable[Problem]) -> Iterator[Problem]:
    """Problems of places and players that are not of the wrong kind to begin with."""
    unread = {problem.place for problem in shape}
    for problem in problems:
        ends = [match.start() for match in re.finditer(r"[.\[]", problem.place)]
        if unread.isdisjoint([problem.place, *(problem.place[:end] for end in ends)]):
            yield problem


def _facts_problems(raw: dict[str, Any], facts_of: FactsOf) -> Iterator[Problem]:
    scheme, facts = raw.get("scheme"), raw.get("facts", {})
    if not isinstance(scheme, str):
        return
    if scheme not in facts_of:
        yield Problem("scheme", scheme, "no such scheme", f"write one of: {', '.join(sorted(facts_of))}")
    elif isinstance(facts, dict):
        kind = facts_of[scheme]
        yield from schema_problems(facts, kind, "facts") if facts else _problems_without_facts(kind)


@cache
def _problems_without_facts(kind: type[msgspec.Struct]) -> tuple[Problem, ...]:
    """What is missing where an event gives no facts."""
    return tuple(schema_problems({}, kind, "facts"))


def facts_from(event: AnyEvent, kind: type[msgspec.Struct]) -> Any:
    """An event's `[facts]` as the type its scheme gave them."""
    return msgspec.convert(event.facts, kind) if event.facts else _untold(kind)


@cache
def _untold(kind: type[msgspec.Struct]) -> Any:
    """The facts of the many events that tell none."""
    return msgspec.convert({}, kind)


def _form(raw: Any, facts_of: FactsOf) -> type[Event]:
    if not isinstance(raw, dict):
        fix = "write its fields, each with a name"
        raise NotReadable(Problem("event", _show(raw), "an event is a table of fields", fix, prompt="example"))
    form = raw.get("form")
    if not isinstance(form, str) or form not in FORMS:
        message = "no such form" if form is not None else "the form is missing"
        fix = f"write one of: {', '.join(FORMS)}"
        problem = Problem("form", _show(form) if form is not None else "", message, fix)
        raise NotReadable([problem, *_problems_whatever_the_form(raw, facts_of)])
    return FORMS[form]


def _problems_whatever_the_form(raw: dict[str, Any], facts_of: FactsOf) -> Iterator[Problem]:
    """What is wrong with the fields that every event has, and with its lists."""
    common = {name: value for name, value in raw.items() if name in Event.__struct_fields__}
    yield from schema_problems({**common, "form": Event.__name__}, Event)
    yield from _facts_problems(raw, facts_of)
    yield from raw_list_problems(raw)
    if isinstance(facts_of, Vocabulary):
        yield from facts_of.word_problems(raw)


@cache
def schema_of(kind: Any) -> dict[str, Any]:
    """JSON Schema of a type of the vocabulary."""
    return msgspec.json.schema(kind)


@cache
def _validator(kind: Any) -> Validator:
    import jsonschema  # only for what is wrong: it takes longer to load than the engine

    rules = jsonschema.Draft202012Validator
    formats = jsonschema.FormatChecker(formats=())
    formats.checkers = {**rules.FORMAT_CHECKER.checkers, "decimal": (_is_decimal, ())}
    checker: Validator = rules(_decimals_as_numbers(schema_of(kind)), format_checker=formats)
    return checker


def _is_decimal(value: object) -> bool:
    """A number, or text that is one."""
    if not isinstance(value, str):
        return True
    try:
        Decimal(value)
    except InvalidOperation:
        return False
    return True


def _decimals_as_numbers(schema: Any) -> Any:
    """A decimal may be written as text or as a number; its schema names the text alone."""
    if isinstance(schema, list):
        return [_decimals_as_numbers(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("format") == "decimal":
        return {**schema, "type": ["string", "number"]}
    return {name: _decimals_as_numbers(part) for name, part in schema.items()}


def schema_problems(raw: Any, kind: Any, path: str = "") -> Iterator[Problem]:
    """What the shape of the data gets wrong."""
    try:
        data = msgspec.convert(raw, kind, strict=True)
    except (msgspec.ValidationError, OverflowError, ValueError):
        yield from _all_problems(raw, kind, path)
    else:
        if raw:  # what is not given is as the type has it, and in order
            yield from number_problems(data, path)


def _all_problems(raw: Any, kind: Any, path: str) -> Iterator[Problem]:
    errors = _validator(kind).iter_errors(_plain(raw))
    problems = dict.fromkeys(problem for error in errors for problem in _problems_in(error, path))
    yield from problems
    if not problems:
        try:
            msgspec.convert(raw, kind, strict=True)
        except (msgspec.ValidationError, OverflowError, ValueError) as error:
            yield Problem(path or "event", "", str(error), "write it as the fields allow", prompt="schema")


def _plain(raw: Any) -> Any:
    """Dates as the text a schema speaks of."""
    if isinstance(raw, dict):
        return {str(key): _plain(value) for key, value in raw.items()}
    if isinstance(raw, list | tuple):
        return [_plain(value) for value in raw]
    return raw.isoformat() if hasattr(raw, "isoformat") else raw


def _problems_in(error: Any, path: str) -> Iterator[Problem]:
    place = _path(error.absolute_path, path)
    value = _show(error.instance)
    rule, wanted = error.validator, error.validator_value
    if rule == "additionalProperties":
        known = sorted(error.schema.get("properties", {}))
        for name in sorted(set(error.instance) - set(known)):
            near = f"fields here: {', '.join(known)}"
            yield Problem(f"{place}.{name}".lstrip("."), _show(error.instance[name]), "there is no such field", near)
    elif rule == "required":
        for name in [name for name in wanted if name not in error.instance]:
            yield Problem(f"{place}.{name}".lstrip("."), "", "this is missing", "add it", prompt="schema")
    elif rule == "anyOf":
        kinds = [_kind(option.get("type", "value")) for option in wanted if isinstance(option, dict)]
        inner = [data for part in error.context or [] for data in _problems_in(part, path) if part.validator != "type"]
        if inner:
            yield from inner
        else:
            yield Problem(place or "event", value, "this kind of value does not fit", f"give {_or(kinds)}")
    else:
        yield Problem(place or "event", value, *_reason(rule, wanted))


def _reason(rule: Any, wanted: Any) -> tuple[str, str]:
    match rule:
        case "type":
            return "this is the wrong kind of value", f"give {_kind(wanted)}"
        case "enum" | "const":
            options = wanted if isinstance(wanted, list) else [wanted]
            return "this is not one of the choices", f"write {_or([str(option) for option in options])}"
        case "minimum" | "exclusiveMinimum":
            return "this is too small", f"give at least {wanted}"
        case "maximum" | "exclusiveMaximum":
            return "this is too large", f"give at most {wanted}"
        case "maxLength" | "maxItems":
            return "this is too long", f"use at most {wanted}"
        case "minLength" | "minItems":
            return "this is too short", f"use at least {wanted}"
        case "format" if wanted == "decimal":
            return "this is not a number", "write a number, such as 12.5"
        case "format":
            return f"this is not a {wanted}", "write it as 2026-11-15"
        case "pattern":
            return "this is not written as it should be", f"it should match {wanted}"
    return f"this does not fit ({rule})", f"what fits: {wanted}"


def _kind(wanted: Any) -> str:
    names = {
        "integer": "a whole number",
        "string": "text",
        "boolean": "true or false",
        "array": "a list",
        "object": "a table of fields",
        "number": "a number",
        "null": "nothing",
    }
    return _or([names.get(kind, str(kind)) for kind in (wanted if isinstance(wanted, list) else [wanted])])


def _or(options: list[Any]) -> str:
    words = [str(option) if option != "" else "nothing" for option in options]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _path(parts: Any, start: str) -> str:
    path = start
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


def _show(value: Any) -> str:
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
