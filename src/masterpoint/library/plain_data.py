"""What a caller passes as an event, facts or rates: whether it is data that rules can read and results can show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import isfinite

from masterpoint.core.errors import Problem
from masterpoint.core.schema_problems import show

DEEPEST = 50
"""How deep tables and lists may lie in each other; an event needs ten. What holds itself is deeper than any limit."""
PLAIN = (str, bool, int, float, Decimal, Fraction, date, Mapping, list, tuple, type(None))


def plain_problems(data: object, place: str = "") -> Iterator[Problem]:
    """All values that are no plain data, each with its place; nothing below one that lies too deep."""
    waiting: list[tuple[str, object, int]] = [(place, data, 0)]
    while waiting:
        place, value, depth = waiting.pop()
        if depth > DEEPEST:
            yield Problem(place[:80], "", "this lies too deep", f"nest at most {DEEPEST} tables and lists")
            return
        if isinstance(value, Mapping):
            parts = [(f"{place}.{show(name)}".lstrip("."), part, depth + 1) for name, part in value.items()]
            waiting += reversed(parts)
        elif isinstance(value, list | tuple):
            waiting += reversed([(f"{place}[{index}]", part, depth + 1) for index, part in enumerate(value)])
        elif not isinstance(value, PLAIN):
            fix = "give text, a number, a date, a list or a dictionary"
            yield Problem(place, show(value), f"this is a {type(value).__name__}, not plain data", fix)
        elif isinstance(value, float | Decimal) and not isfinite(value):
            yield Problem(place, show(value), "this is not a number", "write a number, such as 12.5")
        elif isinstance(value, str) and not _is_whole(value):
            escaped = show(value.encode("unicode_escape").decode())
            yield Problem(place, escaped, "this holds half a character, which nothing can write", "write it in full")


def _is_whole(text: str) -> bool:
    """Whether the text can be written: a lone surrogate cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
