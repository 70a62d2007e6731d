"""The figures of section E of the New Zealand manual, typed. Each edition's `figures.toml` fills them in."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from masterpoint.core import books
from masterpoint.core.books import Figure

A, B, C = "A", "B", "C"
LEVELS = ("club", "region", "island", "national")

MonthDay = tuple[int, int]
"""A day of every year: month and day."""


class Definitions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """E3 to E5."""

    session_chances: Figure[int]
    """Sessions with points a club offers each member in a year."""
    congress_tournaments: Figure[int]
    congress_days: Figure[int]
    smallest_team: Figure[int]
    largest_team: Figure[int]
    multigrade_classes: Figure[tuple[str, ...]]


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """E6 to E8: kinds of points, grades, ranks, Rating Points and fees."""

    c_points_in_b: Figure[int]
    open_above: Figure[int]
    junior_up_to: Figure[int]
    junior_a_points: Figure[int]
    ranks: Figure[tuple[tuple[str, int, int], ...]]
    """Each rank, lowest first: its name, the aggregate of A and B Points, and the A Points among them."""
    open_from_rank: Figure[str]
    rating_kept: Figure[Fraction]
    certificates_from: Figure[MonthDay]
    club_fee: Figure[Fraction]
    tournament_fee: Figure[Fraction]
    a_point_fee: Figure[Fraction]
    discount: Figure[Fraction]
    gold_rate: Figure[Fraction]
    red_rate: Figure[Fraction]
    fee_notice: Figure[int]


class Issue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """E9 and E10."""

    no_points_code: Figure[str]


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """E11 to E13, and the tables of C Points behind them."""

    complete_tables: Figure[int]
    full_deals: Figure[int]
    half_deals: Figure[int]
    half: Figure[Fraction]
    lowest_award: Figure[int]
    first_row: Figure[int]
    c_won: Figure[int]
    c_tied: Figure[int]
    printed_c_deals: Figure[tuple[tuple[int, str], ...]]
    """How many deals each printed table of match play goes up to, and its clause."""


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """E14 to E17: who may hold which tournaments."""

    session_boards: Figure[int]
    islands: Figure[dict[str, tuple[str, ...]]]
    island_class: Figure[str]
    main_regional_class: Figure[str]
    other_regional_class: Figure[str]
    congress_classes: Figure[tuple[str, ...]]
    congress_extra_class: Figure[str]
    congress_tables: Figure[int]
    metropolitan_events: Figure[int]
    metropolitan_a_events: Figure[int]
    metropolitan_classes: Figure[tuple[str, ...]]
    metropolitan_sessions: Figure[int]
    metropolitan_pairs: Figure[int]
    club_a_classes: Figure[tuple[str, ...]]
    club_b_classes: Figure[tuple[str, ...]]
    additional_classes: Figure[tuple[str, ...]]
    details_due: Figure[MonthDay]
    metropolitan_details_due: Figure[MonthDay]
    years_ahead: Figure[int]
    amended_classes: Figure[tuple[str, ...]]
    amendment_days: Figure[int]


class APoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """E18 to E21."""

    minimum_deals: Figure[dict[str, int]]
    team_share: Figure[Fraction]
    seats: Figure[int]
    session_point: Figure[int]
    session_point_deals: Figure[int]
    session_factors: Figure[dict[str, int]]
    match_factors: Figure[dict[str, int]]
    a_won: Figure[Fraction]
    a_tied: Figure[Fraction]
    printed_a_deals: Figure[int]


class BPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """E22 and E23."""

    minimum_deals: Figure[dict[str, int]]
    session_factors: Figure[dict[str, int]]


class Interprovincial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """E48."""

    trials: Figure[dict[str, tuple[int, int, int]]]
    trials_colours: Figure[dict[str, str]]
    trials_deals: Figure[dict[str, int]]
    trials_match_factor: Figure[int]
    trials_session_factors: Figure[dict[str, int]]
    full_field: Figure[int]
    championships: Figure[dict[str, tuple[int, int, int]]]


class Office(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """E24 to E36."""

    matches_on_a_form: Figure[int]


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    definitions: Definitions
    points: Points
    issue: Issue
    play: Play
    schedule: Schedule
    a_points: APoints
    b_points: BPoints
    interprovincial: Interprovincial
    office: Office


Book = books.Book[Figures]
