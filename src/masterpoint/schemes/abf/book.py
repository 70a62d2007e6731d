"""The figures of the ABF Masterpoint Manual, typed, by chapter. Each edition's `figures.toml` fills them in."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import msgspec

from masterpoint.core import books
from masterpoint.core.books import Figure


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of one part of the book."""


class Rate(Chapter, frozen=True):
    """What one foreign point is worth."""

    rate: Fraction
    colour: str
    source: str


class Members(Chapter, frozen=True):
    """1.3, 1.4, 1.9 and Appendix A."""

    youth_age: Figure[int]
    veteran_age: Figure[int]
    highest_grant: Figure[str]
    cancel_by: Figure[tuple[int, int, int]]
    inactive_from: Figure[tuple[int, int]]
    novice_limit: Figure[int]
    thousand: Figure[int]
    rates: Figure[dict[str, Rate]]


class Ranks(Chapter, frozen=True):
    """1.8."""

    ranks: Figure[tuple[tuple[str, int, int, int, int], ...]]
    life_allowance: Figure[Fraction]
    grand_allowance: Figure[Fraction]


class Weight(Chapter, frozen=True):
    """A line of the table of grades."""

    colour: str
    pairs: Fraction
    teams: Fraction


class Grades(Chapter, frozen=True):
    """1.5.1, 4.4.9 and 4.4.10."""

    weights: Figure[dict[str, Weight]]
    ranks_listed: Figure[tuple[str, ...]]
    master_factors: Figure[dict[str, tuple[Fraction, ...]]]
    restriction: Figure[Fraction]


class Clubs(Chapter, frozen=True):
    """Chapter 2."""

    championships: Figure[int]
    championship_sessions: Figure[tuple[int, int]]
    outside_normal_times: Figure[int]
    b4c_sessions: Figure[int]
    sessions_scheduled: Figure[int]
    first_green: Figure[int]
    further_green: Figure[int]
    remote_km: Figure[int]
    remote_sessions: Figure[int]
    anniversary: Figure[int]
    new_club_least: Figure[int]
    interclub_events: Figure[int]
    interclub_remote: Figure[int]
    interclub_sessions: Figure[tuple[int, int]]


class SessionFormula(Chapter, frozen=True):
    """A fixed amount for each table up to a number of tables; beyond it 1 - exp(-T/decay)."""

    per_table: Fraction
    straight_to: int
    decay: int


class OutrightFormula(Chapter, frozen=True):
    """factor × W × [1 - exp(-T(S-1)/growth) + late_factor × exp(-late_growth/(T(S-1)))]."""

    factor: Fraction
    growth: int
    late_factor: Fraction
    late_growth: int


class Formulae(Chapter, frozen=True):
    """Chapter 3."""

    two_winners: Figure[SessionFormula]
    one_winner: Figure[SessionFormula]
    outright: Figure[OutrightFormula]
    bounds: Figure[tuple[tuple[int, int, int], ...]]
    bounds_compare: Figure[int]
    printed_tables: Figure[int]
    printed_sessions: Figure[int]
    table_weights: Figure[dict[str, Fraction]]
    tables_used: Figure[tuple[tuple[str, str, str, Fraction], ...]]


class Placing(Chapter, frozen=True):
    """4.1 and 4.4.6."""

    duplicate_part: Figure[Fraction]
    match_part: Figure[Fraction]
    runner_up: Figure[Fraction]
    team_shares: Figure[dict[str, Fraction]]
    """By the number of members."""
    largest_team: Figure[int]
    near_tie: Figure[Fraction]
    near_tie_vp: Figure[Fraction]


class Percentage(Chapter, frozen=True):
    """{base × W + (P - even) × slope × W} / 100, from `least` up."""

    base: int
    slope: int
    even: int
    least: int


