"""Fields and facts that somebody adds to a results file, as they write them: `permission = true`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import FORMS
from masterpoint.core.parsing import value_of

FIELDS = frozenset(name for form in FORMS.values() for name in form.__struct_fields__)
WRITE = "write it as permission = true, one a line"


def added_fields(lines: Iterable[str]) -> dict[str, Any]:
    """A field of an event by its name, and every other name as a fact: `stage=qualifying`, `licence=L12`."""
    added: dict[str, Any] = {}
    problems = []
    for line in filter(None, (line.strip() for line in lines)):
        name, equals, value = (part.strip() for part in line.partition("="))
        path = name.split(".") if name.partition(".")[0] in FIELDS else ["facts", *name.split(".")]
        if not equals or not all(path) or not value:
            problems.append(Problem("added", line[:60], "this is not a fact", WRITE))
        elif not _put(added, path, value_of(value)):
            problems.append(Problem("added", line[:60], "this is given twice", "give it once"))
    if problems:
        raise NotReadable(problems)
    return added


def _put(added: dict[str, Any], path: list[str], value: Any) -> bool:
    """Into the table it belongs to; false where something stands there."""
    *tables, last = path
    for table in tables:
        added = added.setdefault(table, {})
        if not isinstance(added, dict):
            return False
    if last in added:
        return False
    added[last] = value
    return True
