"""What somebody adds to an event: it fills in what the event leaves out, and never speaks against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from masterpoint.core.errors import NotReadable, Problem

ADDED = ("scheme", "form", "grade", "colour", "scoring", "boards", "day")


def event_with(event: Mapping[str, Any], chosen: Mapping[str, Any], where: str = "the event") -> dict[str, Any]:
    """The event with the options that were chosen, or everything in which the two differ.

    `where`: what the event stands in, `the event file`.
    """
    added = {name: chosen[name] for name in ADDED if chosen.get(name) not in ("", None)}
    if chosen.get("level"):
        added["organiser"] = {"level": chosen["level"]}
    problems: list[Problem] = []
    joined = _joined(event, added, (), where, problems)
    joined = _joined(joined, chosen.get("more", {}), (), where, problems)
    problems += _idle(chosen, where)
    if problems:
        raise NotReadable(problems)
    return joined


def _joined(
    event: Mapping[str, Any], added: Mapping[str, Any], above: tuple[str, ...], where: str, problems: list[Problem]
) -> dict[str, Any]:
    joined = dict(event)
    for name, value in added.items():
        path = (*above, name)
        if name not in joined:
            joined[name] = value
        elif isinstance(value, Mapping) and isinstance(joined[name], Mapping):
            joined[name] = _joined(joined[name], value, path, where, problems)
        elif as_written(joined[name]) != as_written(value):
            message = f"{as_written(value)} was asked for, but {where} says {as_written(joined[name])}."
            problems.append(Problem(".".join(path), as_written(value), message, f"Leave it out, or change {where}."))
    return joined


def _idle(chosen: Mapping[str, Any], where: str) -> Iterator[Problem]:
    """Options for files that hold results, of which an event has nothing left open."""
    name = where.removeprefix("the ")
    if chosen.get("session"):
        yield Problem("session", chosen["session"], f"An {name} holds one event.", "Leave it out.")
    if chosen.get("sections_apart") is not None:
        message = f"An {name} says by its lists which sections are ranked apart."
        yield Problem("sections_apart", str(chosen["sections_apart"]), message, "Leave it out.")


def as_written(value: Any) -> str:
    """A value as an event file writes it."""
    return value.isoformat() if isinstance(value, date) else str(value)
