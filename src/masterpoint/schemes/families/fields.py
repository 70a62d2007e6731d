"""Fields as handbooks count them: lists of one section, full tables, who counts as the entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor
from operator import sub

import msgspec

from masterpoint.core.events import Contest, Entry, RankingList
from masterpoint.core.places import Finish, entries_of, finishes, moved_up, size_of
from masterpoint.core.seats import CONTESTANTS_PER_TABLE, TABLES_PER_CONTESTANT
from masterpoint.core.stored_properties import stored_property


class Field(msgspec.Struct, frozen=True, dict=True):
    """The ranking lists of one section: one list, or one for each direction."""

    section: str
    lists: tuple[RankingList, ...]
    contest: Contest
    by_place: bool = False
    """Everybody is paid what the place pays: nobody plays without standing."""

    @property
    def winners(self) -> int:
        return len(self.lists)

    @stored_property
    def left_out(self) -> list[int]:
        """How many of each list play without standing."""
        return [without_standing(ranking) for ranking in self.lists]

    @stored_property
    def entry_sizes(self) -> list[int]:
        """How many of each list count as the entry: contestants without standing do not."""
        sizes = list(map(size_of, self.lists))
        return sizes if self.by_place else list(map(sub, sizes, self.left_out))

    @property
    def contestants(self) -> int:
        """How many of all lists count as the entry."""
        return sum(self.entry_sizes)

    @property
    def tables(self) -> Fraction:
        """Tables with halves, as given or as the entries make them."""
        table_counts = [ranking.tables for ranking in self.lists if ranking.tables is not None]
        if table_counts:
            return Fraction(max(table_counts))
        return self.contestants * TABLES_PER_CONTESTANT[self.contest]

    @stored_property
    def full_tables(self) -> int:
        """Half tables are ignored."""
        for ranking in self.lists:
            if ranking.tables is not None:
                return floor(self.tables)
        return sum(self.entry_sizes) // CONTESTANTS_PER_TABLE[self.contest]


def list_name(ranking: RankingList, *prefixes: str) -> str:
    """What a list is called: its section and direction, after the stage or day it belongs to."""
    if not prefixes and not ranking.section:
        return ranking.direction
    return " ".join(filter(None, (*prefixes, ranking.section, ranking.direction)))


def without_standing(ranking: RankingList) -> int:
    return len(ranking.entries) - [entry.standing for entry in ranking.entries].count("full")


def full_tables_in_words(field: Field) -> str:
    """What the full tables of a field are called, and whom the count leaves out."""
    tables = "full teams" if field.contest == "teams" else "full tables"
    if field.by_place or not any(field.left_out):
        return tables
    return f"{tables}, contestants without standing not counted"


def fields(lists: Sequence[RankingList], contest: Contest, *, by_place: bool = False) -> list[Field]:
    """Lists of the same section that differ in direction make one field; the rest stand alone."""
    sections: dict[str, list[RankingList]] = {}
    single_fields: list[Field] = []
    for ranking in lists:
        if ranking.direction:
            sections.setdefault(ranking.section, []).append(ranking)
        else:
            single_fields.append(Field(ranking.section, (ranking,), contest, by_place))
    return [Field(name, tuple(group), contest, by_place) for name, group in sections.items()] + single_fields


def by_place_alone(entries: Sequence[Entry]) -> bool:
    """Whether only places are known: everybody is then paid by place, without a closer look."""
    return not [entry for entry in entries if entry.players or entry.standing != "full" or entry.boards is not None]


def with_standing(ranking: RankingList) -> list[tuple[Entry, Finish]]:
    """The entries that count, with their finish; where some do not count, the others move up."""
    entries = entries_of(ranking)
    if not without_standing(ranking):
        return list(zip(entries, finishes(entries), strict=True))
    return moved_up([entry for entry in entries if entry.standing == "full"], entries)


def enough_sessions(ranking: RankingList, minimum: int) -> tuple[list[tuple[Entry, Finish]], list[Entry]]:
    """The entries that played enough of a series, with their finish among themselves, and those that did not."""
    entries = entries_of(ranking)
    full_entries = [entry for entry in entries if entry.standing == "full"]
    qualified = [entry for entry in full_entries if entry.sessions is None or entry.sessions >= minimum]
    return moved_up(qualified, entries), [
        entry for entry in full_entries if entry.sessions is not None and entry.sessions < minimum
    ]


def outsiders(entries: Iterable[Entry]) -> int:
    return sum(entry.outside for entry in entries)
