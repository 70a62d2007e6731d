"""An event as a form with a labelled field for everything in it, and the event that such a form describes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import date
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from masterpoint.core.editions import Edition
from masterpoint.core.events import FORMS
from masterpoint.web import field_words
from masterpoint.web.type_info import type_info

PREFIX = "e."
MAX_ROWS = 200
FIELDS_LEFT_OUT = {"masterpoint", "scheme", "form"}
YES_OR_NO = (("no", "no"), ("yes", "yes"))


class Field(NamedTuple):
    """A field: its name in the form, its label, and its current value."""

    name: str
    label: str
    help: str
    value: str
    kind: str
    """One of text, number, date, choice and lines."""
    options: Sequence[tuple[str, str]] = ()


class Group(NamedTuple):
    """Fields that belong together. Some groups can be repeated, and rows added or removed."""

    title: str
    path: str
    fields: list[Field]
    groups: list[Group]
    is_row: bool = False
    last: bool = False
    """The last row of its kind, after which another can be added."""
    is_repeat: bool = False
    """Not the first row of its kind, so its fields need no explanation."""


class Shape(NamedTuple):
    """The choices that decide which fields the form has."""

    edition: Edition
    all_fields: bool
    """Include every possible field, not only those of the example."""
    extra_fields: frozenset[str]
    """Fields that the form had before. They stay in it."""


def groups_of(
    raw: Mapping[str, Any], edition: Edition, *, all_fields: bool = False, extra_fields: Iterable[str] = ()
) -> list[Group]:
    """The form of an event: the event itself, then what only this book needs, then the rankings."""
    shape = Shape(edition, all_fields, frozenset(extra_fields))
    top = _group("The event", "", type_info(FORMS[raw["form"]]), raw, shape)
    facts = _group(field_words.GROUPS["facts"], "facts", type_info(edition.facts), raw.get("facts", {}), shape)
    return [top._replace(groups=[]), *([facts] if facts.fields or facts.groups else []), *top.groups]


def _group(title: str, path: str, kind: Any, raw: Mapping[str, Any], shape: Shape, **extras: Any) -> Group:
    group = Group(title, path, [], [], **extras)
    parent = path.rpartition(".")[2]
    for field in kind.fields:
        field_path = f"{path}.{field.name}".lstrip(".")
        data = raw.get(field.name)
        inner = _plain_type(field.type)
        rows = _rows(inner)
        if field.name in FIELDS_LEFT_OUT or (field.name == "facts" and not path):
            continue
        if rows is not None:
            group.groups.extend(_row_groups(field.name, field_path, rows, data, shape))
        elif isinstance(inner, inspect.StructType):
            group.groups.append(
                _group(field_words.GROUPS.get(field.name, field.name), field_path, inner, data or {}, shape)
            )
        elif field.name in raw or field.required or shape.all_fields or PREFIX + field_path in shape.extra_fields:
            value = data if data is not None else _default(field)
            help_text = field_words.help_for(field.name, kind.cls, parent)
            options = tuple(_options(field_path, inner, shape.edition))
            label = field_words.label(field.name, parent)
            group.fields.append(
                Field(PREFIX + field_path, label, help_text, _text(value), _kind(inner, options), options)
            )
    return group


def _row_groups(name: str, path: str, kind: Any, data: Any, shape: Shape) -> Iterator[Group]:
    rows = list(data or ())
    columns = {key for row in rows for key in row}
    for index, row in enumerate(rows):
        title = field_words.GROUPS.get(name, name.capitalize())
        full_row = {**dict.fromkeys(sorted(columns)), **row}
        yield _group(
            f"{title} {index + 1}" if len(rows) > 1 else title,
            f"{path}.{index}",
            kind,
            full_row,
            shape,
            is_row=True,
            last=index == len(rows) - 1,
            is_repeat=index > 0,
        )


def _plain_type(kind: Any) -> Any:
    """A type without its metadata and without None."""
    if isinstance(kind, inspect.Metadata):
        return _plain_type(kind.type)
    if isinstance(kind, inspect.UnionType):
        types = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
        return _plain_type(types[0]) if len(types) == 1 else kind
    return kind


def _rows(kind: Any) -> Any:
    """The type of the rows, if a field contains rows."""
    item = _plain_type(kind.item_type) if isinstance(kind, inspect.VarTupleType) else None
    return item if isinstance(item, inspect.StructType) else None


def _options(path: str, kind: Any, edition: Edition) -> Iterable[tuple[str, str]]:
    name = path.rpartition(".")[2]
    if path == "organiser.level":
        return [(level, level.capitalize()) for level in edition.levels]
    if path == "colour":
        return [("", "the ordinary one"), *((colour, colour) for colour in edition.colours)]
    if path == "grade" and edition.grades:
        return [("", "as the book has it"), *((grade, grade) for grade in edition.grades)]
    if isinstance(kind, inspect.BoolType):
        return YES_OR_NO
    if isinstance(kind, inspect.LiteralType):
        choices = list(field_words.CHOICES.get(name, ()))
        values = sorted(
            map(str, kind.values), key=lambda value: (choices.index(value) if value in choices else len(choices), value)
        )
        return [(value, field_words.choice(name, value)) for value in values]
    return ()


def _kind(kind: Any, options: Sequence[Any]) -> str:
    if options:
        return "choice"
    if isinstance(kind, inspect.DateType):
        return "date"
    if isinstance(kind, inspect.IntType | inspect.DecimalType):
        return "number"
    return "lines" if isinstance(kind, inspect.DictType) else "text"


def _default(field: Any) -> Any:
    """The default of a field. A missing place is shown as empty, not as 0."""
    data = field.default is not msgspec.NODEFAULT and not isinstance(_plain_type(field.type), inspect.UnionType)
    return field.default if data else None


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(_text(item) for item in value)
    if isinstance(value, dict):
        return "\n".join(f"{name}: {_text(item)}" for name, item in value.items())
    return value.isoformat() if isinstance(value, date) else str(value)


def raw_from(data: Mapping[str, str], form: str, edition: Edition) -> dict[str, Any]:
    """The event that a form describes, without empty fields and unknown names."""
    raw: dict[str, Any] = {"form": form, "scheme": edition.scheme}
    top = type_info(FORMS[form])
    for name, text in data.items():
        if name.startswith(PREFIX) and text.strip():
            _set_value(raw, name.removeprefix(PREFIX).split("."), text.strip(), top, edition)
    event: dict[str, Any] = _without_holes(raw)
    return event


def _set_value(raw: dict[Any, Any], path: list[str], text: str, kind: Any, edition: Edition) -> None:
    name, *inner_path = path
    field = next((field for field in kind.fields if field.name == name), None)
    if field is None:
        return
    inner = type_info(edition.facts) if name == "facts" else _plain_type(field.type)
    rows = _rows(inner)
    if rows is not None and len(inner_path) > 1 and inner_path[0].isdecimal() and int(inner_path[0]) < MAX_ROWS:
        _set_value(raw.setdefault(name, {}).setdefault(int(inner_path[0]), {}), inner_path[1:], text, rows, edition)
    elif isinstance(inner, inspect.StructType) and inner_path:
        _set_value(raw.setdefault(name, {}), inner_path, text, inner, edition)
    elif rows is None and not inner_path:
        raw[name] = _value(text, inner)


def _value(text: str, kind: Any) -> Any:
    """A value of the vocabulary from text. Text that cannot be read is returned unchanged, and refused later."""
    if isinstance(kind, inspect.BoolType):
        return text == "yes"
    if isinstance(kind, inspect.IntType):
        return int(text) if re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else text
    if isinstance(kind, inspect.DateType):
        try:
            return date.fromisoformat(text)
        except ValueError:
            return text
    if isinstance(kind, inspect.VarTupleType):
        return [_value(item, _plain_type(kind.item_type)) for item in re.split(r"[\s,]+", text)]
    if isinstance(kind, inspect.DictType):
        pairs = (line.partition(":")[::2] for line in text.splitlines() if line.strip())
        return {name.strip(): _value(value.strip(), _plain_type(kind.value_type)) for name, value in pairs}
    return text


def _without_holes(data: Any) -> Any:
    """Rows as a list in their order, whatever numbers the form gave them."""
    if not isinstance(data, dict):
        return data
    if data and all(isinstance(key, int) for key in data):
        return [_without_holes(data[key]) for key in sorted(data)]
    return {key: _without_holes(value) for key, value in data.items()}


def with_new_row(raw: dict[str, Any], path: str) -> dict[str, Any]:
    """The event with a new row after the one at the path, and similar to it."""
    return _change_rows(raw, path, lambda rows, index: rows.insert(index + 1, _next_row(rows[index])))


def without_row(raw: dict[str, Any], path: str) -> dict[str, Any]:
    """The event without the row at the path."""
    return _change_rows(raw, path, lambda rows, index: rows.pop(index))


def _change_rows(raw: dict[str, Any], path: str, act: Any) -> dict[str, Any]:
    data: Any = deepcopy(raw)
    *parents, index = path.split(".")
    at = data
    try:
        for step in parents:
            at = at[int(step)] if step.isdecimal() else at[step]
        act(at, int(index))
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):
        return raw
    return dict(data)


def _next_row(row: dict[str, Any]) -> dict[str, Any]:
    """A row like the previous one, one place or round later, without a name."""
    further = {key: row[key] + 1 for key in ("place", "round", "level") if isinstance(row.get(key), int)}
    return {**deepcopy(row), **further, **({"name": ""} if "name" in row else {})}
