"""What a person adds to an event file: it fills in what the file leaves out, and never speaks against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.intake.options import Options

ADDED = ("scheme", "form", "grade", "colour", "scoring", "boards", "day")


def with_options(contents: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """The event with what was added to it, or everything in which the two differ."""
    given = {name: value for name in ADDED if (value := getattr(options, name)) not in ("", None)}
    problems: list[Problem] = []
    event = _joined(contents, given | options.more, (), problems)
    problems += _idle(options)
    if problems:
        raise NotReadable(problems)
    return event


def _joined(
    contents: Mapping[str, Any], added: Mapping[str, Any], above: tuple[str, ...], problems: list[Problem]
) -> dict[str, Any]:
    joined = dict(contents)
    for name, value in added.items():
        where = (*above, name)
        if name not in joined:
            joined[name] = value
        elif isinstance(value, Mapping) and isinstance(joined[name], Mapping):
            joined[name] = _joined(joined[name], value, where, problems)
        elif _written(joined[name]) != _written(value):
            message = f"{_written(value)} was asked for, but the event file says {_written(joined[name])}."
            problems.append(Problem(".".join(where), _written(value), message, "Leave it out, or change the file."))
    return joined


def _written(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def _idle(options: Options) -> Iterator[Problem]:
    if options.session:
        yield Problem("session", options.session, "An event file holds one event.", "Leave it out.")
