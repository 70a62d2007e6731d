"""Member numbers as a federation writes them, and codes that stand in their place and are nobody's number."""

from __future__ import annotations

from masterpoint.centre.registry.name_keys import number_key
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS


def member_number(scheme: str, written: str) -> str:
    """A member's number as the register keeps it, however it was written."""
    return FEDERATIONS[scheme].member_numbers.in_full(number_key(written))


def number_forms(scheme: str, written: str) -> set[str]:
    """The numbers under which the register may keep what somebody wrote."""
    return {written.strip(), number_key(written), member_number(scheme, written)}


def number_problem(scheme: str, place: str, written: str, *, irregular: bool = False) -> Problem | None:
    """Why nobody can be registered under a number: it is a code, or the federation has no such numbers.

    `irregular`: another register has somebody under it, who keeps it though the federation's rule does not allow it.
    """
    if code := stands_for(scheme, written):
        fix = "give the member's own number, or none: then one is issued"
        return Problem(place, written, f"this code means {code}; it is nobody's number", fix)
    number = member_number(scheme, written)
    reason = rule_problem(scheme, number) if number and not irregular else ""
    return Problem(place, written, reason, "correct it, or leave it empty: then one is issued") if reason else None


def rule_problem(scheme: str, number: str) -> str:
    """Why a number as the register keeps it cannot be one of this federation's; empty where it can."""
    return FEDERATIONS[scheme].member_numbers.problem(number)


def stands_for(scheme: str, number: str) -> str:
    """Who is entered under a code; nothing, where this is a number that somebody may have."""
    return FEDERATIONS[scheme].member_numbers.stand_ins.get(number_key(number), "")
