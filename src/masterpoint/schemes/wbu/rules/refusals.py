"""Refuses an event for everything that is wrong with it, at once."""

from __future__ import annotations

from collections.abc import Iterable

from masterpoint.core.errors import Problem, Refused


def refuse(problems: Iterable[Problem]) -> None:
    """Raises a refusal if anything is wrong."""
    refusals = list(problems)
    if refusals:
        raise Refused(refusals)
