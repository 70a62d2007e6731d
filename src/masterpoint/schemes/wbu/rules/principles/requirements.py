"""2.1.2, 2.3, 2.8, 2.9 and 4.1.4: what every event must satisfy, whatever its form."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.errors import Problem
from masterpoint.core.event_fields import gives
from masterpoint.core.events import AnyEvent, FinalsEvent, SectionsEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.traversal import all_entries, ranking_lists
from masterpoint.schemes.families.contradictions import (
    in_two_lists,
    results_of_other_matches,
    too_few_tables,
    too_many_boards_played,
    too_many_tables,
    too_many_wins,
)
from masterpoint.schemes.families.missing_matches import missing_own_matches
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.refusals import refuse

DIRECTIONS_BY_CONTEST = {"pairs": ["EW", "NS"], "individual": ["E", "N", "S", "W"]}  # 4.1.4
CONTRADICTIONS = (
    (too_many_boards_played, "2.3.2"),
    (too_many_tables, "4.1.3"),
    (too_few_tables, "4.1.3"),
    (too_many_wins, "4.5.8"),
    (results_of_other_matches, "4.5.8"),
)
MEMBERSHIPS = ("member", "lapsed", "potential", "suspended", "none", "visitor")


@rule
def require_acceptable(book: Book, event: AnyEvent) -> None:
    """2.3.3, 2.8 and 2.9: refuses what no form of event may do."""
    facts: Facts = facts_from(event, Facts)
    refuse(
        (
            *_handicap(book, event, facts),
            *_sections(book, event, facts),
            *_directions(book, event),
            *_team_sizes(book, event),
            *_contradictions(book, event),
        )
    )


def _contradictions(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """Boards, tables, wins and players that cannot be true together, and unknown words for a membership."""
    for check, number in CONTRADICTIONS:
        for place, value, message, fix in check(event):
            yield book.problem(place, value, message, fix, number)
    if gives(event, "entry.matches") and not isinstance(
        event, FinalsEvent
    ):  # 5.6.4 pays for the matches of a whole stage together
        for contradiction in missing_own_matches(event):
            yield book.problem(*contradiction, "2.3.2")
    list_number = "4.9.3" if isinstance(event, SectionsEvent) else "2.3.1"
    for place, value, message, fix in in_two_lists(event):
        yield book.problem(place, value, message, fix, list_number)
    yield from _rounds(book, event)
    for path, entry in all_entries(event) if gives(event, "player.membership") else ():
        for seat, player in enumerate(entry.players):
            if player.membership not in MEMBERSHIPS:
                message = "the book has members and others only"
                fix = f"write one of: {', '.join(MEMBERSHIPS)}"
                yield book.problem(f"{path}.players[{seat}].membership", player.membership, message, fix, "1.9.2")


def _rounds(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """Boards are played in whole rounds."""
    a_round: int | None = facts_from(event, Facts).boards_per_round
    boards: int | None = getattr(event, "boards", None)
    if a_round is not None and boards is not None and (a_round == 0 or boards % a_round):
        message = f"{boards} boards do not make whole rounds of that length"
        fix = "correct the boards of the event, or those of a round"
        yield book.problem("facts.boards_per_round", a_round, message, fix, "2.1.2")


def _handicap(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    if event.handicap:
        yield book.problem(
            "handicap",
            "true",
            "no awards may be made on a handicap ranking",
            "re-score the event without the handicap and give that ranking",
            "2.9.1",
        )
    if facts.qualified_by_handicap:
        yield book.problem(
            "facts.qualified_by_handicap",
            "true",
            "contestants reached this stage on a handicap, so it cannot be re-scored without",
            "no points can be given for this stage",
            "2.9.1",
        )


def _sections(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    if not facts.sections_scored_as_one:
        return
    place, fix = "facts.sections_scored_as_one", "give one ranking list for each section"
    if event.contest == "teams" or event.scoring not in ("matchpoints", "percentage"):
        message = (
            "only match-pointed sections can be one field; teams and other scoring are rewarded inside each section"
        )
        yield book.problem(place, "true", message, fix, "2.8.2")
    if not facts.same_boards:
        yield book.problem("facts.same_boards", "false", "sections of one field play the same boards", fix, "2.8.1")


def _directions(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """4.1.4: two lists of pairs or four of individuals, one for each direction; or one list for all."""
    sections: dict[str, list[str]] = {}
    for path, ranking in ranking_lists(event):
        list_group = f"{path.rpartition('[')[0]}|{ranking.section}"
        if ranking.direction:
            sections.setdefault(list_group, []).append(ranking.direction)
    for list_group, directions in sections.items():
        if sorted(directions) != DIRECTIONS_BY_CONTEST.get(event.contest):
            message = "a movement with a winner in each direction has one list for each of them"
            fix = "give NS and EW for pairs, N, S, E and W for individuals; no direction where there is one ranking"
            yield book.problem(list_group.partition("|")[0], ", ".join(directions), message, fix, "4.1.4")


def _team_sizes(book: Book, event: AnyEvent) -> Iterator[Problem]:
    for path, entry in all_entries(event):
        if entry.team_size is not None and (event.contest != "teams" or entry.team_size % 2):
            message = "players of a team who sit at the tables at any one time come in pairs"
            fix = "give 8, 10, 12 …; leave it out where four play, however many members the team has"
            yield book.problem(f"{path}.team_size", entry.team_size, message, fix, "2.3.3")


def too_many_boards(book: Book, event: AnyEvent, boards: int) -> Iterator[Problem]:
    """Matches with more boards than the event; mini-matches are left out, for a triangle may be longer than a match."""
    for path, entry in all_entries(event):
        match_boards = sum(
            group.boards * (group.won + group.drawn + group.lost) for group in entry.matches if not group.mini
        )
        if match_boards > boards:
            message = f"{match_boards} boards in matches, more than the {boards} each contestant plays in all"
            yield book.problem(
                f"{path}.matches", match_boards, message, "correct the matches, or the boards of the event", "4.5.4"
            )
