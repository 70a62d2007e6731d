"""National numbers: what can be told of one by looking at it."""

from __future__ import annotations

import re

from masterpoint.core.results import plain_number

EBU_GUEST = "88888888"
NZ_NOT_ENTITLED = "99900"
NZ_FROM_ABROAD = "999"
ABF_DIGITS = 7
ABF_WEIGHTS = (7, 6, 5, 4, 3, 2)
MOST_DIGITS = {"ebu": 8, "wbu": 8, "sbu": 5, "abf": 7}
SBU_HIGHEST = 30000

_DIGITS = re.compile(r"\d+\Z", re.ASCII)


def is_guest(number: str) -> bool:
    """Numbers that stand for somebody without one."""
    return plain_number(number) in (EBU_GUEST, NZ_NOT_ENTITLED)


def abf_check_digit(first_six: str) -> int:
    """The last digit of an ABF number: 11 minus the weighted sum modulo 11, but 0 and 1 stand for themselves."""
    rest = sum(weight * int(digit) for weight, digit in zip(ABF_WEIGHTS, first_six, strict=True)) % 11
    return rest if rest < 2 else 11 - rest


def abf_is_valid(number: str) -> bool:
    padded = plain_number(number).rjust(ABF_DIGITS, "0")
    if len(padded) != ABF_DIGITS or not _DIGITS.match(padded):
        return False
    return int(padded[-1]) == abf_check_digit(padded[:-1])


def impossible(number: str, federation: str = "") -> str:
    """Why this cannot be a member's number, in words; empty when it can."""
    plain = plain_number(number)
    if not plain or is_guest(plain):
        return ""
    if not _DIGITS.match(plain):
        return "a member number has only digits"
    most = MOST_DIGITS.get(federation, 8)
    if len(plain) > most:
        return f"a member number has at most {most} digits"
    if federation == "abf" and not abf_is_valid(plain):
        return "the last digit does not fit the others, so a digit is wrong"
    if federation == "sbu" and int(plain) > SBU_HIGHEST:
        return f"SBU numbers go up to {SBU_HIGHEST}"
    return ""
