"""The levels of organisation: the national body at the top, clubs, and what a federation has between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec

NATIONAL, CLUB = "national", "club"
Tier = Literal["club", "regional", "interregional", "national"]
"""How high an organiser is, in words that all books share."""
TIERS: tuple[Tier, ...] = get_args(Tier)


class OrganiserLevels(msgspec.Struct, frozen=True, kw_only=True):
    """What decides whether an organisation may file an event of another level without being asked."""

    clause: str = ""
    """The clause that says who awards points, and at which level."""
    as_high_as: Mapping[str, str] = {}
    """Organisers of events that the tree does not have, or not so high: each with the level it is as high as."""
    licence: str = ""
    """The fact with the number of a licence or an authorisation, by which an event may be of another level."""
    tiers: Mapping[str, Tier] = {}
    """How high organisers are of which the tree does not say it: another kind of club, a league of several counties."""


def organiser_in_words(level: str) -> str:
    """`a club`, `an area`, `a national organisation`: who ran an event, as part of a sentence."""
    is_adjective = level == NATIONAL or level.startswith("inter-")
    article = "an" if level[:1].lower() in "aeiou" else "a"
    return f"{article} {level} organisation" if is_adjective else f"{article} {level}"


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


def tier_of(organisations: Mapping[str, tuple[str, ...]], tiers: Mapping[str, Tier], level: str) -> Tier | None:
    """How high an organiser is: as named, or by its position in the tree; nothing where neither says it."""
    if level in tiers:
        return tiers[level]
    if level == NATIONAL:
        return "national"
    if level == CLUB:
        return "club"
    return "regional" if any(level in parents for parents in organisations.values()) else None
