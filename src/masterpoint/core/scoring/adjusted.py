"""Adjusted scores (Law 12C): artificial ones in per cent of the top, and weighted ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from masterpoint.core.boards import Adjusted
from masterpoint.core.scoring.imps import cross_imps
from masterpoint.core.scoring.match_points import board_points

AVERAGE_MINUS, AVERAGE, AVERAGE_PLUS = Decimal(40), Decimal(50), Decimal(60)
AVERAGE_PLUS_IMPS_AT_PAIRS = 2  # what regulations commonly fix for IMP pairs

_SIDES = {"+": AVERAGE_PLUS, "=": AVERAGE, "": AVERAGE, "-": AVERAGE_MINUS}
_DIGITS = re.compile(r"A(\d\d)(\d\d)\Z", re.IGNORECASE)
_PERCENTS = re.compile(r"(\d{1,3}(?:[.]\d{1,4})?)\s*%?\s*[-/:]\s*(\d{1,3}(?:[.]\d{1,4})?)\s*%?\Z")
_LETTERS = re.compile(r"A(?:V|VE)?([+=-]?)\s*(?:/\s*A(?:V|VE)?([+=-]?))?\Z", re.IGNORECASE)
_UNTOLD = re.compile(r"(?:adj(?:usted)?|art(?:ificial)?)\b.*\Z", re.IGNORECASE)


def parse(written: str) -> Adjusted | None:
    """`A6040`, `60%-40%`, `A+/A-`, `Adj`; North-South first. `None` for what is no adjusted score."""
    text = written.strip()
    if match := _DIGITS.match(text) or (_PERCENTS.match(text) if "%" in text else None):
        ns, ew = Decimal(match[1]), Decimal(match[2])
        return Adjusted(ns, ew, text) if ns <= 100 and ew <= 100 else None
    if text and (match := _LETTERS.match(text)):
        ns_side = match[1]
        mirrored = {"+": "-", "-": "+"}.get(ns_side, ns_side)
        return Adjusted(_SIDES[ns_side], _SIDES[mirrored if match[2] is None else match[2]], text)
    return Adjusted(as_written=text) if _UNTOLD.match(text) else None


def of_top(percent: Decimal, top: Fraction | int) -> Fraction:
    """An artificial score in match points."""
    return Fraction(percent) * top / 100


def in_imps(percent: Decimal, average_plus: int = AVERAGE_PLUS_IMPS_AT_PAIRS) -> Fraction:
    """An artificial score in IMPs: 60 % is average plus, 50 % nothing, 40 % as much lost."""
    return Fraction(percent - AVERAGE) * average_plus / Fraction(AVERAGE_PLUS - AVERAGE)


def weighted_match_points(
    outcomes: Sequence[tuple[Fraction, int]], others: Sequence[int], *, of: int | None = None
) -> tuple[Fraction, Fraction]:
    """Law 12C1(c): each outcome as if it had been the table's result, by its weight."""
    _whole(outcomes)
    points = [board_points([score, *others], of=of)[0] for _, score in outcomes]
    ns = sum((weight * ns for (weight, _), (ns, _) in zip(outcomes, points, strict=True)), Fraction(0))
    return ns, points[0][0] + points[0][1] - ns


def weighted_cross_imps(outcomes: Sequence[tuple[Fraction, int]], others: Sequence[int]) -> Fraction:
    """Law 12C1(c) at cross-IMPs, as North-South see it."""
    _whole(outcomes)
    return sum((weight * cross_imps([score, *others])[0] for weight, score in outcomes), Fraction(0))


def _whole(outcomes: Sequence[tuple[Fraction, int]]) -> None:
    if sum(weight for weight, _ in outcomes) != 1:
        raise ValueError("the weights of an assigned score add up to 1")
