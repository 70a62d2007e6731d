"""Exact numbers: whole numbers, fractions, and the one irrational that handbooks use, a square root.

Points and money are never floats. A `Surd` is `rational + times * sqrt(radicand)`: it is what "the maximum
grows with the square root of the tables" leaves behind until a clause rounds it.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import isqrt

import msgspec

MAXIMUM_DIGITS = 40
"""The most digits a decimal may have, zeros included: more than any points, scores or money need."""
DECIMALS_SHOWN = 10
"""More than a geometric ladder of a few places needs."""
THOUSANDS = re.compile(r"(?<![\d.,])\d{4,}")


class Surd(msgspec.Struct, frozen=True, gc=False):
    """`rational + times * sqrt(radicand)`, compared and rounded exactly; the radicand is not a perfect square."""

    rational: Fraction
    times: Fraction
    radicand: Fraction

    def __add__(self, other: Exact) -> Exact:
        if isinstance(other, Surd):
            if other.radicand != self.radicand:
                raise ArithmeticError("sums of different square roots are not used by any handbook")
            return _surd(self.rational + other.rational, self.times + other.times, self.radicand)
        return Surd(self.rational + other, self.times, self.radicand)

    __radd__ = __add__

    def __neg__(self) -> Exact:
        return Surd(-self.rational, -self.times, self.radicand)

    def __sub__(self, other: Exact) -> Exact:
        return self + -other

    def __rsub__(self, other: Exact) -> Exact:
        return -self + other

    def __mul__(self, other: int | Fraction) -> Exact:
        return _surd(self.rational * other, self.times * other, self.radicand)

    __rmul__ = __mul__

    def __truediv__(self, other: int | Fraction) -> Exact:
        return self * (Fraction(1) / other)

    def __lt__(self, other: Exact) -> bool:
        return _sign(self - other) < 0

    def __le__(self, other: Exact) -> bool:
        return _sign(self - other) <= 0

    def __gt__(self, other: Exact) -> bool:
        return _sign(self - other) > 0

    def __ge__(self, other: Exact) -> bool:
        return _sign(self - other) >= 0

    def __bool__(self) -> bool:
        return True

    def __floor__(self) -> int:
        """The root can be truncated first, because everything added to it and everything it is divided by is whole."""
        top, bottom = self.rational.numerator, self.rational.denominator
        square = self.times * self.times * self.radicand
        root = isqrt(square.numerator * bottom * bottom // square.denominator)
        return (top + (root if self.times > 0 else -root - 1)) // bottom

    def __ceil__(self) -> int:
        return self.__floor__() + 1


Exact = int | Fraction | Surd


def _surd(rational: Fraction, times: Fraction, radicand: Fraction) -> Exact:
    return Surd(rational, times, radicand) if times else tidy(rational)


def _sign(value: Exact) -> int:
    if not isinstance(value, Surd):
        return (value > 0) - (value < 0)
    if value.rational >= 0 and value.times > 0:
        return 1
    if value.rational <= 0 and value.times < 0:
        return -1
    rational, root = value.rational**2, value.times**2 * value.radicand
    return 1 if (rational > root) == (value.rational > 0) else -1


def square_root(value: int | Fraction) -> Exact:
    """The exact root: a whole number or fraction if there is one, otherwise a `Surd`."""
    number = Fraction(value)
    top, bottom = isqrt(number.numerator), isqrt(number.denominator)
    if top * top == number.numerator and bottom * bottom == number.denominator:
        return tidy(Fraction(top, bottom))
    return Surd(Fraction(0), Fraction(1), number)


def tidy(value: Exact) -> Exact:
    """The value, as an `int` if it is a whole fraction."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def rational(value: Exact) -> Fraction:
    """The value as a fraction; an error if it still contains a square root."""
    if isinstance(value, Surd):
        raise ArithmeticError("a square root is not a fraction: a clause has to round it first")
    return value if isinstance(value, Fraction) else Fraction(value)


def exact(value: str | int | Decimal) -> Exact:
    """The number that a table or a file writes as `27`, `0.75`, `1/2`, `1 1/2` or `1½`; powers of ten are refused."""
    if isinstance(value, int):
        return value
    if isinstance(value, Decimal):
        if not is_short(value):
            raise ValueError(f"{value} has more digits than any figure")
        return tidy(Fraction(value))
    if "e" in value.casefold():
        raise ValueError(f"{value[:20]} is not written as a figure")
    text = value.strip().replace("½", " 1/2").replace("¼", " 1/4").replace("¾", " 3/4").replace(",", "")
    return tidy(sum((Fraction(part) for part in text.split()), Fraction(0)))


def is_short(number: Decimal) -> bool:
    """Whether a decimal is finite and reasonably short."""
    _, digits, exponent = number.as_tuple()
    return isinstance(exponent, int) and len(digits) <= MAXIMUM_DIGITS and abs(exponent) <= MAXIMUM_DIGITS


def figure_text(value: Exact) -> str:
    """As people read it: `18`, `0.75`, `0.253125`; a very long or endless decimal is cut: `33.33…`."""
    if isinstance(value, int):
        return str(value)
    if value < 0:
        return f"-{figure_text(-value)}"
    if isinstance(value, Surd):
        return f"{_hundredths((value * 100).__floor__())}…"
    return in_decimals(value, DECIMALS_SHOWN) or f"{_hundredths(int(value * 100 // 1))}…"


def in_decimals(value: Fraction, maximum: int) -> str:
    """A figure in full, with at least two decimals; empty if it needs more than `maximum`."""
    scaled = value * 10**maximum
    if scaled.denominator != 1:
        return ""
    if value.denominator == 1:
        return str(value.numerator)
    integer, decimals = divmod(scaled.numerator, 10**maximum)
    return f"{integer}.{f'{decimals:0{maximum}}'.rstrip('0'):0<2}"


def grouped_text(value: Exact) -> str:
    """The same in a sentence, with thousands separators: `2,129.50`."""
    return group_thousands(figure_text(value))


def group_thousands(figure: str) -> str:
    """A figure that is text already, with thousands separators."""
    return THOUSANDS.sub(lambda match: f"{int(match[0]):,}", figure)


def _hundredths(count: int) -> str:
    return str(Decimal(count).scaleb(-2).quantize(Decimal("0.01")))
