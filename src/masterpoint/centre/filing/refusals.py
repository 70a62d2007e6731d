"""Collect every reason why a filing is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from masterpoint.core.errors import MasterpointError, Problem

Value = TypeVar("Value")


class NotFiled(MasterpointError):
    """The filing cannot be accepted as it is."""


class Reasons:
    """Collects the reasons against a filing; `require_none` raises all of them."""

    def __init__(self) -> None:
        self.errors: list[MasterpointError] = []

    def add(self, *problems: Problem) -> None:
        if problems:
            self.errors.append(NotFiled(problems))

    def gather(self, act: Callable[[], Value]) -> Value | None:
        """Run a function and return its result. If it refuses, record why and return None."""
        try:
            return act()
        except MasterpointError as error:
            self.errors.append(error)
            return None

    @property
    def problems(self) -> list[Problem]:
        return [problem for error in self.errors for problem in error.problems]

    def require_none(self) -> None:
        """Raise a single problem as it is, or several together."""
        if len(self.errors) == 1:
            raise self.errors[0]
        if self.errors:
            raise NotFiled(self.problems)
