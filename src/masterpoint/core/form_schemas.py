"""The vocabulary as JSON Schema: descriptive fields are marked, and a book's schema has only the fields it can use."""

from __future__ import annotations

from typing import Any

from masterpoint.core.editions import Edition
from masterpoint.core.event_fields import DESCRIPTIVE, ESSENTIAL, PARTS
from masterpoint.core.events import FORMS, AnyEvent
from masterpoint.core.schema_problems import schema_of

LABELS = {kind.__name__: label for kind, label in PARTS.items()}
DESCRIBES = "x-masterpoint-describes"
"""Marks a field that only describes: no award depends on it."""


def vocabulary_schema(form: str | None = None) -> dict[str, Any]:
    """Every field of one form, or of all of them."""
    schema = schema_of(FORMS[form]) if form else schema_of(AnyEvent)
    parts = {name: _with_marks(name, part) for name, part in schema["$defs"].items()}
    return {**schema, "$defs": parts}


def book_schema(edition: Edition, form: str) -> dict[str, Any]:
    """The fields of a form that a book can use, with its own facts, so that an editor offers no others."""
    schema = vocabulary_schema(form)
    form_fields = edition.book.fields[form]
    parts = {name: _with_properties(name, part, form_fields.__contains__) for name, part in schema["$defs"].items()}
    facts = schema_of(edition.facts)
    event = parts[FORMS[form].__name__]
    facts_schema = _with_properties("facts", facts["$defs"][edition.facts.__name__], form_fields.__contains__)
    event["properties"] = {**event["properties"], "facts": facts_schema}
    others = {name: part for name, part in facts["$defs"].items() if name != edition.facts.__name__}
    return {**schema, "$defs": {**others, **parts}}


def _with_properties(name: str, part: dict[str, Any], is_usable: Any) -> dict[str, Any]:
    label = LABELS.get(name, name)
    required = {*part.get("required", ()), "form"}
    properties = {
        field: schema
        for field, schema in part.get("properties", {}).items()
        if field in required or f"{label}.{field}" in ESSENTIAL | DESCRIPTIVE or is_usable(f"{label}.{field}")
    }
    return {**part, "properties": properties} if "properties" in part else part


def _with_marks(name: str, part: dict[str, Any]) -> dict[str, Any]:
    label = LABELS.get(name, "")
    fields = {
        field: {**schema, DESCRIBES: True} if f"{label}.{field}" in DESCRIPTIVE else schema
        for field, schema in part.get("properties", {}).items()
    }
    return {**part, "properties": fields} if fields else part
