"""Facts about the players and tables of an event that cannot be true together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil

from masterpoint.core.checks import FACTS
from masterpoint.core.errors import Problem
from masterpoint.core.event_fields import gives
from masterpoint.core.events import AnyEvent, Entry, LadderEvent, Player, RankingList, SimultaneousEvent
from masterpoint.core.places import size_of
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.traversal import all_entries, entry_lists, is_anybody_listed_twice, ranking_lists
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.principles.facts_apart import conceded_problems, facts_apart
from masterpoint.schemes.families.british_matches import is_play_off, shortest
from masterpoint.schemes.families.contradictions import fields_of_matches, results_of_other_matches
from masterpoint.schemes.families.fields import without_standing
from masterpoint.schemes.families.missing_matches import missing_own_matches

MEMBERSHIPS = ("member", "lapsed", "potential", "suspended", "none", "visitor")
"""2.2.1, 2.7, 2.9: the membership a player may have had on the day."""

CAUSES = (
    FACTS,
    "entry.boards",
    "entry.matches",
    "event.movement_boards",
    "list.tables",
    "matches.margins",
    "matches.scores",
    "player.boards",
    "player.deemed",
    "player.id",
    "player.membership",
)
"""Fields of an event that may contradict the rest of it."""


def contradictions(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """Unknown words for a membership, more boards played than there were, and tables that nobody sat at."""
    if gives(event, "entry.boards", "player.boards", "player.membership"):
        yield from player_problems(book, event)
    if gives(event, "player.deemed"):
        yield from conceded_problems(book, event)
    if gives(event, "list.tables"):
        yield from table_problems(book, event)
    yield from length_problems(book, event, facts)
    yield from facts_apart(book, event, facts)
    if gives(event, "player.id"):
        yield from double_entry_problems(book, event)
    if gives(event, "entry.matches"):
        yield from match_problems(book, event)
        yield from own_match_problems(book, event)
    if gives(event, "matches.margins", "matches.scores"):
        yield from [book.problem(*contradiction, "4.5.2") for contradiction in results_of_other_matches(event)]


def length_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """3.1.4, 4.5.1: boards, rounds and the movement have to agree."""
    boards: int | None = getattr(event, "boards", None)
    if boards is None:
        return
    per_round = facts.boards_per_round
    if per_round is not None and boards % per_round:
        message = f"{boards} boards do not make whole rounds of that length"
        yield book.problem(
            "facts.boards_per_round", per_round, message, "correct the boards or those of a round", "4.5.1"
        )
    lengths = _match_lengths(event) if per_round is not None else set()
    if per_round is not None and lengths - {per_round}:
        message = f"the matches have {', '.join(map(str, sorted(lengths)))} boards"
        fix = "a match is one round: give both the same boards, or leave this out"
        yield book.problem("facts.boards_per_round", per_round, message, fix, "4.5.1")
    movement: int | None = getattr(event, "movement_boards", None)
    if movement is not None and movement < boards:
        message = f"each contestant plays {boards} boards, so at least as many are in play"
        yield book.problem("movement_boards", movement, message, "give the boards in play, or leave it out", "3.1.4")


def _match_lengths(event: AnyEvent) -> set[int]:
    groups = [group for _, entry in all_entries(event) for group in entry.matches]
    return {group.boards for group in groups if not group.mini and not is_play_off(group)}


def double_entry_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """3.7.1: a contestant is in only one list of a stage."""
    if isinstance(event, LadderEvent | SimultaneousEvent) or not is_anybody_listed_twice(event):
        return
    first_lists: dict[str, str] = {}
    for index, ranking in enumerate(getattr(event, "lists", ())):
        for number, entry in enumerate(ranking.entries):
            for seat, player in enumerate(entry.players):
                path = f"lists[{index}]"
                if player.id and first_lists.setdefault(player.id, path) != path:
                    message = f"this player is in {first_lists[player.id]} too"
                    fix = "nobody plays in two lists of a stage; give different people different ids"
                    yield book.problem(f"{path}.entries[{number}].players[{seat}].id", player.id, message, fix, "3.7.1")


def match_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """4.5.4: where everybody is listed, no more matches can be won than were played."""
    matches_planned: int | None = getattr(event, "matches_planned", None)
    for path, entries, size in fields_of_matches(event):
        counts_and_wins = [matches_played(entry) for entry in entries]
        maximum = max((count for count, _ in counts_and_wins), default=0)
        if matches_planned and maximum > matches_planned:
            message, fix = f"{matches_planned} matches were planned", "correct the matches, or their number"
            yield book.problem(path, f"{maximum} matches", message, fix, "4.5.4")
        per_contestant = max(maximum, matches_planned or 0, _matches_in(event, entries))
        won = sum((wins for _, wins in counts_and_wins), Fraction(0))
        if len(entries) == size and 2 * won > size * per_contestant:
            message = f"{size} contestants with {per_contestant} matches each cannot win that many together"
            fix = "correct the matches won, drawn and lost"
            yield book.problem(path, f"{won} wins", message, fix, "4.5.4")


def own_match_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """3.3.2: each match has its award, for those who played it."""
    for contradiction in missing_own_matches(event):
        yield book.problem(*contradiction, "3.3.2")


def _matches_in(event: AnyEvent, entries: Sequence[Entry]) -> int:
    """The most matches that the boards of an event allow."""
    length = shortest(group for entry in entries for group in entry.matches)
    boards: int = getattr(event, "boards", 0)
    return boards // length if length else 0


def matches_played(entry: Entry) -> tuple[int, Fraction]:
    """How many matches an entry played, and how many it won, a draw counting half; without play-offs and triangles."""
    groups = [group for group in entry.matches if not group.mini and not group.conceded and not is_play_off(group)]
    count = sum(group.won + group.drawn + group.lost for group in groups)
    return count, sum((group.won + Fraction(group.drawn, 2) for group in groups), Fraction(0))


def player_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    maximum: int | None = getattr(event, "boards", None)
    for path, entries in entry_lists(event):
        for index, entry in enumerate(entries):
            if entry.boards is not None and maximum is not None and entry.boards > maximum:
                message = f"nobody plays more than the {maximum} boards of this stage"
                fix = "give those this entry played in it"
                yield book.problem(f"{path}[{index}].boards", entry.boards, message, fix, "3.3.2")
            if entry.players:
                for seat, player in enumerate(entry.players):
                    if player.membership not in MEMBERSHIPS or player.boards:
                        yield from _one_player(book, player, f"{path}[{index}].players[{seat}]", maximum)


def _one_player(book: Book, player: Player, path: str, maximum: int | None) -> Iterator[Problem]:
    if player.membership not in MEMBERSHIPS:
        message = "this does not say whether the player may receive points"
        fix = f"write one of: {', '.join(MEMBERSHIPS)}"
        yield book.problem(f"{path}.membership", player.membership, message, fix, "2.9.2")
    if maximum is not None and (player.boards or 0) > maximum:
        message = f"nobody plays more than the {maximum} boards of this stage"
        yield book.problem(f"{path}.boards", player.boards, message, "give those this player played in it", "3.3.2")


def table_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """3.1.1, 4.1.3: tables are given only if they do not follow from the entries, and agree with them."""
    for path, ranking in ranking_lists(event):
        if ranking.tables is None:
            continue
        if ranking.tables <= 0:
            message = "a field has at least one table"
            fix = "leave the tables out: they are counted from the contestants"
            yield book.problem(f"{path}.tables", ranking.tables, message, fix, "4.1.3")
            continue
        seats = 1 if ranking.direction else TABLES_PER_CONTESTANT[event.contest]
        if ranking.size is not None and Fraction(ranking.tables) > size_of(ranking) * seats:
            message = f"{size_of(ranking)} contestants do not fill that many tables"
            fix = "leave the tables out, or the size: tables are counted from the contestants"
            yield book.problem(f"{path}.tables", ranking.tables, message, fix, "4.1.3")
    if not isinstance(event, LadderEvent):
        yield from _too_few_tables(book, event)


def _too_few_tables(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """3.1.1: contestants with standing who fill at least one table more; half a table may sit out.

    Where each direction has its list, both together make the tables (reading E70).
    """
    for group in _lists_by_field(event):
        tables = max((Fraction(ranking.tables) for _, ranking in group if ranking.tables is not None), default=None)
        count = sum(size_of(ranking) - without_standing(ranking) for _, ranking in group)
        if tables is None or tables <= 0 or count * TABLES_PER_CONTESTANT[event.contest] < ceil(tables) + 1:
            continue
        message = f"{count} contestants count for the entry, who fill more tables"
        fix = "leave the tables out: they are counted from the contestants; or correct those listed, or the size"
        for path, ranking in group:
            if ranking.tables is not None:
                yield book.problem(f"{path}.tables", ranking.tables, message, fix, "3.1.1")


def _lists_by_field(event: AnyEvent) -> Iterable[list[tuple[str, RankingList]]]:
    """The lists of each field: those of one section in different directions, any other alone."""
    groups: dict[tuple[str, str], list[tuple[str, RankingList]]] = {}
    for path, ranking in ranking_lists(event):
        key = (path.rpartition("[")[0], ranking.section) if ranking.direction else (path, "")
        groups.setdefault(key, []).append((path, ranking))
    return groups.values()
