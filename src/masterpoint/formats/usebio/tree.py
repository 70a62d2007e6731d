"""Elements and their texts, with problems noted by line."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

from lxml import etree

from masterpoint.core.errors import Problem
from masterpoint.core.sentences import join_words
from masterpoint.formats import values
from masterpoint.formats.problems import Problems, problem

MAX_NOTICES = 200


def texts(element: etree._Element) -> dict[str, str]:
    """The children's texts by name; if a name repeats, the last one counts."""
    return {child.tag: (child.text or "").strip() for child in element}


def line_of(element: etree._Element) -> int:
    line = element.sourceline
    return line if isinstance(line, int) else 0


class Notes:
    """Problems (which refuse the file) and notices (warnings about what was ignored), each with its line."""

    def __init__(self) -> None:
        self.problems = Problems()
        self.notices: list[Problem] = []
        self._unknown: Counter[tuple[str, str]] = Counter()
        self._first: dict[tuple[str, str], int] = {}

    def notice(self, line: int, value: str, message: str, fix: str) -> None:
        if len(self.notices) < MAX_NOTICES:
            self.notices.append(problem(line, value, message, fix))

    def unknown(self, element: etree._Element, names: set[str]) -> None:
        for name in names:
            key = (str(element.tag), name)
            self._unknown[key] += 1
            child = element.find(name) if name.isidentifier() else None
            self._first.setdefault(key, line_of(element if child is None else child))

    def all_notices(self) -> tuple[Problem, ...]:
        unknown = [
            problem(
                self._first[parent, name],
                name,
                f"The file holds “{name}”{f' {count} times' if count > 1 else ''}, which we do not know.",
                "We left it out. If it matters, ask the maker of the scoring program what it means.",
            )
            for (parent, name), count in list(self._unknown.items())[:MAX_NOTICES]
        ]
        return (*self.notices, *unknown)

    def number(self, fields: dict[str, str], name: str, element: etree._Element) -> Decimal | None:
        """A figure that awards may rest on: anything but a number refuses the file."""
        text = fields.get(name, "")
        if text in ("", "-"):
            return None
        number = values.decimal(text)
        if number is None:
            fix = "Write a number such as 54.17, or leave it empty."
            self.problems.add(
                _child_line(element, name), text, f"{in_words(name)}{of_people(element)} should be a number", fix
            )
        return number

    def whole(self, fields: dict[str, str], name: str, element: etree._Element) -> int | None:
        """A count that no award rests on: anything but a whole number is ignored."""
        text = fields.get(name, "")
        if text in ("", "-"):
            return None
        number = values.whole(text)
        if number is None or number < 0:
            fix = "We left it out. Write a whole number, or leave it empty."
            message = f"{in_words(name)}{of_people(element)} should be a whole number"
            self.notice(_child_line(element, name), text, message, fix)
            return None
        return number


WORDS = {
    "PERCENTAGE": "the percentage",
    "TOTAL_SCORE": "the total score",
    "MASTER_POINTS_AWARDED": "the award",
    "BOARDS_PLAYED": "the number of boards played",
    "BOARDS_PER_ROUND": "the number of boards a round",
    "WINS_OR_DRAWS": "the number of matches won or drawn",
    "PAIRS": "the number of pairs",
}


def in_words(name: str) -> str:
    """A field of the file in plain words."""
    return WORDS.get(name, f"the {name.replace('_', ' ').lower()}")


def of_people(element: etree._Element) -> str:
    """` of Ann Bell and Ben Cole`, if the field belongs to people."""
    if element.tag not in ("PAIR", "TEAM", "PLAYER", "MASTER_POINTS"):
        return ""
    holder = element if element.tag != "MASTER_POINTS" else element.getparent()
    tags = [] if holder is None else list(holder.iter("PLAYER_NAME"))
    names = [name for name in ((tag.text or "").strip() for tag in tags) if name]
    return f" of {join_words(names)}" if names else ""


def _child_line(element: etree._Element, name: str) -> int:
    child = element.find(name)
    return line_of(element if child is None else child)
