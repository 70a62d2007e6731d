"""What a person adds to an event file: it fills in what the file leaves out, and never speaks against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from datetime import date
from typing import Any

import msgspec

from masterpoint import schemes
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import AnyEvent
from masterpoint.core.parsing import event_from
from masterpoint.intake.options import Options

OFFERED = ("scoring", "colour", "boards", "day")
"""What a page can ask for instead of something that does not read."""
ADDED = ("scheme", "form", "grade", "colour", "scoring", "boards", "day")


def event_in(contents: Mapping[str, Any], options: Options) -> tuple[AnyEvent, tuple[str, ...]]:
    """The event of an event file and what a person put right in it; what does not read offers to be filled in."""
    raw, mended = mended_by(contents, options)
    try:
        return event_from(raw, schemes.FACTS), mended
    except NotReadable as error:
        raise NotReadable([_offered(problem) for problem in error.problems]) from None


def mended_by(contents: Mapping[str, Any], options: Options) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The event as raw data, with what a person added or said instead of what does not read."""
    unreadable = _unreadable(contents, {name for name in OFFERED if getattr(options, name) not in ("", None)})
    raw = with_options({name: value for name, value in contents.items() if name not in unreadable}, options)
    return raw, tuple(
        f"{name.capitalize()}: {_written(raw[name])}, as you said; “{_written(contents[name])}” cannot be read."
        for name in unreadable
    )


def _unreadable(contents: Mapping[str, Any], added: Set[str]) -> list[str]:
    """What the file says and does not read, where a person says it instead."""
    if not added & contents.keys():
        return []
    try:
        event_from(dict(contents), schemes.FACTS)
    except NotReadable as error:
        places = {problem.place for problem in error.problems}
        return [name for name in contents if name in added and name in places]
    return []


def _offered(problem: Problem) -> Problem:
    """With the option that mends it, as a results file would ask for it."""
    mendable = problem.place in OFFERED or (problem.place == "scheme" and not problem.value)
    return msgspec.structs.replace(problem, prompt=problem.place) if mendable else problem


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
