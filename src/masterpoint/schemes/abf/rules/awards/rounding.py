"""4.4.2, Rounding of awards: to the nearest 0.01, once, at the end of each session, match or placing award."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step, derive
from masterpoint.core.exact import Exact
from masterpoint.core.rounding import nearest_hundredth, nearest_hundredth_half_even
from masterpoint.schemes.abf.book import Book

ROUNDINGS: dict[str, Callable[[Exact], Exact]] = {  # reading B-01: the setting of the edition, the default first
    "half_up": nearest_hundredth,
    "half_even": nearest_hundredth_half_even,
}


def is_half_way(value: Exact) -> bool:
    """Whether the value lies half-way between two hundredths."""
    return isinstance(value, Fraction) and 200 % value.denominator == 0 and 100 % value.denominator != 0


def to_hundredth(setting: str, value: Exact) -> Exact:
    """The nearest 0.01; values from an exponential lie on one side of every half (see `formulae`)."""
    return ROUNDINGS[setting](value)


@rule
def round_award(book: Book, setting: str, step: Step) -> Step:
    """An award rounded to 0.01: its last step."""
    if not isinstance(step.value, Fraction) or 100 % step.value.denominator == 0:
        return step
    message = "rounded to the nearest 0.01"
    exact_half = is_half_way(step.value)
    if exact_half:
        message += "; an exact half goes up" if setting == "half_up" else "; an exact half goes to even"
    return derive(
        partial(to_hundredth, setting),
        step,
        clause=book.clause("4.4.2"),
        message=message,
        reading="B-01" if exact_half else "",
    )
