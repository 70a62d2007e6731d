"""Member numbers in files: checks on the digits alone, by the rules of each federation."""

from __future__ import annotations

from functools import cache

from masterpoint.core.member_numbers import digits_problem
from masterpoint.core.results import plain_number
from masterpoint.schemes import FEDERATIONS

MAX_DIGITS = 8
"""The most digits of a number whose federation is not known."""


def is_guest(number: str) -> bool:
    """Whether this is a number that stands for people who have none."""
    return plain_number(number) in _stand_ins()


@cache
def _stand_ins() -> frozenset[str]:
    return frozenset(code for federation in FEDERATIONS.values() for code in federation.member_numbers.stand_ins)


def number_problem(number: str, scheme: str = "") -> str:
    """Why this cannot be a member's number, in words; empty if it can."""
    digits = plain_number(number)
    if not digits or is_guest(digits):
        return ""
    if scheme not in FEDERATIONS:
        return digits_problem(digits, MAX_DIGITS)
    numbers = FEDERATIONS[scheme].member_numbers
    return numbers.problem(numbers.full_number(digits))
