"""The levels of organisation: the national body at the top, clubs, and what a federation has between them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

NATIONAL, CLUB = "national", "club"


class OrganiserLevels(msgspec.Struct, frozen=True, kw_only=True):
    """What decides whether an organisation may file an event of another level without being asked."""

    clause: str = ""
    """The clause that says who awards points, and at which level."""
    as_high_as: Mapping[str, str] = {}
    """Organisers of events that the tree does not have, or not so high: each with the level it is as high as."""
    licence: str = ""
    """The fact with the number of a licence or an authorisation, by which an event may be of another level."""


def levels_above(organisations: Mapping[str, tuple[str, ...]], level: str) -> frozenset[str]:
    """Every level that an organisation of a level may belong to, itself or through others."""
    levels: set[str] = set()
    remaining = list(organisations.get(level, ()))
    while remaining:
        parent = remaining.pop()
        if parent not in levels:
            levels.add(parent)
            remaining += organisations.get(parent, ())
    return frozenset(levels)
