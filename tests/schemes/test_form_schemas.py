"""The schema of a form in a book lists what the book can use, and marks what only describes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from masterpoint.core.editions import Edition
from masterpoint.core.event_fields import DESCRIPTIVE
from masterpoint.core.form_schemas import DESCRIBES, LABELS, book_schema, vocabulary_schema
from masterpoint.core.parsing import parse
from masterpoint.core.schema_problems import _plain_data, decimals_as_numbers
from schemes.test_every_fact import EDITIONS, FORMS


def properties(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of a schema with its part: `entry.boards`, and what its own schema is."""
    for name, part in schema["$defs"].items():
        for field, inner in part.get("properties", {}).items():
            yield f"{LABELS.get(name, 'facts')}.{field}", inner


def test_what_only_describes_is_marked() -> None:
    marked = {name for name, inner in properties(vocabulary_schema()) if inner.get(DESCRIBES)}
    assert marked == DESCRIPTIVE


@pytest.mark.parametrize(("edition", "form"), FORMS, ids=lambda value: getattr(value, "scheme", value))
def test_a_book_lists_what_it_can_use(edition: Edition, form: str) -> None:
    names = {name for name, _ in properties(book_schema(edition, form))}
    fields = set(book_schema(edition, form)["$defs"][type_name(form)]["properties"]["facts"]["properties"])
    usable = edition.book.fields[form]
    assert usable.unconditional | usable.conditional <= names | {f"facts.{name}" for name in fields}
    assert fields == {
        name.partition(".")[2] for name in usable.unconditional | usable.conditional if name.startswith("facts.")
    }


def type_name(form: str) -> str:
    return str(vocabulary_schema(form)["$ref"]).rpartition("/")[2]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.scheme)
def test_every_example_fits_its_book(edition: Edition) -> None:
    raws = [parse(text, source=name) for name, text in edition.book.examples.items()]
    for form in {raw["form"] for raw in raws} & edition.book.fields.keys():
        schema = decimals_as_numbers(book_schema(edition, form))
        rules = jsonschema.validators.validator_for(schema)
        rules.check_schema(schema)
        for raw in raws:
            if raw["form"] == form:
                rules(schema).validate(_plain_data(raw))
