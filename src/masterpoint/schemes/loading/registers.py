"""`readings.csv` and `fields.toml`: how unclear text is read, and which fields of an event each form can use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from masterpoint.core.events import FORMS
from masterpoint.core.fields import FormFields
from masterpoint.core.interpretations import Reading
from masterpoint.schemes.loading.folders import Folder

K = TypeVar("K")
V = TypeVar("V")
READINGS, FIELDS = "readings.csv", "fields.toml"
KINDS = ("misprint", "ambiguity", "restored", "no error")
WITHDRAWN = "withdrawn"
"""The kind of a reading of an earlier edition that this one no longer needs."""
WHEN = ("always", "sometimes")


def readings(folder: Folder) -> dict[str, Reading]:
    """The readings of one folder by their ids."""
    by_id: dict[str, Reading] = {}
    for row in folder.rows(READINGS, ("id", "where", "printed", "taken"), ("why", "kind")) or ():
        reading = Reading(**row.cells)
        place = f"{READINGS}, line {row.line}"
        if reading.id in by_id or not reading.id:
            folder.refuse(f"{place}, id", reading.id, "each reading needs an id of its own", "give it another id")
        if not reading.taken.strip() and reading.kind != WITHDRAWN:
            folder.refuse(f"{place}, taken", "", "this cell is empty", "write how the text is read")
        if reading.kind not in (*KINDS, WITHDRAWN):
            fix = f"write one of: {', '.join((*KINDS, WITHDRAWN))}"
            folder.refuse(f"{place}, kind", reading.kind, "there is no such kind of reading", fix)
        by_id[reading.id] = reading
    return by_id


def register_of(layers: Sequence[tuple[Folder, Mapping[str, Reading]]]) -> dict[str, Reading]:
    """The readings of an edition by their ids: of an id that several layers have, the last."""
    register: dict[str, Reading] = {}
    for folder, rows in layers:
        for name, reading in rows.items():
            if reading.kind != WITHDRAWN:
                register[name] = reading
            elif register.pop(name, None) is None:
                message, fix = "the edition before has no such reading", "withdraw one it has"
                folder.refuse(f"{READINGS}, {name}", name, message, fix)
    return register


def fields(folder: Folder) -> dict[str, FormFields]:
    """For each form, the fields that always matter if they are given, and those that sometimes do."""
    forms: dict[str, FormFields] = {}
    for form, when in (folder.toml(FIELDS) or {}).items():
        if form not in FORMS:
            folder.refuse(f"{FIELDS}, {form}", form, "there is no such form", f"write one of: {', '.join(FORMS)}")
        elif _fits(folder, form, when):
            unconditional, conditional = (frozenset(_names(when.get(key, {}))) for key in WHEN)
            forms[form] = FormFields(unconditional, conditional)
    return forms


def _fits(folder: Folder, form: str, when: Any) -> bool:
    """Whether a form has tables of parts, in which each part has its field names as one text."""
    tables = when if isinstance(when, Mapping) else {"": when}
    problem_count = len(folder.problems)
    for key, parts in tables.items():
        place = f"{FIELDS}, {form}.{key}".rstrip(".")
        if key not in WHEN:
            folder.refuse(
                place, key or parts, "this is not a table of fields", f"write [{form}.always] or [{form}.sometimes]"
            )
        elif not isinstance(parts, Mapping) or not all(isinstance(names, str) for names in parts.values()):
            fix = 'write the fields of each part as text: entry = "boards sessions"'
            folder.refuse(place, parts, "this does not list fields by part", fix)
    return len(folder.problems) == problem_count


def _names(parts: Mapping[str, str]) -> Iterator[str]:
    """`{ entry = "boards sessions" }` as `entry.boards`, `entry.sessions`."""
    for part, names in parts.items():
        yield from (f"{part}.{name}" for name in names.split())


def merge_layers(layers: Sequence[Mapping[K, V]]) -> dict[K, V]:
    """The contents of all layers by name; a later layer replaces what an earlier one holds."""
    result: dict[K, V] = {}
    for layer in layers:
        result.update(layer)
    return result
