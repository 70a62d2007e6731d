"""The vocabulary as JSON Schema: what only describes is marked, and a book's schema of a form has what it can use."""

from __future__ import annotations

from typing import Any

from masterpoint.core.editions import Edition
from masterpoint.core.events import FORMS, AnyEvent
from masterpoint.core.given import DESCRIPTIVE, ESSENTIAL, PARTS
from masterpoint.core.schema_problems import schema_of

LABELS = {kind.__name__: label for kind, label in PARTS.items()}
DESCRIBES = "x-masterpoint-describes"
"""Marks a field that only describes: no award depends on it."""


def vocabulary_schema(form: str | None = None) -> dict[str, Any]:
    """Every field of one form, or of all of them."""
    whole = schema_of(FORMS[form]) if form else schema_of(AnyEvent)
    parts = {name: _marked(name, part) for name, part in whole["$defs"].items()}
    return {**whole, "$defs": parts}


def book_schema(edition: Edition, form: str) -> dict[str, Any]:
    """The fields of a form that a book can use, with its own facts in place; an editor offers no others."""
    whole = vocabulary_schema(form)
    usable = edition.book.fields[form]
    parts = {name: _with_properties(name, part, usable.__contains__) for name, part in whole["$defs"].items()}
    facts = schema_of(edition.facts)
    event = parts[FORMS[form].__name__]
    own = _with_properties("facts", facts["$defs"][edition.facts.__name__], usable.__contains__)
    event["properties"] = {**event["properties"], "facts": own}
    others = {name: part for name, part in facts["$defs"].items() if name != edition.facts.__name__}
    return {**whole, "$defs": {**others, **parts}}


def _with_properties(name: str, part: dict[str, Any], usable: Any) -> dict[str, Any]:
    label = LABELS.get(name, name)
    needed = {*part.get("required", ()), "form"}
    kept = {
        field: schema
        for field, schema in part.get("properties", {}).items()
        if field in needed or f"{label}.{field}" in ESSENTIAL | DESCRIPTIVE or usable(f"{label}.{field}")
    }
    return {**part, "properties": kept} if "properties" in part else part


def _marked(name: str, part: dict[str, Any]) -> dict[str, Any]:
    label = LABELS.get(name, "")
    fields = {
        field: {**schema, DESCRIBES: True} if f"{label}.{field}" in DESCRIPTIVE else schema
        for field, schema in part.get("properties", {}).items()
    }
    return {**part, "properties": fields} if fields else part
