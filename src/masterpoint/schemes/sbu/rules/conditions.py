"""Page 3, general conditions: who may award, to whom, and the least that must be played; TABLE 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Award, Remark, Step, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Entry, Player, RankingList
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.places import Finish, entries_of
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.families.contradictions import (
    in_two_lists,
    results_of_other_matches,
    too_few_tables,
    too_many_boards_played,
    too_many_tables,
    too_many_wins,
)
from masterpoint.schemes.families.fields import Field, list_name, with_standing, without_standing
from masterpoint.schemes.sbu.book import FULL_HANDBOOK, Book
from masterpoint.schemes.sbu.rules.elsewhere import awarded_elsewhere
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.ties import TieClauses, place_award

LEVELS = ("club",)  # 2.6
LOCAL = "local"
LOCAL_WORDS = ("", "local", "black")  # 2.7
REMINDERS = {"one-winner pairs": "5.1", "two-winner pairs": "8.1", "teams": "8.1", "individual": "5.8"}
"""The clauses in which each scale repeats the tables it needs."""
LIST_CONTESTANTS_PER_TABLE = {"one-winner pairs": 2, "two-winner pairs": 1, "teams": 1, "individual": 4}
"""Contestants a table adds to each ranking list."""
PLURAL = {"individual": "individuals"}
SIDES = ({"NS"}, {"EW"}, {"NS", "EW"})
ORDINARY_TEAM = 4


CONTRADICTIONS = (
    (too_many_boards_played, "3.6"),
    (too_many_tables, "4.1"),
    (too_few_tables, "4.1"),
    (too_many_wins, "20.5"),
    (results_of_other_matches, "20.5"),
    (in_two_lists, "3.4"),
)


@rule
def general_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """What forbids a club to award this event at all, however it was played."""
    if event.organiser.level != "club":
        message = "this guide covers events of affiliated clubs only"
        yield book.problem("organiser.level", event.organiser.level, message, f"write club, or {FULL_HANDBOOK}", "2.6")
    if not facts.affiliated:
        yield book.problem(
            "facts.affiliated", "false", "only affiliated clubs may award points", "affiliate first", "2.6"
        )
    if event.grade.lower() not in ("", "club"):
        message = "a club event has no other rating than the club scales"
        yield book.problem(
            "grade", event.grade, message, "leave the grade out; a championship is given by `championship`", "2.6"
        )
    if event.colour.lower() not in LOCAL_WORDS:
        message = "clubs may give Local (black) Points only"
        yield book.problem("colour", event.colour, message, "leave the colour out, or write local", "2.7")
    if facts.already_awarded:
        message = "points are never given twice for one event"
        yield book.problem("facts.already_awarded", "true", message, "leave the first awards as they are", "3.4")
    if event.handicap:
        fix = "give the original ranking list, before any handicap, with handicap = false"
        yield book.problem("handicap", "true", "points are not given on a handicap basis", fix, "3.5")
        yield book.problem("lists", "", "this ranking rests on handicaps; it may serve for prizes only", fix, "11.2")
    if facts.perfect_teams:
        message = "the guide names Perfect Teams but has no scale for them"
        yield book.problem("facts.perfect_teams", "true", message, FULL_HANDBOOK, "2.5")
    yield from awarded_elsewhere(book, event, facts)
    for check, number in CONTRADICTIONS:
        for place, value, message, fix in check(event):
            yield book.problem(place, value, message, fix, number)


@rule
def list_problems(book: Book, lists: Sequence[Field], facts: Facts) -> Iterator[Problem]:
    """Lists that do not make one-winner, two-winner, teams or individual fields."""
    for field in lists:
        directions = [ranking.direction for ranking in field.lists]
        sides = set(filter(None, directions))
        place = field.section or "lists"
        if sides and field.contest != "pairs":
            message = f"the guide has one ranking list for a {field.contest} event, without directions"
            yield book.problem(place, " ".join(sorted(sides)), message, "give one list over the whole field", "4.1")
        elif sides and (sides not in SIDES or len(sides) < len(directions)):
            message = "two-winner pairs have one N/S and one E/W list in each section"
            yield book.problem(
                place, " ".join(directions), message, "name each section, with its NS and EW list", "3.13"
            )
        elif field.contest == "pairs":
            yield from movement_problems(book, bool(sides), facts)
        if any(
            (entry.team_size or ORDINARY_TEAM) > ORDINARY_TEAM for ranking in field.lists for entry in ranking.entries
        ):
            message = "the guide has no scale for teams of more than four at the table"
            yield book.problem(place, "team_size", message, FULL_HANDBOOK, "2.5")


@rule
def movement_problems(book: Book, two_lists: bool, facts: Facts) -> Iterator[Problem]:
    """3.12, 3.13: the movement decides how many winners there are."""
    figures = book.figures.conditions
    if facts.movement in figures.two_winner_movements.value and not two_lists:
        message = "this movement gives two winners, but there is one list"
        yield book.problem("facts.movement", facts.movement, message, "give an NS and an EW list", "3.13")
    if facts.movement in figures.one_winner_movements.value and two_lists:
        message = "this movement gives one winner, but there is a list for each direction"
        yield book.problem("facts.movement", facts.movement, message, "give one list over the whole field", "3.12")


def kind_of(field: Field) -> str:
    """The scale that serves this field."""
    if field.contest != "pairs":
        return field.contest
    return "two-winner pairs" if any(ranking.direction for ranking in field.lists) else "one-winner pairs"


def contestants_in(ranking: RankingList, kind: str) -> int:
    """The contestants in a list: the entries listed, its size, or as many as its tables seat, whichever is most.

    The pair of a half table sits North-South unless the entries or the size say otherwise, as in example 12.
    """
    count = len(entries_of(ranking))
    if ranking.size is None and ranking.tables is not None:
        rounding = ceil if ranking.direction == "NS" else floor
        count = max(count, rounding(Fraction(ranking.tables) * LIST_CONTESTANTS_PER_TABLE[kind]))
    return max(count, ranking.size or 0) - without_standing(ranking)


def complete_tables(field: Field) -> int:
    """Half tables are not complete; of two directions the shorter one counts."""
    kind = kind_of(field)
    table_counts = [ranking.tables for ranking in field.lists if ranking.tables is not None]
    if table_counts:
        return floor(max(table_counts))
    return min(contestants_in(ranking, kind) // LIST_CONTESTANTS_PER_TABLE[kind] for ranking in field.lists)


@rule
def too_few(book: Book, field: Field) -> Step | None:
    """3.8 to 3.11: why a field this small earns nothing."""
    kind = kind_of(field)
    minimum = minimum_tables(book, kind)
    tables = complete_tables(field)
    if tables >= minimum.value:
        return None
    tables_step = fact(tables, book.clause(REMINDERS[kind]), "complete tables")
    message = sentence(
        "no awards: {contest} need at least {tables} complete tables",
        contest=PLURAL.get(kind, kind),
        tables=minimum.value,
    )
    return nothing(minimum.clause, message, tables_step)


def minimum_tables(book: Book, kind: str) -> Figure[int]:
    """3.8 to 3.11: the complete tables that a scale asks for."""
    figures = book.figures.conditions
    match kind:
        case "one-winner pairs":
            return figures.one_winner_tables
        case "two-winner pairs":
            return figures.two_winner_tables
        case "teams":
            return figures.teams_tables
    return figures.individual_tables


@rule
def too_short(book: Book, boards: int, number: str = "3.6") -> Step | None:
    """3.6, 3.7: fewer than twenty boards, in an event or in a stage of it, earn nothing."""
    minimum = book.figures.conditions.minimum_boards.value
    if boards >= minimum:
        return None
    boards_step = fact(boards, book.clause(number), "boards for each contestant")
    return nothing(
        book.clause(number), sentence("no awards: at least {boards} boards must be played", boards=minimum), boards_step
    )


def pay_list(
    book: Book,
    ranking: RankingList,
    ladder: Ladder,
    *,
    ties: TieClauses,
    kind: str,
    boards_clause: str = "3.6",
    ranked_entries: Sequence[tuple[Entry, Finish]] | None = None,
    name: str = "",
) -> list[Award]:
    """What each entry of a list earns on a ladder; entries without standing are out of it (S-35)."""
    steps_by_finish: dict[Finish, Step] = {}
    awards: list[Award] = []
    label = name or list_name(ranking)
    for entry, finish in with_standing(ranking) if ranked_entries is None else ranked_entries:
        if finish not in steps_by_finish:
            steps_by_finish[finish] = place_award(book, finish, ladder, ties)
        awards += to_players(
            book, entry, steps_by_finish[finish], kind=kind, ranking=label, boards_clause=boards_clause
        )
    if ranked_entries is None:
        awards += no_standing(book, ranking, kind, label)
    return awards


def no_standing(book: Book, ranking: RankingList, kind: str, label: str = "") -> list[Award]:
    reason = nothing(book.clause("3.2"), "playing without standing: not entitled to an award", reading="S-35")
    return [Award(entry, reason, LOCAL, kind, None, label) for entry in ranking.entries if entry.standing != "full"]


def pay_nobody(lists: Sequence[RankingList], reason: Step, kind: str, name: str = "") -> list[Award]:
    """Everybody gets the same answer: nothing, and why."""
    return [
        Award(entry, reason, LOCAL, kind, None, name or list_name(ranking))
        for ranking in lists
        for entry in entries_of(ranking)
    ]


def to_players(
    book: Book, entry: Entry, step: Step, *, kind: str, ranking: str = "", boards_clause: str = "3.6"
) -> list[Award]:
    """3.1, 3.6: the award goes to each player, except to those who did not play enough."""
    if not step.value:
        return [Award(entry, step, LOCAL, kind, None, ranking)]
    if not entry.players:
        return [Award(entry, _too_few_boards(book, entry.boards, boards_clause) or step, LOCAL, kind, None, ranking)]
    reasons = [_exclusion(book, player, entry, boards_clause) for player in entry.players]
    if not any(reasons):
        return [Award(entry, step, LOCAL, kind, None, ranking)]
    recipients = tuple(player for player, reason in zip(entry.players, reasons, strict=True) if reason is None)
    awards = [Award(entry, step, LOCAL, kind, recipients, ranking)] if recipients else []
    return awards + [
        Award(entry, reason, LOCAL, kind, (player,), ranking)
        for player, reason in zip(entry.players, reasons, strict=True)
        if reason is not None
    ]


def _exclusion(book: Book, player: Player, entry: Entry, boards_clause: str) -> Step | None:
    if player.captain:
        return nothing(book.clause("3.6"), "did not play")
    if player.earned_elsewhere:
        return nothing(book.clause("3.4"), "already has the points for this event")
    return _too_few_boards(book, entry.boards if player.boards is None else player.boards, boards_clause)


def _too_few_boards(book: Book, boards: int | None, number: str) -> Step | None:
    minimum = book.figures.conditions.minimum_boards.value
    if boards is None or boards >= minimum:
        return None
    boards_step = fact(boards, book.clause(number), "boards played")
    message = sentence("fewer than {boards} boards played; the others keep their places", boards=minimum)
    return nothing(book.clause(number), message, boards_step, reading="S-24")


def general_remarks(book: Book, event: AnyEvent, facts: Facts) -> list[Remark]:
    """Remarks beside the awards of any event."""
    remarks = [book.remark("3.1", "every figure is for each player of the entry")]
    outsiders = [
        player.name or player.id
        for _, entry in all_entries(event)
        for player in entry.players
        if player.membership != "member"
    ]
    if outsiders:
        names = ", ".join(sorted(set(filter(None, outsiders)))) or "unnamed"
        message = sentence("all entitled players are given their award; these are not members: {names}", names=names)
        remarks.append(book.remark("3.2", message))
    if facts.seeded:
        remarks.append(book.remark("11.4", "seeding is a condition of contest: the ranking list stands as it is"))
    return remarks
