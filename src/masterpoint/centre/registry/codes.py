"""Member numbers as a federation writes them, and codes that stand for no member."""

from __future__ import annotations

from masterpoint.centre.registry.name_keys import number_key
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS


def member_number(scheme: str, text: str) -> str:
    """A member's number in the form of the register, however it was written."""
    return FEDERATIONS[scheme].member_numbers.full_number(number_key(text))


def number_forms(scheme: str, text: str) -> set[str]:
    """The numbers in the register that somebody may mean."""
    return {text.strip(), number_key(text), member_number(scheme, text)}


def number_problem(scheme: str, place: str, text: str, *, irregular: bool = False) -> Problem | None:
    """Why nobody can be registered under a number: it is a code, or the federation does not have such numbers.

    `irregular` allows a number from another register that breaks the federation's rule.
    """
    if code := code_meaning(scheme, text):
        fix = "give the member's own number, or leave it empty to have one issued"
        return Problem(place, text, f"this code means {code}; it is nobody's number", fix)
    number = member_number(scheme, text)
    reason = rule_problem(scheme, number) if number and not irregular else ""
    return Problem(place, text, reason, "correct it, or leave it empty to have one issued") if reason else None


def rule_problem(scheme: str, number: str) -> str:
    """Why a number in the form of the register breaks the federation's rule; empty if it does not."""
    return FEDERATIONS[scheme].member_numbers.problem(number)


def code_meaning(scheme: str, number: str) -> str:
    """What a code means; empty if this is a number that a member can have."""
    return FEDERATIONS[scheme].member_numbers.stand_ins.get(number_key(number), "")
