"""What the XBU handbook prints, typed; `figures.toml` of each edition fills it in."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from masterpoint.core import books
from masterpoint.core.books import Figure


class ClubPairs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapter 4."""

    top_award: Figure[tuple[tuple[int, int], ...]]
    """From so many full tables, so many points."""
    step: Figure[int]
    minimum: Figure[int]
    field_share: Figure[Fraction]


class Ranks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapter 8."""

    ranks: Figure[tuple[tuple[str, int], ...]]
    """Each rank, lowest first, and the points it needs."""


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    club_pairs: ClubPairs
    ranks: Ranks


Book = books.Book[Figures]
