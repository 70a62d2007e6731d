"""Options that complete an event file: they fill in what it leaves out and never contradict it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import msgspec

from masterpoint import schemes
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.event_options import event_with, value_text
from masterpoint.core.events import AnyEvent
from masterpoint.core.parsing import event_from
from masterpoint.intake.options import Options

PROMPTED_FIELDS = ("scoring", "colour", "boards", "day")
"""Options that a page can ask for when the file's own value cannot be read."""


def event_in(contents: Mapping[str, Any], options: Options) -> tuple[AnyEvent, tuple[str, ...]]:
    """The event of an event file with a person's corrections; each problem that an option can solve says so."""
    raw, repairs = corrected_event(contents, options)
    try:
        return event_from(raw, schemes.FACTS), repairs
    except NotReadable as error:
        raise NotReadable([_with_prompt(problem) for problem in error.problems]) from None


def corrected_event(contents: Mapping[str, Any], options: Options) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The event as raw data with a person's additions, which also replace what cannot be read."""
    unreadable_names = _unreadable_names(
        contents, {name for name in PROMPTED_FIELDS if getattr(options, name) not in ("", None)}
    )
    raw = with_options({name: value for name, value in contents.items() if name not in unreadable_names}, options)
    return raw, tuple(
        f"{name.capitalize()}: {value_text(raw[name])}, as you said; “{value_text(contents[name])}” cannot be read."
        for name in unreadable_names
    )


def _unreadable_names(contents: Mapping[str, Any], added_names: Set[str]) -> list[str]:
    """Fields of the file that cannot be read and that a person has given instead."""
    if not added_names & contents.keys():
        return []
    try:
        event_from(dict(contents), schemes.FACTS)
    except NotReadable as error:
        places = {problem.place for problem in error.problems}
        return [name for name in contents if name in added_names and name in places]
    return []


def _with_prompt(problem: Problem) -> Problem:
    """The problem, with the option that solves it, as for a results file."""
    is_solvable = problem.place in PROMPTED_FIELDS or (problem.place == "scheme" and not problem.value)
    return msgspec.structs.replace(problem, prompt=problem.place) if is_solvable else problem


def with_options(contents: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """The event with the options added, or everything in which the two differ."""
    return event_with(contents, msgspec.structs.asdict(options), "the event file")
