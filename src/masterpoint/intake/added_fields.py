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
OPTION_TYPES = {"scheme": str, "form": str, "grade": str, "colour": str, "scoring": str, "boards": int, "day": date}
"""Fields that are also options; a value of another type stays where it is, to be refused."""
FACT_FIX = "write it as permission = true, one per line"


def with_added_fields(options: Options, lines: Iterable[str]) -> Options:
    """The options with what somebody wrote in addition; a field that is also an option may be given only once."""
    fields, choices, problems = added_fields(lines), dict[str, Any](), []
    for name, kind in OPTION_TYPES.items():
        choice, value = getattr(options, name), fields.get(name)
        if name in fields and choice not in ("", None) and choice != value:
            problems.append(Problem(name, str(value), f"this is given as {choice} too", "give it once"))
        elif type(value) is kind:
            choices[name] = fields.pop(name)
    if problems:
        raise NotReadable(problems)
    return msgspec.structs.replace(options, more=fields, **choices)


def added_fields(lines: Iterable[str]) -> dict[str, Any]:
    """The written lines as fields of an event; every other name is a fact: `stage=qualifying`, `licence=L12`."""
    fields: dict[str, Any] = {}
    problems = []
    for line in filter(None, (line.strip() for line in lines)):
        name, equals, value = (part.strip() for part in line.partition("="))
        path = name.split(".") if name.partition(".")[0] in FIELDS else ["facts", *name.split(".")]
        if not equals or not all(path) or not value:
            problems.append(Problem("added", line[:60], "this is not a fact", FACT_FIX))
        elif not _set_at_path(fields, path, value_of(value)):
            problems.append(Problem("added", line[:60], "this is given twice", "give it once"))
    if problems:
        raise NotReadable(problems)
    return fields


def _set_at_path(fields: dict[str, Any], path: list[str], value: Any) -> bool:
    """Set a value in the table it belongs to; false if something is already there."""
    *tables, last = path
    for table in tables:
        fields = fields.setdefault(table, {})
        if not isinstance(fields, dict):
            return False
    if last in fields:
        return False
    fields[last] = value
    return True
