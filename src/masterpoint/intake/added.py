"""Fields and facts that somebody adds to a results file, as they write them: `permission = true`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

import msgspec

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import FORMS
from masterpoint.core.parsing import value_of
from masterpoint.intake.options import Options

FIELDS = frozenset(name for form in FORMS.values() for name in form.__struct_fields__)
CHOSEN = {"scheme": str, "form": str, "grade": str, "colour": str, "scoring": str, "boards": int, "day": date}
"""Fields that are choices of their own; of another type they are left to be refused as they are."""
WRITE = "write it as permission = true, one a line"


def with_added(options: Options, lines: Iterable[str]) -> Options:
    """With what somebody writes beside what they chose; a field that can be chosen is the choice, and given once."""
    more, chosen, problems = added_fields(lines), dict[str, Any](), []
    for name, kind in CHOSEN.items():
        before, value = getattr(options, name), more.get(name)
        if name in more and before not in ("", None) and before != value:
            problems.append(Problem(name, str(value), f"this is given as {before} too", "give it once"))
        elif type(value) is kind:
            chosen[name] = more.pop(name)
    if problems:
        raise NotReadable(problems)
    return msgspec.structs.replace(options, more=more, **chosen)


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
