"""Figures of the book in words, for sentences that people read."""

from __future__ import annotations

from fractions import Fraction

NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def in_words(number: int) -> str:
    """Small numbers as words, large ones as figures."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def more_in_words(factor: Fraction) -> str:
    """`half as much again` for 3/2, or `7/4 times as much`."""
    return "half as much again" if factor == Fraction(3, 2) else f"{factor} times as much"
