"""Chapter 4, Local Point awards, at Club status."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from masterpoint.core.books import Figure
from masterpoint.schemes.families.bands import Bands

Levels = tuple[tuple[Fraction, ...], ...]
"""Row n has the levels of n divisions or sections, the highest first."""


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the basic scale."""

    place: int
    """What each place adds to the award."""
    short_tables: int
    """Tables at which an event of fewer than 36 boards reaches the limit."""
    long_tables: int
    qualifying_tables: int


class QualiColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of a quali-final scale."""

    place: Fraction
    final_tables: int
    """Tables at which a final reaches the limit."""
    lesser_tables: int


class BasicScales(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.1 and 4.4."""

    shares: Figure[Bands[Fraction]]
    """The part of the field that is paid, by boards."""
    limits: Figure[Bands[int]]
    columns: Figure[dict[str, Column]]
    long: Figure[int]
    very_long: Figure[int]
    minimum_award: Figure[int]
    qualifying_part: Figure[Fraction]
    doubtful_limits: Figure[tuple[tuple[str, int, int, int, str], ...]]
    """Where print and limit disagree: column, fewest boards, first and last tables, and the reading."""


class Finals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.2, 4.3 and the quali-final scales."""

    share: Figure[Fraction]
    limit: Figure[int]
    columns: Figure[dict[str, QualiColumn]]
    special_share: Figure[Fraction]
    special_limit: Figure[int]
    special_columns: Figure[dict[str, QualiColumn]]
    within_grown: Figure[int]
    passed_earlier: Figure[tuple[tuple[str, int, int, int], ...]]
    """Where Scale QF passes its limit before its note says so: column, tier, first and last tables."""
    lesser_part: Figure[Fraction]
    short: Figure[int]
    recommended_short: Figure[Fraction]
    recommended_long: Figure[Fraction]
    excluded_times: Figure[int]
    excluded_share: Figure[Fraction]


class Matches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.5 and 4.6."""

    least_boards: Figure[int]
    least_match: Figure[int]
    enlarged_from: Figure[int]
    enlarged: Figure[Fraction]
    full_boards: Figure[int]
    long_boards: Figure[int]
    long_factor: Figure[Fraction]
    full_match: Figure[int]
    least_entry: Figure[int]
    qualified: Figure[tuple[tuple[Fraction, Fraction], ...]]
    """Above each part of the original field, the factor."""
    consoled: Figure[tuple[tuple[Fraction, Fraction], ...]]
    excluded_times: Figure[int]


class Knockouts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.7."""

    least_tables: Figure[int]
    long: Figure[int]
    preliminary: Figure[int]
    full_boards: Figure[int]
    earned_bye_share: Figure[Fraction]
    consolation_share: Figure[Fraction]
    single_teams: Figure[tuple[int, ...]]
    double_teams: Figure[tuple[int, ...]]
    single_pairs: Figure[tuple[int, ...]]


class Leagues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.8."""

    share: Figure[Fraction]
    short_part: Figure[Fraction]
    club: Figure[Levels]
    club_limits: Figure[tuple[int, int]]
    """Beyond the rows: equal reductions from the first to the second."""
    area: Figure[Levels]
    area_limits: Figure[tuple[int, int]]
    doubtful_division: Figure[tuple[int, int]]
    """The division whose figure is misprinted: the number of divisions, and which of them."""
    least_division: Figure[int]


class Sections(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.9."""

    least_section: Figure[int]
    club: Figure[Levels]
    club_limits: Figure[tuple[Fraction, Fraction]]
    area: Figure[Levels]
    area_limits: Figure[tuple[Fraction, Fraction]]


class Ladders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.11."""

    fewest_results: Figure[int]
    numbers: Figure[dict[str, Bands[int]]]
    """How many are paid, by average tables."""
    units: Figure[dict[str, int]]
    many_games: Figure[int]
