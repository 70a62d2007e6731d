"""Collects everything that is wrong with a file before refusing it, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NoReturn

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.results import Results

MAX_LISTED = 200
MAX_SHOWN = 60
WHOLE_FILE = "the file"

_PREDICATE = re.compile(r"(?:is|has|holds|begins|defines|uses|mixes|names|cannot|unpacks|does|lists|stops|should)\b")


def short_value(value: str) -> str:
    """A value from a file made fit for a message: one line, no control characters, not long."""
    printable = "".join(character if character.isprintable() else "?" for character in value[: MAX_SHOWN + 1])
    return printable if len(printable) <= MAX_SHOWN else f"{printable[:MAX_SHOWN]}..."


def problem(place: str | int, value: str, message: str, fix: str) -> Problem:
    """A problem; a whole number as `place` is a line of the file, and 0 is the file as a whole."""
    if isinstance(place, int):
        place = f"line {place}" if place else WHOLE_FILE
    return Problem(place, short_value(value), sentence(place, short_value(value), message), fix)


def sentence(place: str, value: str, message: str) -> str:
    """A sentence that says what is wrong; `is not a place` is about the value, the line or the file."""
    if message.endswith((".", "?")):
        return message
    if _PREDICATE.match(message):
        subject = "This file" if place == WHOLE_FILE else f"“{value}”" if value else "This line"
        return f"{subject} {message}."
    value_text = f", not “{value}”" if value and "should be" in message else ""
    return f"{message[0].upper()}{message[1:]}{value_text}."


def refuse(place: str | int, value: str, message: str, fix: str) -> NoReturn:
    """Refuse the file at once, when nothing else can be read."""
    raise NotReadable(problem(place, value, message, fix))


class ReadWithProblems(NotReadable):
    """A file read to its end that has problems. `results` is what could be read, to find its other problems too."""

    def __init__(self, problems: Iterable[Problem], results: Results) -> None:
        super().__init__(problems)
        self.results = results


class SeveralEvents(NotReadable):
    """A file with more than one event: somebody has to choose one."""

    def __init__(self, events: tuple[Results, ...]) -> None:
        names = ", ".join(f"{n} ({event.event_name or 'without a name'})" for n, event in enumerate(events, 1))
        message = f"The file holds {len(events)} events: {names}."
        super().__init__(Problem("session", "", message, "Say which one, by its number or its name.", prompt="session"))
        self.events = events


class Problems:
    """A list of problems that ends in one refusal, if there are any."""

    def __init__(self) -> None:
        self.listed: list[Problem] = []
        self.more = 0

    def add(self, place: str | int, value: str, message: str, fix: str) -> None:
        if len(self.listed) < MAX_LISTED:
            self.listed.append(problem(place, value, message, fix))
        else:
            self.more += 1

    def refuse_if_any(self, results: Results | None = None) -> None:
        """Refuse with all problems at once; `results` are what could be read."""
        if self.more:
            message = (
                "One more problem was left out." if self.more == 1 else f"{self.more} more problems were left out."
            )
            self.listed.append(problem(0, str(self.more), message, "Put these right first."))
            self.more = 0
        if self.listed and results is not None:
            raise ReadWithProblems(self.listed, results)
        if self.listed:
            raise NotReadable(self.listed)
