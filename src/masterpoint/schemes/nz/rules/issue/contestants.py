"""E3 to E5, definitions: what a contestant is, and which of its players play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from masterpoint.core.books import rule
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Contest, Entry, Player, RankingList, TournamentEvent
from masterpoint.core.places import entries_of
from masterpoint.core.sentences import join_alternatives, sentence
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.families.words import in_words
from masterpoint.schemes.nz.book import Book


def members_of(entry: Entry) -> list[Player]:
    """The players of an entry, without a captain who did not play."""
    return [player for player in entry.players if not player.captain]


def contestant_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """Contestants that do not fit the definitions."""
    for path, ranking in ranking_lists(event):
        for index, entry in enumerate(entries_of(ranking)):
            yield from entry_problems(book, entry, event.contest, f"{path}.entries[{index}]")
    for lists in _played_together(event):
        yield from _double_players(book, lists)


@rule
def entry_problems(book: Book, entry: Entry, contest: Contest, path: str) -> Iterator[Problem]:
    """E4.D30: a team has four, five or six players, any four of them at the tables; only a team has a captain."""
    smallest, largest = book.figures.definitions.smallest_team, book.figures.definitions.largest_team
    if contest != "teams":
        for seat, player in enumerate(entry.players):
            if player.captain:
                fix = "leave the captain out, or list a substitute with the deals played"
                message = "only a team has a captain who does not play"
                yield book.problem(f"{path}.players[{seat}].captain", True, message, fix, "E18.2f")
    if contest != "teams" and entry.team_size is not None:
        message, fix = "only a team has a team size", "leave it out"
        yield book.problem(f"{path}.team_size", entry.team_size, message, fix, smallest.clause.number)
    elif entry.team_size not in (None, smallest.value):
        seats = sentence("a team plays with {seats} at a time", seats=in_words(smallest.value))
        fix = f"leave it out, or give {smallest.value}"
        yield book.problem(f"{path}.team_size", entry.team_size, seats, fix, smallest.clause.number)
    members = len(members_of(entry))
    sizes = join_alternatives([in_words(size) for size in range(smallest.value, largest.value + 1)])
    if contest != "teams" or not members:
        return
    if members < smallest.value:
        message, fix = "too few players for a team", f"list all who played: {sizes}"
        yield book.problem(f"{path}.players", members, message, fix, smallest.clause.number)
    if members > largest.value:
        message, fix = "too many players for a team", f"list only those who played: {sizes}"
        yield book.problem(f"{path}.players", members, message, fix, largest.clause.number)


def _played_together(event: AnyEvent) -> Iterator[Sequence[tuple[str, RankingList]]]:
    """Lists in which nobody can appear twice: those of a session, and final and plate together."""
    lists = list(ranking_lists(event))
    if not isinstance(event, TournamentEvent):
        yield lists
        return
    for index in range(len(event.sessions)):
        yield [(path, ranking) for path, ranking in lists if path.startswith(f"sessions[{index}].")]
    yield [(path, ranking) for path, ranking in lists if not path.startswith("sessions[")]


def _double_players(book: Book, lists: Sequence[tuple[str, RankingList]]) -> Iterator[Problem]:
    """E3.D5: partners play together throughout, so a player is in one list only."""
    if len(lists) < 2:
        return
    code = book.figures.issue.no_points_code.value
    numbers = [
        dict.fromkeys(player.id for entry in ranking.entries for player in entry.players) for _, ranking in lists
    ]
    appearances = Counter(number for group in numbers for number in group if number and number != code)
    for number, count in appearances.items():
        if count > 1:
            places = [path for (path, _), group in zip(lists, numbers, strict=True) if number in group]
            message = f"this player is in several lists: {', '.join(places)}"
            fix = "list the player once in a session, and in the final or in the plate"
            yield book.problem(places[-1], number, message, fix, "E3.D5")
