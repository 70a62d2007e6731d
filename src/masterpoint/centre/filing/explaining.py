"""Why this award: the steps kept with a version, read back for people."""

from __future__ import annotations

from typing import Any

from masterpoint.centre.filing.judging import unpacked
from masterpoint.centre.filing.models import Version


def award_of(version: Version, index: int) -> dict[str, Any]:
    """One award of a version with its steps in reading order, the figure itself last."""
    return with_steps(unpacked(version.result), index)


def with_steps(told: dict[str, Any], index: int) -> dict[str, Any]:
    award = told["awards"][index]
    return award | {"steps": trail(told["steps"], award["step"]), "edition": told["edition"]}


def trail(steps: list[dict[str, Any]], last: int) -> list[dict[str, Any]]:
    """Every step behind a figure, each once, before it is used."""
    wanted: set[int] = set()
    waiting = [last]
    while waiting:
        number = waiting.pop()
        if number not in wanted:
            wanted.add(number)
            waiting += steps[number].get("from", [])
    return [steps[number] for number in sorted(wanted)]


def everything(told: dict[str, Any]) -> list[dict[str, Any]]:
    """All awards of a result, each with its steps."""
    return [with_steps(told, index) for index in range(len(told["awards"]))]
