"""Ranks on the ladder of a day: also those that only an earlier book has, because nobody loses a rank by a new book."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from masterpoint.core.editions import Edition
from masterpoint.core.ranks import place_of
from masterpoint.schemes import edition_or_first, federation


def place_on(scheme: str, rank: str, on: date) -> int:
    """The place of a rank on the ladder of a day, most junior first; -1 for no rank, and for one of no book."""
    place = _place(editions_until(scheme, on), rank)
    return -1 if place is None else place


def rank_on(scheme: str, rank: str, on: date) -> str:
    """A rank as the book of a day has it: if only an earlier book has the rank, the highest that asks for no more."""
    place = _place(editions_until(scheme, on), rank)
    if place is None:
        return rank
    return edition_or_first(scheme, on).ranks.rungs[place].name if place >= 0 else ""


def editions_until(scheme: str, on: date) -> tuple[Edition, ...]:
    """The edition of a day and those before it, earliest first."""
    editions = federation(scheme).editions
    return editions[: editions.index(edition_or_first(scheme, on)) + 1]


@lru_cache(maxsize=4096)
def _place(editions: tuple[Edition, ...], rank: str) -> int | None:
    *earlier_editions, edition = editions
    return place_of(rank, edition.ranks, [earlier.ranks for earlier in reversed(earlier_editions)])
