"""Chapter 5, Blue Point awards, and chapter 6, Green Point awards."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from masterpoint.core.books import Figure
from masterpoint.schemes.families.bands import Bands


class BluePoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.1.2 and 5.4.1: simultaneous pairs of the EBU, and what a Blue Point is worth."""

    simultaneous_share: Figure[Fraction]
    blue_part: Figure[Fraction]
    local_part: Figure[Fraction]
    local_in_a_blue: Figure[int]


class Championships(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """6.2 and 6.3: a county's major championships."""

    most_members: Figure[int]
    at_the_table: Figure[int]
    shortest_match: Figure[int]
    round_columns: Figure[tuple[tuple[int, str], ...]]
    """The columns of the table: the fewest teams left, and the name of the round."""
    knockout: Figure[Bands[tuple[Fraction, ...]]]
    """By the total original entry, what winning each round earns, the final last."""
    blocks: Figure[Bands[tuple[Fraction, ...]]]
    """By the boards of the qualifying stage, the award of each block of teams."""
    final_boards: Figure[int]
    fewest_round_boards: Figure[int]
    one_day_boards: Figure[int]
    one_day_sessions: Figure[int]
    one_day_round_boards: Figure[tuple[int, ...]]


class ScaleG(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """6.3.1(a) to (g): the awards of a county pairs final."""

    pairs_a_point: Figure[int]
    above: Figure[int]
    steps: Figure[tuple[Fraction, ...]]
    """The first reductions from place to place."""
    later_step: Figure[Fraction]
    pairs_an_award: Figure[int]
    awards_above: Figure[int]
    most_pairs: Figure[int]
    half_way_below: Figure[int]
    fewest_pairs: Figure[int]
    small_top: Figure[Fraction]
    """What small fields add to a later step for each award."""


class OneDayEvents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """6.4: Swiss events, multiple teams and multiple pairs."""

    tables_a_point: Figure[int]
    swiss_plus: Figure[dict[str, Fraction]]
    swiss_share: Figure[Fraction]
    swiss_minimum: Figure[Fraction]
    flight_b_share: Figure[Fraction]
    """The part of flight B's tables that flight A counts."""
    flight_most: Figure[Fraction]
    teams_plus: Figure[Fraction]
    teams_a_share: Figure[Fraction]
    teams_a_most: Figure[Fraction]
    teams_b_share: Figure[Fraction]
    teams_b_top: Figure[Fraction]
    teams_minimum: Figure[Fraction]
    teams_winner: Figure[Fraction]
    pairs_sessions: Figure[int]
    pairs_session_share: Figure[Fraction]
    pairs_session_top: Figure[Fraction]
    pairs_session_minimum: Figure[Fraction]
    pairs_overall_share: Figure[Fraction]
    pairs_overall_plus: Figure[Fraction]
    pairs_overall_minimum: Figure[Fraction]
    finals_qualifying_share: Figure[Fraction]
    finals_plus: Figure[Fraction]
    finals_minima: Figure[tuple[Fraction, ...]]
    """The minimum awards of the A, B and C finals, and of the open pairs."""
    finals_lower_top: Figure[Fraction]
    finals_open_share: Figure[Fraction]
    finals_open_top: Figure[Fraction]
    carried_plus: Figure[Fraction]
    carried_minima: Figure[tuple[Fraction, ...]]
    boards_a_point: Figure[int]


class InterCounty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """6.5: inter-county teams leagues."""

    members: Figure[tuple[tuple[int, int], ...]]
    """Sizes of teams, and the most players each may have."""
    large_team: Figure[int]
    """Teams of this size are paid as one division lower."""
    match_awards: Figure[Bands[tuple[Fraction, ...]]]
    """By the boards of a match, what winning it earns in each division."""
    bonus_wins: Figure[Bands[tuple[int, ...]]]
    """By the teams of a division, the wins added for each place."""
