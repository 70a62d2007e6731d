"""Member numbers as a federation writes them, and codes that stand in their place and are nobody's number."""

from __future__ import annotations

from masterpoint.centre.registry.name_keys import number_key
from masterpoint.schemes import FEDERATIONS


def member_number(scheme: str, written: str) -> str:
    """A member's number as the register keeps it, however it was written."""
    return FEDERATIONS[scheme].member_numbers.in_full(number_key(written))


def number_forms(scheme: str, written: str) -> set[str]:
    """The numbers under which the register may keep what somebody wrote."""
    return {written.strip(), number_key(written), member_number(scheme, written)}


def stands_for(scheme: str, number: str) -> str:
    """Who is entered under a code; nothing, where this is a number that somebody may have."""
    return FEDERATIONS[scheme].member_numbers.stand_ins.get(number_key(number), "")
