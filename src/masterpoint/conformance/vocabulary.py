"""The vocabulary of events for other programs: JSON Schema in which every field has a description.

The description of a field is the text below it in the source of its type.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from typing import Any

import msgspec

from masterpoint.core.event_fields import parts_in
from masterpoint.core.events import FORMS, VOCABULARY
from masterpoint.core.form_schemas import book_schema, vocabulary_schema
from masterpoint.core.schema_problems import decimals_as_numbers, schema_of
from masterpoint.schemes import FEDERATIONS, edition_for

HEAD = {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-masterpoint-vocabulary": VOCABULARY}
"""What every schema of events begins with."""


def event_schema(on: date, form: str | None = None) -> dict[str, Any]:
    """Every field of one form, or of all, with the facts of the editions in force on a day."""
    schema = publish(vocabulary_schema(form), *FORMS.values())
    facts = {scheme: facts_schema(scheme, on) for scheme in FEDERATIONS}
    return {**HEAD, "title": "Masterpoint event", **schema, "x-masterpoint-facts": facts}


def event_schema_of_book(scheme: str, form: str, on: date) -> dict[str, Any]:
    """The fields that a book can use in one form, including its own facts."""
    edition = edition_for(scheme, on)
    schema = publish(book_schema(edition, form), *FORMS.values(), edition.facts)
    event = schema["$defs"][FORMS[form].__name__]["properties"]
    event["facts"] = _describe(event["facts"], edition.facts)
    return {**HEAD, "title": f"Masterpoint event, {scheme}", **schema}


def facts_schema(scheme: str, on: date) -> dict[str, Any]:
    """The facts that only one book asks for."""
    facts = edition_for(scheme, on).facts
    return publish(schema_of(facts), facts)


def publish(schema: dict[str, Any], *kinds: type[msgspec.Struct]) -> dict[str, Any]:
    """A schema ready for others: fields have descriptions, and decimals may be text or numbers."""
    types = {kind.__name__: kind for kind in _with_their_parts(kinds)}
    parts = {name: _describe(part, types.get(name)) for name, part in schema["$defs"].items()}
    result: dict[str, Any] = decimals_as_numbers({**schema, "$defs": parts})
    return result


def _describe(part: dict[str, Any], kind: type[msgspec.Struct] | None) -> dict[str, Any]:
    if kind is None or "properties" not in part:
        return part
    meanings = meanings_of(kind)
    fields = {
        name: {**field, "description": meanings[name]} if name in meanings else field
        for name, field in part["properties"].items()
    }
    return {**part, "properties": fields}


def _with_their_parts(kinds: Iterable[type[msgspec.Struct]]) -> set[type[msgspec.Struct]]:
    types: set[type[msgspec.Struct]] = set()
    queue = list(kinds)
    while queue:
        kind = queue.pop()
        if kind not in types:
            types.add(kind)
            queue += [part for field in msgspec.structs.fields(kind) for part in parts_in(field.type)]
    return types


@cache
def meanings_of(kind: type) -> Mapping[str, str]:
    """The text under each field of a type in its source: the first paragraph, on one line."""
    meanings: dict[str, str] = {}
    for owner in reversed(kind.__mro__[:-1]):
        if owner.__module__.startswith("masterpoint."):
            meanings |= _meanings_in(owner)
    return meanings


def _meanings_in(owner: type) -> dict[str, str]:
    body = ast.parse(textwrap.dedent(inspect.getsource(owner))).body[0]
    meanings, name = {}, ""
    for line in getattr(body, "body", []):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            name = line.target.id
        elif name and isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
            meanings[name] = " ".join(str(line.value.value).strip().split("\n\n")[0].split())
            name = ""
        else:
            name = ""
    return meanings
