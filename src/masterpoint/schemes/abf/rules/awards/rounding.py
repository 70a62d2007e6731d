"""4.4.2, Rounding of awards: to the nearest 0.01, once, at the end of each session, match or placing award."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Step, derive
from masterpoint.core.exact import Exact
from masterpoint.core.rounding import nearest_hundredth, nearest_hundredth_half_even
from masterpoint.schemes.abf.rules.handbook import clause

ROUNDINGS: dict[str, Callable[[Exact], Exact]] = {  # reading B-01: the setting of the edition, the default first
    "half_up": nearest_hundredth,
    "half_even": nearest_hundredth_half_even,
}
DEFAULT_ROUNDING = "half_up"


def half(value: Exact) -> bool:
    """Whether the value lies half-way between two hundredths."""
    return isinstance(value, Fraction) and (value * 200).denominator == 1 and (value * 100).denominator != 1


def to_hundredth(setting: str, value: Exact) -> Exact:
    """The nearest 0.01; values from an exponential lie on one side of every half (see `formulae`)."""
    return ROUNDINGS[setting](value)


def rounded(setting: str, step: Step, message: str = "rounded to the nearest 0.01, once, at the end") -> Step:
    """The final stage of an award."""
    if not isinstance(step.value, Fraction) or (step.value * 100).denominator == 1:
        return step
    exact_half = half(step.value)
    return derive(
        partial(to_hundredth, setting),
        step,
        clause=clause("4.4.2"),
        message=f"{message}; an exact half goes {'up' if setting == 'half_up' else 'to even'}"
        if exact_half
        else message,
        reading="B-01" if exact_half else "",
    )
