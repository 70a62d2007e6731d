"""Events made from the published JSON Schema: whatever it accepts, however odd, and examples with parts replaced."""

from __future__ import annotations

import copy
import string
from random import Random
from typing import Any

import msgspec

from masterpoint.core.editions import Edition
from masterpoint.core.events import FORMS
from masterpoint.core.parsing import parse
from masterpoint.core.schema_problems import schema_of

Schema = dict[str, Any]
NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 17, 18, 20, 24, 30, 35, 36, 48, 60, 71, 72, 96, 100, 1000)
DECIMALS = ("0", "0.5", "1", "2", "3.5", "9", "12.5", "20", "60", "101", "99999")
WORDS = ("", "x", "A", "B", "1", "2", "3=", "final", "open", "club", "county", "area", "national", "none", "é")


class Maker:
    """Makes what a schema accepts, from a seed."""

    def __init__(self, edition: Edition, kind: type[msgspec.Struct], seed: str) -> None:
        self.random = Random(f"{edition.scheme} {kind.__name__} {seed}")
        self.edition = edition
        self.form = next((form for form, event in FORMS.items() if event is kind), "")
        whole, facts = schema_of(kind), schema_of(edition.facts)
        self.parts: Schema = {**facts.get("$defs", {}), **whole["$defs"]}
        self.whole = self._resolved(whole)
        self.facts = self._resolved(facts)

    def answers(self) -> Schema:
        """What a worksheet or a programme may be told."""
        event: Schema = self.value(self.whole, depth=1)
        return event

    def new_event(self) -> Schema:
        """An event out of nothing but the schema."""
        event: Schema = self.value(self.whole, depth=0)
        return self._addressed(event)

    def changed_event(self, raw: Schema) -> Schema:
        """An example with a few of its parts replaced, left out or added."""
        changed = copy.deepcopy(raw)
        for _ in range(self.random.randint(1, 4)):
            self._change(changed, self.whole)
        return self._addressed(changed)

    def _addressed(self, event: Schema) -> Schema:
        event |= {"scheme": self.edition.scheme, "form": self.form, "masterpoint": 1}
        if self.random.random() < 0.3:
            event["facts"] = self.value(self.facts, depth=1, often=0.15)
        return event

    def _change(self, part: Schema, schema: Schema) -> None:
        """Walk some way into the event and replace what is there by anything that fits."""
        name = self.random.choice(sorted(schema["properties"]))
        inner = self._resolved(self.random.choice(self._options(schema["properties"][name])))
        value = part.get(name)
        if name == "facts":
            part[name] = {**part.get(name, {}), **self.value(self.facts, depth=2, often=0.05)}
        elif isinstance(value, list) and value and self.random.random() < 0.8:
            self._change_list(value, inner)
        elif isinstance(value, dict) and "properties" in inner:
            self._change(value, inner)
        elif name in part and name not in schema.get("required", ()) and self.random.random() < 0.2:
            del part[name]
        else:
            part[name] = self.value(inner, depth=2)

    def _change_list(self, items: list[Any], schema: Schema) -> None:
        index = self.random.randrange(len(items))
        item = self._resolved(self.random.choice(self._options(schema.get("items", {}))))
        deed = self.random.random()
        if deed < 0.1:
            del items[index]
        elif deed < 0.2:
            items.append(copy.deepcopy(items[index]))
        elif isinstance(items[index], dict) and "properties" in item:
            self._change(items[index], item)
        else:
            items[index] = self.value(item, depth=3)

    def value(self, schema: Schema, depth: int, often: float = 0.3) -> Any:
        """Anything that fits a schema."""
        schema = self._resolved(self.random.choice(self._options(schema)))
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._object(schema, depth, often)
            case "array":
                count = self.random.choice((0, 1, 1, 2, 3)) if depth < 4 else self.random.choice((0, 1))
                return [self.value(schema.get("items", {}), depth + 1) for _ in range(count)]
            case "integer":
                return self._integer(schema)
            case "boolean":
                return self.random.random() < 0.5
            case "null":
                return None
        return self._text(schema)

    def _object(self, schema: Schema, depth: int, often: float) -> Schema:
        if "properties" not in schema:
            return {self.random.choice(WORDS): self.random.choice(NUMBERS)}
        required = schema.get("required", ())
        return {
            name: self.value(part, depth + 1)
            for name, part in schema["properties"].items()
            if name != "facts" and (name in required or self.random.random() < often)
        }

    def _integer(self, schema: Schema) -> int:
        minimum: int = schema.get("minimum", 0)
        maximum: int = schema.get("maximum", 100_000)
        fitting = [number for number in NUMBERS if minimum <= number <= maximum]
        return self.random.choice([*fitting, minimum, maximum])

    def _text(self, schema: Schema) -> str:
        if schema.get("format") == "date":
            return self.random.choice(("2026-11-10", "2026-02-01", "2015-01-01", "2099-12-31"))
        if schema.get("format") == "decimal":
            return self.random.choice(DECIMALS)
        if "pattern" in schema:
            letters: list[str] = ["", *string.ascii_uppercase]
            return self.random.choice(letters)
        words: list[str] = [*WORDS, *self.edition.grades, *self.edition.colours, *self.edition.levels]
        longest: int = schema.get("maxLength", 400)
        return self.random.choice(words)[:longest]

    def _options(self, schema: Schema) -> list[Schema]:
        return schema.get("anyOf") or [schema]

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            schema = self.parts[schema["$ref"].rpartition("/")[2]]
        return schema


def examples_of(edition: Edition, form: str) -> list[Schema]:
    examples = [parse(text, source=name) for name, text in edition.book.examples.items()]
    return [msgspec.to_builtins(raw) for raw in examples if raw["form"] == form]
