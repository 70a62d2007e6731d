"""ABF numbers, whose last digit is a check digit."""

from __future__ import annotations

from masterpoint.core.member_numbers import check_digit_problem, digits_problem
from masterpoint.core.results import plain_number

DIGITS = 7
WEIGHTS = (7, 6, 5, 4, 3, 2)


def abf_is_valid(number: str) -> bool:
    digits = plain_number(number)
    return bool(digits) and not digits_problem(digits, DIGITS) and not check_digit_problem(digits, WEIGHTS)
