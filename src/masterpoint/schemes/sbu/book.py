"""What the SBU guide prints, typed, page by page; `figures.toml` of each edition fills it in.

Clauses are numbered page.number, because the guide has no numbers; pages are counted from the only one it prints.
What the guide leaves to the full handbook of the scheme is refused by name.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from masterpoint.core import books
from masterpoint.core.books import Figure

FULL_HANDBOOK = "see the full SBU handbook (HOTMPS) or ask the Master Points Policy Committee"

Rows = tuple[tuple[int, int], ...]
"""A table of one column: in each row, the number from which it holds, and the points."""


class Ranks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Page 2."""

    points_in_one: Figure[int]
    ranks: Figure[tuple[tuple[str, int], ...]]
    """Each rank, lowest first, and the points it needs, of both colours together."""


class Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Page 3, with TABLE 1."""

    minimum_boards: Figure[int]
    one_winner_tables: Figure[int]
    two_winner_tables: Figure[int]
    teams_tables: Figure[int]
    individual_tables: Figure[int]
    one_winner_movements: Figure[tuple[str, ...]]
    two_winner_movements: Figure[tuple[str, ...]]


class Scales(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pages 4 to 10, with TABLES 2, 3 and 4."""

    longest_session: Figure[int]
    share: Figure[Fraction]
    swiss_share: Figure[Fraction]
    final_share: Figure[Fraction]
    one_winner: Figure[Rows]
    individual: Figure[Rows]
    tables: Figure[Rows]
    largest_field: Figure[int]
    """Contestants up to which the printed step of TABLES 2 and 3 holds."""
    most_tables: Figure[int]
    """Tables up to which the printed step of TABLE 4 holds."""


class Stages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pages 11 and 12."""

    reduction: Figure[Fraction]
    stages_before_final: Figure[tuple[int, int]]
    """The fewest and the most stages in which all play, before their final."""


class Aggregates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pages 12 and 13, with TABLES 5, 6 and 7."""

    pairs_events: Figure[int]
    individual_events: Figure[int]
    most_individual_events: Figure[int]
    teams_events: Figure[int]
    pairs_bonus: Figure[Rows]
    individual_bonus: Figure[Rows]
    teams_bonus: Figure[Rows]


class Finals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Page 13."""

    events_before: Figure[int]
    long_final: Figure[int]
    short_top: Figure[int]
    times_entry: Figure[int]
    most: Figure[int]
    consolation_share: Figure[Fraction]


class Championships(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pages 14 and 15."""

    a_year: Figure[int]
    major_factor: Figure[Fraction]
    pairs_formats: Figure[dict[str, int]]
    """Each format that suits a championship, and the events or rounds it needs."""
    individual_formats: Figure[dict[str, int]]
    teams_formats: Figure[dict[str, int]]
    similar_minors: Figure[int]
    long_minor: Figure[int]
    minor_share: Figure[Fraction]


class Elsewhere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Page 19: competitions by name, and who awards them."""

    heats: Figure[dict[str, str]]
    simultaneous: Figure[dict[str, str]]


class Swiss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pages 20 and 21, with TABLE 8."""

    shortest_match: Figure[int]
    field_to_matches: Figure[int]
    win: Figure[Rows]
    draw: Figure[Rows]
    times_entry: Figure[int]
    most: Figure[int]
    major_per_board: Figure[int]
    major_times_entry: Figure[int]
    major_most: Figure[int]


class Files(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pages 24 and 25."""

    boards_typed: Figure[int]


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ranks: Ranks
    conditions: Conditions
    scales: Scales
    stages: Stages
    aggregates: Aggregates
    finals: Finals
    championships: Championships
    elsewhere: Elsewhere
    swiss: Swiss
    files: Files


Book = books.Book[Figures]
