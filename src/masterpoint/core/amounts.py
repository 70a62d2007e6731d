"""Points and money as people enter them: exact, not negative, and never a float."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.exact import Exact, is_short, tidy
from masterpoint.core.schema_problems import show

NUMBER = re.compile(r"\d{1,15}(?:\.\d{0,15})?|\.\d{1,15}|\d{1,15}/0*[1-9]\d{0,14}", re.ASCII)
"""`12`, `7.25` or `1/3`. Powers of ten are not accepted, because their digits could fill the memory."""
LARGEST_HOLDING = 100_000_000
INEXACT = "a float is not exact"


def exact_amount(value: object) -> Exact | None:
    """The exact number given, or `None` if it is not a number or is negative."""
    if isinstance(value, str):
        text = value.strip().replace(",", "")
        return tidy(Fraction(text)) if NUMBER.fullmatch(text) else None
    if isinstance(value, Decimal):
        value = Fraction(value) if is_short(value) else None
    if isinstance(value, bool) or not isinstance(value, int | Fraction) or value < 0:
        return None
    return tidy(value)


def amount_problem(place: str, value: object, message: str, fix: str) -> Problem:
    """The problem with an amount; for a float, it says how to write the number exactly."""
    if isinstance(value, float):
        return Problem(place, show(value), INEXACT, f'write it as text, "{value:.12g}", or as a Decimal or a Fraction')
    return Problem(place, show(value), message, fix)


def holding_from(amounts: Mapping[str, object], point_names: Sequence[str] | None) -> dict[str, Exact]:
    """Points by the names a book uses, or every problem with what somebody entered.

    Without `point_names`, when the book is not known yet, only the amounts are checked.
    """
    names = {name.lower(): name for name in (amounts if point_names is None else point_names)}
    points: dict[str, Exact] = {}
    problems = []
    for colour, amount in amounts.items():
        name = names.get(colour.lower()) or names.get(colour.replace("-", " ").replace("_", " ").lower())
        value = exact_amount(amount)
        if name is None:
            fix = f"this book counts: {', '.join(point_names or ())}"
            problems.append(Problem(colour, show(amount), "no such points here", fix))
        elif name in points:
            problems.append(Problem(colour, show(amount), "these points are given twice", "give them once"))
        elif value is None or not value <= LARGEST_HOLDING:
            message, fix = "this is not a number of points", "give a number from 0, such as 7.25"
            problems.append(amount_problem(colour, amount, message, fix))
        else:
            points[name] = value
    if problems:
        raise NotReadable(problems)
    return points
