"""Chapter 5, heats and Green Point awards."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from masterpoint.core.books import Figure
from masterpoint.schemes.families.bands import Bands


class Heats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.1 and 5.2.3 to 5.2.4: how many times the basic scale a heat pays, and for 72 boards or more."""

    wbu_event: Figure[tuple[Fraction, Fraction]]
    area_major: Figure[tuple[Fraction, Fraction]]
    area_championship: Figure[tuple[Fraction, Fraction]]
    share: Figure[Fraction]
    limit: Figure[int]
    least_boards: Figure[int]
    webber_rate: Figure[int]


class AreaTeams(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.3."""

    at_the_table: Figure[int]
    most_members: Figure[int]
    qualifying_from: Figure[int]
    sessions: Figure[int]
    final_boards: Figure[int]
    played_share: Figure[Fraction]
    without_qualifying: Figure[Bands[tuple[Fraction, ...]]]
    after_qualifying: Figure[Bands[tuple[Fraction, ...]]]
    twice_printed: Figure[int]


class AreaPairs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.4 and Scale G."""

    final_boards: Figure[int]
    round_boards: Figure[int]
    pairs_a_point: Figure[int]
    above: Figure[int]
    first_falls: Figure[tuple[Fraction, ...]]
    later_fall: Figure[Fraction]
    pairs_an_award: Figure[int]
    awards_above: Figure[int]
    least_pairs: Figure[int]
    formula_from: Figure[int]
    most_pairs: Figure[int]
    small_tops: Figure[Bands[Fraction]]


class Agm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.5 and Scale I."""

    a_year: Figure[int]
    sessions: Figure[int]
    points_a_board: Figure[int]
    longest_match: Figure[int]
    wins_for_green: Figure[int]
    green_for_wins: Figure[Fraction]
    ranking: Figure[tuple[tuple[int, int, Fraction], ...]]
    """The most teams of each row, with its Local and Green Points; lower places follow in the rows below."""
    share: Figure[Fraction]
    first_greens: Figure[tuple[Fraction, ...]]
    green_blocks: Figure[tuple[Fraction, ...]]


class JointVentures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.6.1 to 5.6.3."""

    match_boards: Figure[tuple[int, ...]]
    per_match: Figure[Fraction]
    drawn_triangle: Figure[int]
    tables_a_point: Figure[int]
    share: Figure[Fraction]
    pairs_above: Figure[Fraction]
    upper_share: Figure[Fraction]
    lower_blocks: Figure[tuple[Fraction, ...]]
    flight_b_part: Figure[Fraction]
    flight_share: Figure[Fraction]


class MultipleTeams(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.6.4."""

    teams: Figure[tuple[int, int]]
    sets: Figure[tuple[tuple[int, int, Fraction], ...]]
    """By boards of a round: rounds in a set, and what is added to part of a set before fractions are ignored."""
    per_set: Figure[Fraction]
    a_final: Figure[tuple[Fraction, ...]]
    b_final_part: Figure[Fraction]
    winner_bonus: Figure[Fraction]
