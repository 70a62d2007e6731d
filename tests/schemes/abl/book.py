"""What the ABL handbook prints, typed; `figures.toml` of each edition fills it in."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from masterpoint.core import books
from masterpoint.core.books import Figure


class General(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapter 1."""

    minimum_tables: Figure[int]
    minimum_boards: Figure[int]


class Awards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapter 2."""

    rate: Figure[Fraction]
    """For each table of a section, to its winner."""
    overall_rate: Figure[Fraction]
    """For each table of the whole field, to the overall winner."""
    next_place: Figure[Fraction]
    field_share: Figure[Fraction]
    charity: Figure[Fraction]


class Grade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of event: who may hold it, what it is worth and in which colours."""

    name: str
    level: str
    factor: Fraction
    section: str
    """The colour of section awards."""
    overall: str


class Championships(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapter 3."""

    grades: Figure[tuple[Grade, ...]]
    """Lowest first; an event that names none is the lowest its organiser holds."""
    sanctioned: Figure[tuple[str, ...]]
    most_club_championships: Figure[int]


class Rank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a rank needs: so many points in all, and some of certain colours."""

    name: str
    total: int
    colours: dict[str, int] = {}


class Ranks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapter 4."""

    ranks: Figure[tuple[Rank, ...]]
    star_factor: Figure[int]
    """Each star of the highest rank needs so many times the points before it."""


class Office(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapter 5."""

    local_in_a_black: Figure[int]
    fee: Figure[Fraction]
    platinum_years: Figure[int]
    white_in_a_black: Figure[int]


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    general: General
    awards: Awards
    championships: Championships
    ranks: Ranks
    office: Office


Book = books.Book[Figures]
