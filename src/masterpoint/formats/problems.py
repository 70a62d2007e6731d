"""Collecting everything that is wrong with a file before refusing it."""

from __future__ import annotations

from typing import NoReturn

from masterpoint.core.errors import NotReadable, Problem

MOST_LISTED = 200
MOST_SHOWN = 60


def shown(value: str) -> str:
    """A value from a file, fit for a message: one line, no control characters, not long."""
    clean = "".join(character if character.isprintable() else "?" for character in value[: MOST_SHOWN + 1])
    return clean if len(clean) <= MOST_SHOWN else f"{clean[:MOST_SHOWN]}..."


def problem(place: str | int, value: str, message: str, fix: str) -> Problem:
    """A problem; a whole number as place is a line of the file, 0 the file as a whole."""
    if isinstance(place, int):
        place = f"line {place}" if place else "the file"
    return Problem(place, shown(value), message, fix)


def refuse(place: str | int, value: str, message: str, fix: str) -> NoReturn:
    """Give up at once: what is wrong leaves nothing else to read."""
    raise NotReadable(problem(place, value, message, fix))


class Problems:
    """A list that ends in one refusal, if there is anything in it."""

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self.more = 0

    def add(self, place: str | int, value: str, message: str, fix: str) -> None:
        if len(self.found) < MOST_LISTED:
            self.found.append(problem(place, value, message, fix))
        else:
            self.more += 1

    def refuse_if_any(self) -> None:
        if self.more:
            self.found.append(problem(0, str(self.more), "has more problems than are listed here", "Mend these first."))
            self.more = 0
        if self.found:
            raise NotReadable(self.found)
