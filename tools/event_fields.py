"""The page of the docs with every field of an event, made from the published schema.

python -m tools.event_fields     writes docs/developers/event-fields.md anew
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from masterpoint.conformance.vocabulary import publish
from masterpoint.core.events import FORMS
from masterpoint.core.federations import Federation
from masterpoint.core.form_schemas import vocabulary_schema
from masterpoint.core.plurals import count_text
from masterpoint.core.schema_problems import schema_of
from masterpoint.schemes import FEDERATIONS

PAGE = Path(__file__).parents[1] / "docs" / "developers" / "event-fields.md"
EVERY_FORM = "Every event"
OPENING = """# The fields of an event

<!-- Made by python -m tools.event_fields from the schema; a test compares them. -->

This page has every field of [the vocabulary of events](event-files.md), with its type and meaning: the fields that
every event has, those of each form, those of the parts that forms are made of, and the facts that each federation asks
for.

A field in **bold** is required. Any other has the default that stands after its type. Where none is named, the default
is `0`, `false` or nothing. No award depends on a field that is marked *(describes)*.

A book uses some of these fields and refuses the others. `masterpoint schema --scheme ebu --form league` prints those
that one book can use in one form.
"""
Schema = Mapping[str, Any]


def page() -> str:
    """The whole page."""
    schema = publish(vocabulary_schema(None), *FORMS.values())
    parts, forms = schema["$defs"], schema["discriminator"]["mapping"]
    names = {form: ref.rpartition("/")[2] for form, ref in forms.items()}
    common = set.intersection(*(set(parts[name]["properties"]) for name in names.values())) - {"boards"}
    first = next(iter(names.values()))
    sections = [OPENING, _section(f"## {EVERY_FORM}", "", parts[first], common)]
    sections.append("## Forms\n")
    for form, name in names.items():
        sections.append(
            _section(f"### {form}", parts[name]["description"], parts[name], _particular_fields(parts[name], common))
        )
    sections.append("## Parts\n")
    for name, part in parts.items():
        if name not in names.values():
            used = ", ".join(form for form, event in names.items() if name in _parts_of(event, parts))
            used = "every form" if used.count(",") + 1 == len(names) else used
            sections.append(_section(f"### {name}", f"{part['description']} In: {used}.", part, part["properties"]))
    sections.append("## Facts of each federation\n")
    sections += [section for federation in FEDERATIONS.values() for section in facts_of(federation)]
    return "\n".join(sections)


def _particular_fields(part: Schema, common: set[str]) -> list[str]:
    return [field for field in part["properties"] if field not in common]


def facts_of(federation: Federation) -> Iterator[str]:
    """The facts that a federation's first edition has, and those of each later edition that has others."""
    title, schema = f"{federation.code}: {federation.name}", None
    for edition in federation.editions:
        facts = publish(schema_of(edition.facts), edition.facts)
        if facts != schema:
            since = f", from {edition.in_force_from:%-d %B %Y}" if schema else ""
            yield _facts(f"### {title}{since}", facts)
        schema = facts


def _facts(heading: str, schema: Schema) -> str:
    main, *others = schema["$defs"].items()
    tables = [_section(heading, "", main[1], main[1]["properties"])]
    tables += [_section(f"#### {name}", part.get("description", ""), part, part["properties"]) for name, part in others]
    return "\n".join(tables)


def _section(heading: str, text: str, part: Schema, fields: Any) -> str:
    required = set(part.get("required", ()))
    rows = [
        _row(field, part["properties"][field], field in required) for field in part["properties"] if field in fields
    ]
    lines = [heading, "", *([text, ""] if text else []), "| Field | Type | Meaning |", "|---|---|---|", *rows, ""]
    return "\n".join(lines)


def _row(name: str, field: Schema, required: bool) -> str:
    shown = f"**`{name}`**" if required else f"`{name}`"
    if name == "form":
        return f"| {shown} | a form of [this list](event-files.md) | How it was played. |"
    describes = " *(describes)*" if field.get("x-masterpoint-describes") else ""
    return f"| {shown} | {_type(field)}{_default(field, required)} | {field['description']}{describes} |"


def _default(field: Schema, required: bool) -> str:
    default = field.get("default")
    if required or not default:
        return ""
    return f"; default `{str(default).lower()}`"


def _type(field: Schema) -> str:
    if "anyOf" in field:
        return " or ".join(_type(option) for option in field["anyOf"] if option.get("type") != "null")
    if "enum" in field:
        return ", ".join(f"`{choice}`" for choice in field["enum"] if choice) or "text"
    if "$ref" in field:
        return _link(field)
    if field.get("format") == "decimal":
        return "number"
    return _TYPES[field["type"]](field)


def _link(field: Schema) -> str:
    name = field["$ref"].rpartition("/")[2]
    return f"[{name}](#{name.lower()})"


def _whole_number(field: Schema) -> str:
    if "minimum" not in field:
        return "whole number"
    minimum, maximum = field["minimum"], field["maximum"]
    return f"`{minimum}`" if minimum == maximum else f"whole number, {minimum} to {maximum}"


def _text(field: Schema) -> str:
    if field.get("format") == "date":
        return "date"
    return f"text, at most {count_text(field['maxLength'], 'character')}" if "maxLength" in field else "text"


def _list(field: Schema) -> str:
    return f"list of {_type(field['items'])}" if "items" in field else "list"


def _table(field: Schema) -> str:
    return f"table from text to {_type(field['additionalProperties'])}" if "additionalProperties" in field else "table"


_TYPES = {
    "integer": _whole_number,
    "boolean": lambda _: "`true` or `false`",
    "string": _text,
    "array": _list,
    "object": _table,
}


def _parts_of(name: str, parts: Mapping[str, Schema]) -> set[str]:
    """The parts that a part is made of, and theirs."""
    names: set[str] = set()
    waiting = [name]
    while waiting:
        for inner in _references(parts[waiting.pop()].get("properties", {})):
            if inner not in names:
                names.add(inner)
                waiting.append(inner)
    return names


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        for value in schema.values():
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
