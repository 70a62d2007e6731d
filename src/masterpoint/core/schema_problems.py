"""Problems with the structure of some data, by the JSON Schema of its type: each place, value and fix, in words."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from masterpoint.core.errors import Problem
from masterpoint.core.list_problems import number_problems
from masterpoint.core.sentences import join_alternatives
from masterpoint.core.typed_data import convert

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

LONGEST = 60


@cache
def schema_of(kind: Any) -> dict[str, Any]:
    """JSON Schema of a type of the vocabulary."""
    return msgspec.json.schema(kind)


@cache
def _validator(kind: Any) -> Validator:
    import jsonschema  # only imported when something is wrong: it takes longer to load than the engine

    rules = jsonschema.Draft202012Validator
    types = rules.TYPE_CHECKER.redefine("integer", _is_whole)
    extend: Any = jsonschema.validators.extend
    formats = jsonschema.FormatChecker(formats=())
    formats.checkers = {**rules.FORMAT_CHECKER.checkers, "decimal": (_is_decimal, ())}
    checker: Validator = extend(rules, type_checker=types)(decimals_as_numbers(schema_of(kind)), format_checker=formats)
    return checker


def _is_whole(_checker: object, value: object) -> bool:
    """As in the types: 24.0 is not a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_decimal(value: object) -> bool:
    """A number, or text that is one."""
    if not isinstance(value, str):
        return True
    try:
        Decimal(value)
    except InvalidOperation:
        return False
    return True


def decimals_as_numbers(schema: Any) -> Any:
    """A decimal may be written as text or as a number; its schema names the text alone."""
    if isinstance(schema, list):
        return [decimals_as_numbers(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("format") == "decimal":
        return {**schema, "type": ["string", "number"]}
    return {name: decimals_as_numbers(part) for name, part in schema.items()}


def schema_problems(raw: Any, kind: Any, path: str = "") -> Iterator[Problem]:
    """Problems with the structure of the data."""
    try:
        data = convert(raw, kind)
    except (msgspec.ValidationError, OverflowError, ValueError):
        yield from all_problems(raw, kind, path)
    else:
        if raw:  # data that is empty holds only defaults, which are in order
            yield from number_problems(data, path)


def all_problems(raw: Any, kind: Any, path: str) -> Iterator[Problem]:
    """A validator's problems with data that cannot be read."""
    errors = _validator(kind).iter_errors(_plain_data(raw))
    problems = dict.fromkeys(problem for error in errors for problem in _problems_in(error, path))
    yield from problems
    if not problems:
        try:
            convert(raw, kind)
        except (msgspec.ValidationError, OverflowError, ValueError) as error:
            yield Problem(path or "event", "", str(error), "write it as the fields allow", prompt="schema")


def _plain_data(raw: Any) -> Any:
    """The data with dates as text, as the schema expects."""
    if isinstance(raw, dict):
        return {str(key): _plain_data(value) for key, value in raw.items()}
    if isinstance(raw, list | tuple):
        return [_plain_data(value) for value in raw]
    return raw.isoformat() if hasattr(raw, "isoformat") else raw


def _problems_in(error: Any, path: str) -> Iterator[Problem]:
    place = _path(error.absolute_path, path)
    value = show(error.instance)
    rule, expected = error.validator, error.validator_value
    if rule == "additionalProperties":
        names = sorted(error.schema.get("properties", {}))
        for name in sorted(set(error.instance) - set(names)):
            fix = f"fields here: {', '.join(names)}"
            yield Problem(f"{place}.{name}".lstrip("."), show(error.instance[name]), "there is no such field", fix)
    elif rule == "required":
        for name in [name for name in expected if name not in error.instance]:
            yield Problem(f"{place}.{name}".lstrip("."), "", "this is missing", "add it", prompt="schema")
    elif rule == "anyOf":
        kinds = [_kind(option.get("type", "value")) for option in expected if isinstance(option, dict)]
        inner = [data for part in error.context or [] for data in _problems_in(part, path) if part.validator != "type"]
        if inner:
            yield from inner
        else:
            yield Problem(place or "event", value, "this kind of value does not fit", f"give {_or(kinds)}")
    elif rule == "type" and error.schema.get("format") == "date":
        yield Problem(place or "event", value, *_reason("format", "date"))
    else:
        yield Problem(place or "event", value, *_reason(rule, expected))


def _reason(rule: Any, expected: Any) -> tuple[str, str]:
    match rule:
        case "type":
            return f"this is not {_kind(expected)}", f"give {_kind(expected)}"
        case "enum" | "const":
            options = expected if isinstance(expected, list) else [expected]
            return "this is not one of the choices", f"write {_or([str(option) for option in options])}"
        case "minimum" | "exclusiveMinimum":
            return "this is too small", f"give at least {expected}"
        case "maximum" | "exclusiveMaximum":
            return "this is too large", f"give at most {expected}"
        case "maxLength" | "maxItems":
            return "this is too long", f"use at most {expected}"
        case "minLength" | "minItems":
            return "this is too short", f"use at least {expected}"
        case "format" if expected == "decimal":
            return "this is not a number", "write a number, such as 12.5"
        case "format":
            return f"this is not a {expected}", "write it as 2026-11-15"
        case "pattern":
            return "this is not written as it should be", f"it should match {expected}"
    return f"this does not fit ({rule})", f"what fits: {expected}"


def _kind(expected: Any) -> str:
    names = {
        "integer": "a whole number",
        "string": "text",
        "boolean": "true or false",
        "array": "a list",
        "object": "a table of fields",
        "number": "a number",
        "null": "nothing",
    }
    return _or([names.get(kind, str(kind)) for kind in (expected if isinstance(expected, list) else [expected])])


def _or(options: list[Any]) -> str:
    return join_alternatives([str(option) if option != "" else "nothing" for option in options])


def _path(parts: Any, start: str) -> str:
    path = start
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


def show(value: Any) -> str:
    """A value as a problem shows it, cut if it is long."""
    try:
        text = str(value)
    except Exception:  # a caller's own class, or lists that are nested too deeply
        text = f"a {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
