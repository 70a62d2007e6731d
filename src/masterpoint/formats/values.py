"""Single values as scoring programs write them: numbers, dates, contracts, leads, tricks.

Every function returns `None` (or empty) for what it does not understand; the reader decides what that means.
"""

from __future__ import annotations

import calendar
import re
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import cast

from masterpoint.core.boards import PASSED_OUT, Contract, Denomination, Seat, Stake

_DECIMAL = re.compile(r"[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})\Z", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,12}\Z", re.ASCII)


@lru_cache(maxsize=4096)
def decimal(text: str) -> Decimal | None:
    """`54.17`, `+12`, `-3.50`; never an exponent, infinity or not-a-number."""
    plain_text = text.strip().replace("−", "-")
    return Decimal(plain_text) if _DECIMAL.match(plain_text) else None


@lru_cache(maxsize=4096)
def whole(text: str) -> int | None:
    """A whole number; `4.0` counts as one."""
    plain_text = text.strip()
    if _WHOLE.match(plain_text):
        return int(plain_text)
    number = decimal(plain_text)
    return int(number) if number is not None and number == number.to_integral_value() else None


_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name}
_DAY_FIRST = re.compile(r"(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*[/.-]\s*(\d{4}|\d{2})\Z", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})(?:[T ]\d{1,2}:.{0,20})?\Z", re.ASCII)
_NAMED_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[\s-]+([A-Za-z]{3})[a-z]{0,6}[\s,-]+(\d{4}|\d{2})\Z", re.ASCII)


def day(text: str) -> date | None:
    """A date with the day first or the year first, never with the month first."""
    plain_text = text.strip()
    if match := _DAY_FIRST.match(plain_text):
        return _date(match[3], int(match[2]), match[1])
    if match := _YEAR_FIRST.match(plain_text):
        return _date(match[1], int(match[2]), match[3])
    if match := _NAMED_MONTH.match(plain_text):
        return _date(match[3], _MONTHS.get(match[2].lower(), 0), match[1])
    return None


def day_first(day: date | None) -> str:
    """`05/02/2024`, as British programs write a day; empty if there is none."""
    return f"{day:%d/%m/}{day.year:04d}" if day else ""


def _date(year: str, month: int, day_of_month: str) -> date | None:
    century = 0 if len(year) == 4 else 2000 if int(year) < 70 else 1900
    try:
        return date(int(year) + century, month, int(day_of_month))
    except ValueError:
        return None


_CONTRACT = re.compile(r"([1-7])\s*(NT|SA|[CDHSN])\s*(XX|X|\*\*|\*|DBL|RDBL|D|R)?\Z", re.IGNORECASE)
_SUIT_SIGNS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})
_STAKES: dict[str, Stake] = {"": 1, "X": 2, "*": 2, "DBL": 2, "D": 2, "XX": 4, "**": 4, "RDBL": 4, "R": 4}
_PASSES = frozenset(("PASS", "PASSED", "PASSED OUT", "P", "AP", "ALL PASS", "N P", "NP", "PASS OUT", "PASSOUT"))


@lru_cache(maxsize=1024)
def contract(text: str) -> Contract | None:
    """`4S`, `3 NT`, `2 D x`, `3D*`, `1Cxx`, `PASS`, `N P`."""
    plain_text = text.strip().upper().translate(_SUIT_SIGNS)
    if plain_text in _PASSES:
        return PASSED_OUT
    match = _CONTRACT.match(plain_text)
    if not match:
        return None
    suit = "NT" if match[2] in ("N", "SA") else match[2]
    return Contract(int(match[1]), cast(Denomination, suit), _STAKES[match[3] or ""])


@lru_cache(maxsize=64)
def seat(text: str) -> Seat:
    """`N`, `north`; empty for anything else."""
    letter = text.strip().upper()
    if letter in ("N", "E", "S", "W"):
        return cast(Seat, letter)
    return cast(Seat, letter[0]) if letter in ("NORTH", "EAST", "SOUTH", "WEST") else ""


_CARD = re.compile(r"([SHDC])\s*(10|[AKQJT2-9])\Z|(10|[AKQJT2-9])\s*([SHDC])\Z", re.IGNORECASE)


@lru_cache(maxsize=1024)
def card(text: str) -> str:
    """A lead, suit first and with T for ten: `HT` from `H10`, `10H`, `TH`; empty if it is not a card."""
    match = _CARD.match(text.strip().upper().translate(_SUIT_SIGNS))
    if not match:
        return ""
    suit, rank = (match[1], match[2]) if match[1] else (match[4], match[3])
    return suit + rank.replace("10", "T")


@lru_cache(maxsize=1024)
def tricks(result: str, level: int) -> int | None:
    """Tricks from `=`, `+1` or `-2`, relative to the level of the contract."""
    plain_text = result.strip()
    margin = 0 if plain_text in ("=", "+0", "-0") else whole(plain_text) if plain_text[:1] in ("+", "-") else None
    count = None if margin is None else level + 6 + margin
    return count if count is not None and 0 <= count <= 13 else None
