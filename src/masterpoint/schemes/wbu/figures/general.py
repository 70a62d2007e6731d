"""Chapters 1 to 3: the scheme, general principles, organisations and events."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from masterpoint.core.books import Figure
from masterpoint.schemes.families.bands import Bands


class Records(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapter 1."""

    recognised: Figure[tuple[str, ...]]
    green_parts: Figure[int]
    """Parts that a Green Point may be divided into."""
    local_in_a_master_point: Figure[int]
    gold_from: Figure[int]
    green_in_a_gold: Figure[int]
    gold_years: Figure[int]
    ranks: Figure[tuple[tuple[str, int, int], ...]]
    """Each rank, lowest first, with the Master Points it needs and the Green Points among them."""
    first_month: Figure[int]
    """The month in which the competition year begins."""
    sessions_on_one: Figure[int]
    certificates_in_a_book: Figure[int]


class Principles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapter 2."""

    one_ranking_tables: Figure[dict[str, int]]
    direction_tables: Figure[dict[str, int]]
    """Where each direction has its own winners."""
    minimum_boards: Figure[int]
    status: Figure[dict[str, Fraction]]
    """Each status, lowest first, as a multiple of Club."""
    played_share: Figure[Fraction]
    large_teams: Figure[Bands[Fraction]]
    tie_minimum: Figure[dict[str, int]]
    ladder_results: Figure[int]


class Organisations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapter 3."""

    regular_games: Figure[int]
    ladders: Figure[int]
    minor_championships: Figure[int]
    championship_boards: Figure[int]
    leagues: Figure[int]
    major_championships: Figure[int]
    major_boards: Figure[int]
    simultaneous: Figure[int]
    invitations: Figure[int]
    outside_share: Figure[Fraction]
    reserves_team: Figure[int]
    least_areas: Figure[int]
    inter_area_status: Figure[dict[str, str]]
    """The status of an Area's teams by letter; all other letters have the last."""
    congress_sessions: Figure[int]
    congress_tables: Figure[int]
    longest_session: Figure[int]
    """Boards of a session, as a licence fee counts them."""
    area_licences: Figure[dict[str, int]]
