"""The roundings that handbooks name. Each takes an exact value and returns one."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from masterpoint.core.exact import Exact, Surd, tidy

HUNDREDTH = Fraction(1, 100)
QUARTER = Fraction(1, 4)
HALF = Fraction(1, 2)


def up_to_whole(value: Exact) -> Exact:
    """In the player's favour: up to the next whole number."""
    return value if isinstance(value, int) else ceil(value)


def up_to(unit: Fraction, value: Exact) -> Exact:
    """Up to the next multiple of the unit (0.01, 0.25, 0.50)."""
    if isinstance(value, Surd):
        count = ceil(value / unit)
    else:
        count = -(-value.numerator * unit.denominator // (value.denominator * unit.numerator))
    return tidy(Fraction(count * unit.numerator, unit.denominator))


def up_to_hundredth(value: Exact) -> Exact:
    return up_to(HUNDREDTH, value)


def up_to_quarter(value: Exact) -> Exact:
    return up_to(QUARTER, value)


def down_to_whole(value: Exact) -> Exact:
    """Fractions are dropped."""
    return value if isinstance(value, int) else floor(value)


def down_to_quarter(value: Exact) -> Exact:
    return tidy(floor(value / QUARTER) * QUARTER)


def nearest_whole(value: Exact) -> Exact:
    """To the nearest whole number, exact halves up."""
    return value if isinstance(value, int) else floor(value + HALF)


def nearest_hundredth(value: Exact) -> Exact:
    """To the nearest 0.01, exact halves up."""
    if isinstance(value, Surd):
        count = floor(value / HUNDREDTH + HALF)
    else:
        count = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    return tidy(Fraction(count, 100))


def nearest_hundredth_half_even(value: Exact) -> Exact:
    """To the nearest 0.01, exact halves to the even neighbour."""
    hundredths = floor(value / HUNDREDTH)
    remainder = value / HUNDREDTH - hundredths
    rounds_up = remainder > HALF or (remainder == HALF and hundredths % 2 == 1)
    return tidy((hundredths + rounds_up) * HUNDREDTH)
