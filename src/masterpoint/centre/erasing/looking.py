"""Rows that were looked through for a name: those that hold it, and how far the look went."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Rows(NamedTuple):
    """The rows of a table that hold the name, by their keys or numbers, and the last that was looked at."""

    keys: tuple[int, ...] = ()
    last: int = 0

    def since(self, before: Rows) -> tuple[int, ...]:
        """Those that an earlier look did not have."""
        return self.keys[len(before.keys) :]


NONE = Rows()


def looked_on(before: Rows, later: Iterable[tuple[int, bool]]) -> Rows:
    """An earlier look gone on with: later rows in order, and whether each holds the name."""
    keys, last = list(before.keys), before.last
    for last, named in later:
        if named:
            keys.append(last)
    return Rows(tuple(keys), last)
