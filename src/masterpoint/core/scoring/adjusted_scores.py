"""Artificial adjusted scores (Law 12C), as percentages of the top."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from masterpoint.core.boards import AdjustedScore

AVERAGE_MINUS, AVERAGE, AVERAGE_PLUS = Decimal(40), Decimal(50), Decimal(60)
AVERAGE_PLUS_IMPS_AT_PAIRS = 2  # what regulations commonly fix for IMP pairs

_SIDES = {"+": AVERAGE_PLUS, "=": AVERAGE, "": AVERAGE, "-": AVERAGE_MINUS}
_DIGITS = re.compile(r"A(\d\d)(\d\d)\Z", re.IGNORECASE)
_PERCENTS = re.compile(r"(\d{1,3}(?:[.]\d{1,4})?)\s*%?\s*[-/:]\s*(\d{1,3}(?:[.]\d{1,4})?)\s*%?\Z")
_LETTERS = re.compile(r"A(?:V|VE)?([+=-]?)\s*(?:/\s*A(?:V|VE)?([+=-]?))?\Z", re.IGNORECASE)
_UNSPECIFIED = re.compile(r"(?:adj(?:usted)?|art(?:ificial)?)\b.*\Z", re.IGNORECASE)


def parse(raw_text: str) -> AdjustedScore | None:
    """`A6040`, `60%-40%`, `A+/A-`, `Adj`; North-South first. `None` if it is not an adjusted score."""
    text = raw_text.strip()
    if match := _DIGITS.match(text) or (_PERCENTS.match(text) if "%" in text else None):
        ns, ew = Decimal(match[1]), Decimal(match[2])
        return AdjustedScore(ns, ew, text) if ns <= 100 and ew <= 100 else None
    if text and (match := _LETTERS.match(text)):
        ns_side = match[1]
        mirrored = {"+": "-", "-": "+"}.get(ns_side, ns_side)
        return AdjustedScore(_SIDES[ns_side], _SIDES[mirrored if match[2] is None else match[2]], text)
    return AdjustedScore(as_written=text) if _UNSPECIFIED.match(text) else None


def of_top(percent: Decimal, top: Fraction | int) -> Fraction:
    """An artificial score in match points."""
    return Fraction(percent) * top / 100


def in_imps(percent: Decimal, average_plus: int = AVERAGE_PLUS_IMPS_AT_PAIRS) -> Fraction:
    """An artificial score in IMPs: 60 % is average plus, 50 % zero, 40 % the same amount lost."""
    return Fraction(percent - AVERAGE) * average_plus / Fraction(AVERAGE_PLUS - AVERAGE)
