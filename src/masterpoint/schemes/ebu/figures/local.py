"""Chapter 4, Local Point awards, at Club status."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from masterpoint.core.books import Figure
from masterpoint.schemes.families.bands import Bands


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the basic scale."""

    per_table: int
    """Contestants a table adds to a list."""
    unit: int
    """What the last paid place receives, and what each place above it adds."""
    short_tables: int
    """Tables at which events of fewer than 36 boards reach the limit."""
    long_tables: int
    qualifying_tables: int


class BasicScales(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.1 and 4.4: single sessions, and fields that play through."""

    shares: Figure[Bands[Fraction]]
    """The part of the field that is paid, by boards."""
    limits: Figure[Bands[int]]
    """The theoretical maximum award, by boards."""
    columns: Figure[dict[str, Column]]
    long_boards: Figure[int]
    raised_boards: Figure[int]
    """Boards that raise the status by a level."""
    qualifying_share: Figure[Fraction]
    """The part of the limit for a stage that only qualifies."""


class QualiColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of a quali-final scale."""

    per_table: int
    unit: Fraction
    final_tables: int
    """Tables of the original entry at which the final reaches the limit."""
    lesser_tables: int


class Finals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.2 and 4.3: finals, later stages and consolations."""

    share: Figure[Fraction]
    limit: Figure[int]
    columns: Figure[dict[str, QualiColumn]]
    long_boards: Figure[int]
    short_boards: Figure[int]
    lesser_share: Figure[Fraction]
    """The part of the limit that a stage below the premier final has."""
    most_qualifying: Figure[Fraction]
    most_qualifying_long: Figure[Fraction]
    excluded_times: Figure[int]
    """How many tables have to be in neither final for each table of the consolation."""
    excluded_times_long: Figure[int]
    excluded_share: Figure[Fraction]
    """The part of the tables in neither final that a consolation counts."""
    within_grown: Figure[int]


class Matches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.5 and 4.6: awards for matches won, and the ranking awards beside them."""

    event_boards: Figure[int]
    """Boards from which an event attracts match awards."""
    shortest_pairs_match: Figure[int]
    full_match: Figure[int]
    full_boards: Figure[int]
    long_boards: Figure[int]
    long_factor: Figure[Fraction]
    long_event_boards: Figure[int]
    long_event_factor: Figure[Fraction]
    small_final_entry: Figure[int]
    share: Figure[Fraction]
    limit: Figure[int]
    columns: Figure[dict[str, QualiColumn]]
    qualified_factors: Figure[tuple[tuple[Fraction, Fraction], ...]]
    """Above each part of the field, the factor on match awards."""
    most_qualifying: Figure[Fraction]
    consolation_factors: Figure[tuple[tuple[Fraction, Fraction], ...]]
    excluded_times: Figure[int]


class KnockoutRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of 4.7.7: what winning a match of each round earns."""

    preliminary: int
    rounds: tuple[int, ...]


class Knockout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.7: knock-out events."""

    table: Figure[dict[str, KnockoutRow]]
    long_boards: Figure[int]
    full_boards: Figure[int]
    earned_bye_share: Figure[Fraction]
    consolation_share: Figure[Fraction]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key figures of leagues of one status: a row for each number of divisions, the highest division first."""

    rows: tuple[tuple[Fraction, ...], ...]
    top: Fraction
    """With more divisions: equal reductions from this figure …"""
    bottom: Fraction
    """… to this."""


class Leagues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.8: teams leagues."""

    full_season_boards: Figure[int]
    short_season_share: Figure[Fraction]
    share: Figure[Fraction]
    limit: Figure[int]
    limit_teams: Figure[int]
    club_chart: Figure[Chart]
    district_chart: Figure[Chart]
    county_chart: Figure[Chart]
    least_teams: Figure[int]


class Sections(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.9: sections of differing status. The statuses of each organiser are given from the lowest section up."""

    least_tables: Figure[dict[str, int]]
    club_statuses: Figure[tuple[Fraction, ...]]
    district_statuses: Figure[tuple[Fraction, ...]]
    county_statuses: Figure[tuple[Fraction, ...]]


class Ladders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.11: the bonus on the ranking of a series."""

    fewest_results: Figure[int]
    awards: Figure[dict[str, tuple[tuple[int, int], ...]]]
    """For each unit, rows of the fewest tables on average and the number of awards."""
    units: Figure[dict[str, int]]
    many_games: Figure[int]


class Stratum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One half of Scale S or QS."""

    per_table: int
    units: dict[str, int]
    """What a place earns in each category."""
    limit_tables: int
    long_limit_tables: int


class StratifiedEvents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.12: categories A to D of one field."""

    scale_s: Figure[dict[str, Stratum]]
    scale_qs: Figure[dict[str, Stratum]]
    match_share: Figure[Fraction]
    """The part of a list that is paid where matches won are paid too."""
    fewest_contestants: Figure[int]
    minimum_awards: Figure[dict[str, int]]
