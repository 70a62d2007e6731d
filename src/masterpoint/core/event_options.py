"""Options that complete an event: they fill in what it leaves out and never contradict it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from masterpoint.core.errors import NotReadable, Problem

FILLING_OPTIONS = ("scheme", "form", "grade", "colour", "scoring", "boards", "day")


def event_with(event: Mapping[str, Any], options: Mapping[str, Any], source: str = "the event") -> dict[str, Any]:
    """Complete an event with the chosen options, or raise with every contradiction between the two.

    `source` says where the event comes from, for example `the event file`.
    """
    additions = {name: options[name] for name in FILLING_OPTIONS if options.get(name) not in ("", None)}
    if options.get("level"):
        additions["organiser"] = {"level": options["level"]}
    problems: list[Problem] = []
    result = _merge(event, additions, (), source, problems)
    result = _merge(result, options.get("more", {}), (), source, problems)
    problems += _idle_options(options, source)
    if problems:
        raise NotReadable(problems)
    return result


def _merge(
    event: Mapping[str, Any],
    additions: Mapping[str, Any],
    prefix: tuple[str, ...],
    source: str,
    problems: list[Problem],
) -> dict[str, Any]:
    result = dict(event)
    for name, value in additions.items():
        path = (*prefix, name)
        if name not in result:
            result[name] = value
        elif isinstance(value, Mapping) and isinstance(result[name], Mapping):
            result[name] = _merge(result[name], value, path, source, problems)
        elif value_text(result[name]) != value_text(value):
            message = f"{value_text(value)} was asked for, but {source} says {value_text(result[name])}."
            problems.append(Problem(".".join(path), value_text(value), message, f"Leave it out, or change {source}."))
    return result


def _idle_options(options: Mapping[str, Any], source: str) -> Iterator[Problem]:
    """Options that make sense only for results files; an event already answers them."""
    name = source.removeprefix("the ")
    if options.get("session"):
        yield Problem("session", options["session"], f"An {name} holds one event.", "Leave it out.")
    if options.get("sections_apart") is not None:
        message = f"The lists of an {name} already show which sections are ranked apart."
        yield Problem("sections_apart", str(options["sections_apart"]), message, "Leave it out.")


def value_text(value: Any) -> str:
    """A value as an event file writes it."""
    return value.isoformat() if isinstance(value, date) else str(value)
