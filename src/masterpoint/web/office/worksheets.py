"""The conversion tables of a book as forms, with a labelled field for each fact they need."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from msgspec import inspect

from masterpoint.centre.ledger.transfers import transfers_of
from masterpoint.core.editions import Edition, Worksheet
from masterpoint.schemes import edition_or_first
from masterpoint.web import field_words
from masterpoint.web.event_form import YES_OR_NO, Field
from masterpoint.web.type_info import type_info

PREFIX = "fact."


class Sheet(NamedTuple):
    """A conversion table of a federation."""

    name: str
    worksheet: Worksheet


def sheets_of(scheme: str, on: date) -> list[Sheet]:
    """The conversion tables of the edition in force on a day."""
    edition = edition_or_first(scheme, on)
    return [Sheet(name, edition.worksheets[name]) for name in transfers_of(scheme)]


def fields_of(worksheet: Worksheet, edition: Edition, data: Mapping[str, str]) -> list[Field]:
    """The fields, with the current values."""
    return [_field(field, worksheet.facts, edition, data) for field in _fields(worksheet)]


def facts_from(worksheet: Worksheet, data: Mapping[str, str]) -> dict[str, Any]:
    """The values as facts of the worksheet. Text that cannot be read is returned unchanged, and refused later."""
    answers = {field.encode_name: data.get(PREFIX + field.encode_name, "").strip()[:60] for field in _fields(worksheet)}
    kinds = {field.encode_name: _plain_type(field.type) for field in _fields(worksheet)}
    return {name: _value(text, kinds[name]) for name, text in answers.items() if text}


def as_form_data(facts: Mapping[str, Any]) -> dict[str, str]:
    """Known facts in the form's format."""
    words = {True: "yes", False: "no"}
    return {PREFIX + name: words[value] if isinstance(value, bool) else str(value) for name, value in facts.items()}


def _fields(worksheet: Worksheet) -> tuple[inspect.Field, ...]:
    data = type_info(worksheet.facts)
    assert isinstance(data, inspect.StructType)
    return data.fields


def _field(field: inspect.Field, struct: type, edition: Edition, data: Mapping[str, str]) -> Field:
    name, kind = field.encode_name, _plain_type(field.type)
    options = _options(name, kind, edition)
    value = data.get(PREFIX + name, "")
    shape = "choice" if options else ("number" if isinstance(kind, inspect.DecimalType) else "text")
    return Field(PREFIX + name, field_words.label(name), field_words.help_for(name, struct), value, shape, options)


def _options(name: str, kind: inspect.Type, edition: Edition) -> tuple[tuple[str, str], ...]:
    if isinstance(kind, inspect.BoolType):
        return YES_OR_NO
    if isinstance(kind, inspect.LiteralType):
        return tuple((str(value), field_words.choice(name, str(value))) for value in kind.values)
    if name == "rank":
        return tuple((rung.name, rung.name) for rung in edition.ranks.rungs)
    return ()


def _plain_type(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _value(text: str, kind: inspect.Type) -> Any:
    if isinstance(kind, inspect.BoolType):
        return text == "yes"
    if isinstance(kind, inspect.DecimalType):
        try:
            points = Decimal(text)
        except InvalidOperation:
            return text
        return str(points) if points.is_finite() else text
    return text
