"""Member numbers: checks on the digits alone. Each federation combines them into its own rule."""

from __future__ import annotations

import re
from collections.abc import Sequence

DIGITS = re.compile(r"\d+\Z", re.ASCII)
ELEVEN = 11


def digits_problem(number: str, maximum: int) -> str:
    """Why this cannot be a number of at most so many digits; empty if it can."""
    if not DIGITS.match(number):
        return "a member number has only digits"
    return f"a member number has at most {maximum} digits" if len(number) > maximum else ""


def check_digit(digits: str, weights: Sequence[int]) -> int:
    """Eleven less the weighted sum modulo eleven; but 0 and 1 stand for themselves."""
    remainder = sum(weight * int(digit) for weight, digit in zip(weights, digits, strict=True)) % ELEVEN
    return remainder if remainder < 2 else ELEVEN - remainder


def with_check_digit(count: int, weights: Sequence[int]) -> str:
    """The number for a count, with its check digit and without leading zeros."""
    digits = str(count).rjust(len(weights), "0")
    return f"{count}{check_digit(digits, weights)}"


def check_digit_problem(number: str, weights: Sequence[int]) -> str:
    """Why the last digit cannot be right; shorter numbers are padded with zeros."""
    digits = number.rjust(len(weights) + 1, "0")
    if len(digits) == len(weights) + 1 and int(digits[-1]) == check_digit(digits[:-1], weights):
        return ""
    return "the last digit does not fit the others, so a digit is wrong"
