"""A finding: an error or a warning, each with line, value and fix."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from masterpoint.core.errors import Problem
from masterpoint.formats.problems import problem


class Finding(msgspec.Struct, frozen=True):
    """An error would put points in the wrong place or get the file refused; a warning is for a person to look at."""

    severity: Literal["error", "warning"]
    problem: Problem

    def __str__(self) -> str:
        return f"{self.severity}: {self.problem}"

    def __repr__(self) -> str:
        return f"<Finding {self}>"


def error(place: str | int, value: str, message: str, fix: str) -> Finding:
    return Finding("error", problem(place, value, message, fix))


def warning(place: str | int, value: str, message: str, fix: str) -> Finding:
    return Finding("warning", problem(place, value, message, fix))


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each finding once, errors first."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.severity != "error"))
