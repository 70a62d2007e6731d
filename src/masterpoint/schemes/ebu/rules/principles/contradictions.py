"""What an event may tell of its players and tables that cannot be so together."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Player
from masterpoint.core.places import size_of
from masterpoint.core.traversal import entry_lists, ranking_lists
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.families.fields import SEATS

MEMBERSHIPS = ("member", "lapsed", "potential", "suspended", "none", "visitor")
"""2.2.1, 2.7, 2.9: what a player may have been on the day."""


def contradictions(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """Words for a membership that the book does not know, more boards played than there were, tables nobody sat at."""
    yield from player_problems(book, event)
    yield from table_problems(book, event)


def player_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    most: int | None = getattr(event, "boards", None)
    for path, entries in entry_lists(event):
        for index, entry in enumerate(entries):
            if entry.boards is not None and most is not None and entry.boards > most:
                message = f"nobody plays more than the {most} boards of this stage"
                fix = "give those this entry played in it"
                yield book.problem(f"{path}[{index}].boards", entry.boards, message, fix, "3.3.2")
            if entry.players:
                for seat, player in enumerate(entry.players):
                    if player.membership not in MEMBERSHIPS or player.boards:
                        yield from _one_player(book, player, f"{path}[{index}].players[{seat}]", most)


def _one_player(book: Book, player: Player, path: str, most: int | None) -> Iterator[Problem]:
    if player.membership not in MEMBERSHIPS:
        message = "whether this player may receive points cannot be told from that"
        fix = f"write one of: {', '.join(MEMBERSHIPS)}"
        yield book.problem(f"{path}.membership", player.membership, message, fix, "2.9.2")
    if most is not None and (player.boards or 0) > most:
        message = f"nobody plays more than the {most} boards of this stage"
        yield book.problem(f"{path}.boards", player.boards, message, "give those this player played in it", "3.3.2")


def table_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """4.1.3: tables are told where they do not follow from the entries, never more of them than contestants fill."""
    for path, ranking in ranking_lists(event):
        if ranking.tables is not None and ranking.tables <= 0:
            message, fix = "a field has tables", "leave the tables out: they are counted from the contestants"
            yield book.problem(f"{path}.tables", ranking.tables, message, fix, "4.1.3")
            continue
        if ranking.size is None or ranking.tables is None:
            continue
        most = size_of(ranking) * (1 if ranking.direction else SEATS[event.contest])
        if Fraction(ranking.tables) > most:
            message = f"{size_of(ranking)} contestants do not fill so many tables"
            fix = "leave the tables out, or the size: tables are counted from the contestants"
            yield book.problem(f"{path}.tables", ranking.tables, message, fix, "4.1.3")
