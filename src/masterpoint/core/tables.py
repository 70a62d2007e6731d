"""Printed tables and how to look things up in them: every cell as printed, each with a clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from masterpoint.core.derivation import Clause, Step, derive
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.exact import Exact, exact
from masterpoint.core.sentences import Message

T = TypeVar("T")


class Scale(msgspec.Struct, frozen=True):
    """A table of one column: from each number upwards, a value."""

    clause: Clause
    message: Message
    rows: Sequence[tuple[int, str | int]]
    """(from, value as printed), ascending."""

    def value(self, key: Exact) -> Exact:
        """The value of the last row that starts at or below the key."""
        value: str | int | None = None
        for start, row_value in self.rows:
            if key < start:
                break
            value = row_value
        if value is None:
            first = self.rows[0][0]
            raise Refused(
                Problem(
                    str(self.message),
                    str(key),
                    f"the table starts at {first}",
                    f"give at least {first}",
                    str(self.clause),
                )
            )
        return exact(value)

    def at(self, key: Step) -> Step:
        """The value for a key that an earlier step worked out."""
        return derive(self.value, key, clause=self.clause, message=self.message)


class Band(msgspec.Struct, Generic[T], frozen=True):
    """A value that holds from one number to another."""

    first: int
    last: int | None
    value: T

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        return self.first <= number and (self.last is None or number <= self.last)


def band(bands: Sequence[Band[T]], number: int) -> Band[T] | None:
    """The band that contains a number."""
    return next((band for band in bands if number in band), None)