class Sessions(Chapter, frozen=True):
    """4.2.2, 4.4.3, 4.4.4 and 4.4.7."""

    full: Figure[int]
    full_supervised: Figure[int]
    fewest: Figure[int]
    movement_share: Figure[Fraction]
    howell_tables: Figure[int]
    pairs_tables: Figure[int]
    percentage: Figure[Percentage]


class Matches(Chapter, frozen=True):
    """4.2.3."""

    per_board: Figure[Fraction]
    long_match: Figure[int]
    shared_up_to: Figure[Fraction]
    margin: Figure[Fraction]
    half_match: Figure[Fraction]


class Finals(Chapter, frozen=True):
    """4.2.4 and 4.2.5."""

    leaders: Figure[int]
    premium: Figure[Fraction]
    largest_part: Figure[Fraction]
    largest_tables: Figure[int]
    base_weight: Figure[Fraction]
    consolations: Figure[tuple[tuple[Fraction, ...], ...]]


class Outright(Chapter, frozen=True):
    """4.3, 4.4.5 and Appendix A."""

    least_sessions: Figure[int]
    rest_above: Figure[Fraction]
    qualified: Figure[int]
    only_consolation: Figure[Fraction]
    ungraded: Figure[Fraction]
    two_graded: Figure[tuple[Fraction, Fraction]]
    graded_from: Figure[int]
    two_winners: Figure[Fraction]
    smallest: Figure[Fraction]
    largest: Figure[Fraction]
    boards_played: Figure[Fraction]
    partnerships: Figure[Fraction]


class Congresses(Chapter, frozen=True):
    """Chapter 5."""

    championships: Figure[dict[str, tuple[str, str]]]
    one_grade_down: Figure[dict[str, str]]
    walk_ins: Figure[dict[str, str]]
    festivals: Figure[dict[str, str]]
    festival_sessions: Figure[str]
    tour_major: Figure[str]
    tour_others: Figure[str]
    tour_locals: Figure[int]
    tables_a_director: Figure[int]
    least_sessions: Figure[int]
    majors: Figure[dict[str, int]]
    third_major: Figure[int]
    walk_in_sessions: Figure[int]
    large: Figure[int]
    free: Figure[int]
    each: Figure[int]
    acceleration: Figure[int]
    longest_session: Figure[int]


class StateEvents(Chapter, frozen=True):
    """Chapter 6."""

    special_sessions: Figure[int]
    members: Figure[int]
    reduced: Figure[Fraction]
    longest: Figure[tuple[int, ...]]
    others: Figure[tuple[int, int]]
    individual: Figure[tuple[int, int]]
    eclectic: Figure[int]
    higher: Figure[Fraction]
    lower: Figure[Fraction]


class NationalEvents(Chapter, frozen=True):
    """Chapter 7; `tables/gold_events.csv` lists the events themselves."""

    grades: Figure[dict[str, str]]
    amplified: Figure[dict[str, tuple[Fraction, str]]]
    premium: Figure[Fraction]
    few_teams: Figure[int]
    long_segment: Figure[int]
    pairs_paid: Figure[Fraction]
    state_final_length: Figure[int]
    state_final_teams: Figure[int]
    few_tables: Figure[int]


class Levies(Chapter, frozen=True):
    """Chapter 8; amounts in dollars."""

    levy: Figure[dict[str, Fraction]]
    fees_from: Figure[date]
    capitation: Figure[tuple[tuple[int, Fraction], ...]]
    commission: Figure[int]
    late_credits: Figure[int]
    late_rate: Figure[Fraction]
    late_account: Figure[int]
    account_rate: Figure[Fraction]
    no_number: Figure[int]
    month: Figure[int]
    quarter: Figure[int]


class Figures(Chapter, frozen=True):
    members: Members
    ranks: Ranks
    grades: Grades
    clubs: Clubs
    formulae: Formulae
    placing: Placing
    sessions: Sessions
    matches: Matches
    finals: Finals
    outright: Outright
    congresses: Congresses
    state_events: StateEvents
    national_events: NationalEvents
    levies: Levies


Book = books.Book[Figures]
