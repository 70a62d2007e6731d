"""Chapter 2, Master Points and records, and chapter 3, General principles."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import msgspec

from masterpoint.core.books import Figure


class Rank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of 2.6.2; a name that ends in a star stands for a series of ranks with more and more stars."""

    name: str
    total: int = 0
    green: int = 0
    star: int = 0
    """The points that each further star needs."""
    most_stars: int | None = None


class Records(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """2.4 to 2.6: what points are worth, gold points, and the ranks."""

    local_in_a_point: Figure[int]
    """Master Points in a Blue or a Green Point."""
    blues_for_a_green: Figure[int]
    most_replaced: Figure[int]
    """The most Green Points of a rank that Blue Points may replace."""
    main_types_share: Figure[Fraction]
    gold_from: Figure[int]
    """The fewest Green Points in one event that earn Gold Points."""
    greens_in_a_gold: Figure[int]
    gold_years: Figure[int]
    ranks: Figure[tuple[Rank, ...]]


class Principles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """3.1 to 3.9: what an event needs to give points, and how they are given."""

    minimum_tables: Figure[dict[str, int]]
    minimum_tables_by_direction: Figure[dict[str, int]]
    minimum_boards: Figure[int]
    stage_boards: Figure[int]
    movement_share: Figure[Fraction]
    movement_rule_from: Figure[date]
    statuses: Figure[dict[str, Fraction]]
    """Multiples of Club status, lowest first."""
    statuses_above: Figure[dict[str, Fraction]]
    """The statuses above those, which the notes of a scale add."""
    below_club: Figure[Fraction]
    played_share: Figure[Fraction]
    """The part of the boards of a stage that a player needs to have played."""
    minimum_award: Figure[int]
    ladder_sessions: Figure[int]
    categories: Figure[int]
