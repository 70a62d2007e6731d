"""Why a filing is not taken: every reason at once, whoever found it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from masterpoint.core.errors import MasterpointError, Problem

Value = TypeVar("Value")


class NotFiled(MasterpointError):
    """The filing cannot be taken as it stands."""


class Reasons:
    """What keeps a filing from being taken, gathered; `require_none` refuses with all of it."""

    def __init__(self) -> None:
        self.errors: list[MasterpointError] = []

    def add(self, *problems: Problem) -> None:
        if problems:
            self.errors.append(NotFiled(problems))

    def gather(self, act: Callable[[], Value]) -> Value | None:
        """What an act gives; nothing where it refuses, which is kept."""
        try:
            return act()
        except MasterpointError as error:
            self.errors.append(error)
            return None

    @property
    def problems(self) -> list[Problem]:
        return [problem for error in self.errors for problem in error.problems]

    def require_none(self) -> None:
        """One reason alone keeps its own name; several are given together."""
        if len(self.errors) == 1:
            raise self.errors[0]
        if self.errors:
            raise NotFiled(self.problems)
