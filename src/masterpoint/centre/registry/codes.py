"""Codes that stand where a member's number should, and are nobody's number."""

from __future__ import annotations

from masterpoint.centre.registry.name_keys import number_key

NOBODYS: dict[str, dict[str, str]] = {
    "nz": {"99900": "a player without a right to points (NZ E9.7c)"},
}
"""By scheme: the code, and who is entered under it. It may stand in a list any number of times."""


def stands_for(scheme: str, number: str) -> str:
    """Who is entered under a code; nothing, where this is a number that somebody may have."""
    return NOBODYS.get(scheme, {}).get(number_key(number), "")
