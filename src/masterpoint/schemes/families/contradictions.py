"""Facts of an event that cannot be true together, whatever the book says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil

from masterpoint.core.event_fields import gives
from masterpoint.core.events import AnyEvent, Entry, RankingList
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.traversal import all_entries, entry_lists, is_anybody_listed_twice, ranking_lists

STAGE = re.compile(r"sessions\[\d+\]|\w+")
"""The beginning of a path. Paths to lists of one stage begin alike, and only those lists may not share a player."""
Contradiction = tuple[str, object, str, str]
"""Place, value, what is wrong, and what would put it right."""


def too_many_boards_played(event: AnyEvent) -> Iterator[Contradiction]:
    """Nobody plays more boards than there were."""
    maximum: int | None = getattr(event, "boards", None)
    if maximum is None or not gives(event, "entry.boards", "player.boards", "player.deemed"):
        return
    message, fix = f"nobody plays more than the {maximum} boards of this event", "give the boards played in it"
    for path, entry in all_entries(event):
        if (entry.boards or 0) > maximum:
            yield f"{path}.boards", entry.boards, message, fix
        for seat, player in enumerate(entry.players):
            if (player.boards or 0) + player.deemed > maximum:
                yield f"{path}.players[{seat}].boards", (player.boards or 0) + player.deemed, message, fix


def too_many_tables(event: AnyEvent) -> Iterator[Contradiction]:
    """Tables that the contestants of a list cannot fill."""
    for path, ranking in _lists_with_tables(event):
        if ranking.tables is None or ranking.size is None:
            continue
        if Fraction(ranking.tables) > size_of(ranking) * _seats(event, ranking):
            message = f"{size_of(ranking)} contestants do not fill that many tables"
            yield f"{path}.tables", ranking.tables, message, "leave the tables out, or the size"


def too_few_tables(event: AnyEvent) -> Iterator[Contradiction]:
    """Contestants who would fill at least one table more; half a table may sit out."""
    for path, ranking in _lists_with_tables(event):
        count = len(entries_of(ranking))
        if ranking.tables is None or not count:
            continue
        if not ranking.tables or count * _seats(event, ranking) >= ceil(ranking.tables) + 1:
            message = f"{count} contestants are listed, who fill more tables"
            yield f"{path}.tables", ranking.tables, message, "give the tables of the whole field, or leave them out"


def _lists_with_tables(event: AnyEvent) -> Iterable[tuple[str, RankingList]]:
    return ranking_lists(event) if gives(event, "list.tables") else ()


def _seats(event: AnyEvent, ranking: RankingList) -> Fraction:
    return Fraction(1) if ranking.direction else TABLES_PER_CONTESTANT[event.contest]


def too_many_wins(event: AnyEvent) -> Iterator[Contradiction]:
    """Each match has one win for two sides, so not every contestant can win every match."""
    boards: int | None = getattr(event, "boards", None)
    if boards is None or not gives(event, "entry.matches"):
        return
    for path, entries, size in fields_of_matches(event):
        won = sum((_boards_won(entry) for entry in entries), Fraction(0))
        if size > 1 and won > Fraction(size * boards, 2):
            message = f"{size} contestants who play {boards} boards each cannot win that many matches among them"
            yield f"{path}.matches", f"{won} boards won", message, "correct the matches won, or the size of the field"


def fields_of_matches(event: AnyEvent) -> Iterator[tuple[str, Sequence[Entry], int]]:
    """The fields in which contestants meet: for each list or division its path, its entries and how many there were."""
    for path, ranking in ranking_lists(event):
        yield f"{path}.entries", entries_of(ranking), size_of(ranking)
    for number, division in enumerate(getattr(event, "divisions", ())):
        size = max(len(division.entries), division.size or 0)
        yield f"divisions[{number}].entries", division.entries, size


def _boards_won(entry: Entry) -> Fraction:
    groups = [group for group in entry.matches if not group.conceded]
    return sum((group.boards * (group.won + Fraction(group.drawn, 2)) for group in groups), Fraction(0))


def results_of_other_matches(event: AnyEvent) -> Iterator[Contradiction]:
    """There is one margin, and one score, for each match won, drawn or lost."""
    if not gives(event, "matches.margins", "matches.scores"):
        return
    for path, entry in all_entries(event):
        owners = [(path, entry.matches)]
        owners += [(f"{path}.players[{seat}]", player.matches or ()) for seat, player in enumerate(entry.players)]
        for owner, groups in owners:
            for index, group in enumerate(groups):
                match_count = group.won + group.drawn + group.lost
                for name, results in (("margins", group.margins), ("scores", group.scores)):
                    if match_count and results is not None and len(results) != match_count:
                        message = f"{match_count} matches are given as won, drawn or lost"
                        fix = f"give one of the {name} for each match, or leave them out"
                        yield f"{owner}.matches[{index}].{name}", len(results), message, fix


def in_two_lists(event: AnyEvent) -> Iterator[Contradiction]:
    """Nobody plays in two fields of one stage."""
    if not gives(event, "player.id") or not is_anybody_listed_twice(event):
        return
    first_paths: dict[tuple[str, str], str] = {}
    for path, entries in entry_lists(event):
        stage = STAGE.match(path)
        for index, entry in enumerate(entries):
            for seat, player in enumerate(entry.players):
                if not player.id or stage is None:
                    continue
                first = first_paths.setdefault((stage[0], player.id), path)
                if first != path:
                    place = f"{path}[{index}].players[{seat}].id"
                    message = f"{player.name or 'this player'} is also in {first}"
                    yield place, player.id, message, "leave the player in the list where they played"
