"""Codes that stand where a member's number should, and are nobody's number."""

from __future__ import annotations

from masterpoint.centre.registry.name_keys import number_key
from masterpoint.schemes import FEDERATIONS


def stands_for(scheme: str, number: str) -> str:
    """Who is entered under a code; nothing, where this is a number that somebody may have."""
    return FEDERATIONS[scheme].member_numbers.stand_ins.get(number_key(number), "")
