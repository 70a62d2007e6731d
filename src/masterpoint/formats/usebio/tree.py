"""Elements and their texts, with problems noted at their lines."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

from lxml import etree

from masterpoint.core.errors import Problem
from masterpoint.formats import values
from masterpoint.formats.problems import Problems, problem

MOST_NOTICED = 200


def texts(element: etree._Element) -> dict[str, str]:
    """The children's texts by name; the last one where a name repeats."""
    return {child.tag: (child.text or "").strip() for child in element}


def line_of(element: etree._Element) -> int:
    line = element.sourceline
    return line if isinstance(line, int) else 0


class Notes:
    """What is wrong (refuses the file) and what was passed over (a warning), each with its line."""

    def __init__(self) -> None:
        self.problems = Problems()
        self.noticed: list[Problem] = []
        self._unknown: Counter[tuple[str, str]] = Counter()
        self._first: dict[tuple[str, str], int] = {}

    def notice(self, line: int, value: str, message: str, fix: str) -> None:
        if len(self.noticed) < MOST_NOTICED:
            self.noticed.append(problem(line, value, message, fix))

    def unknown(self, element: etree._Element, names: set[str]) -> None:
        for name in names:
            key = (str(element.tag), name)
            self._unknown[key] += 1
            child = element.find(name) if name.isidentifier() else None
            self._first.setdefault(key, line_of(element if child is None else child))

    def all_noticed(self) -> tuple[Problem, ...]:
        unknown = [
            problem(
                self._first[inside, name],
                name,
                f"{inside} holds something unknown here, {count} times"
                if count > 1
                else f"{inside} holds something unknown",
                "It was passed over. If it matters, ask the maker of the scoring program what it means.",
            )
            for (inside, name), count in list(self._unknown.items())[:MOST_NOTICED]
        ]
        return (*self.noticed, *unknown)

    def number(self, found: dict[str, str], name: str, element: etree._Element) -> Decimal | None:
        """A figure the awards may rest on: what is no number refuses the file."""
        text = found.get(name, "")
        if text in ("", "-"):
            return None
        number = values.decimal(text)
        if number is None:
            fix = "Write a number such as 54.17, or leave it empty."
            self.problems.add(_child_line(element, name), text, f"{name} should be a number", fix)
        return number

    def whole(self, found: dict[str, str], name: str, element: etree._Element) -> int | None:
        """A count the awards do not rest on: what is no whole number is passed over."""
        text = found.get(name, "")
        if text in ("", "-"):
            return None
        number = values.whole(text)
        if number is None or number < 0:
            fix = "It was passed over. Write a whole number, or leave it out."
            self.notice(_child_line(element, name), text, f"{name} should be a whole number", fix)
            return None
        return number


def _child_line(element: etree._Element, name: str) -> int:
    child = element.find(name)
    return line_of(element if child is None else child)
