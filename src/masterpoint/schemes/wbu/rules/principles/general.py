"""Chapter 2, General principles relating to awards: who is paid, and when nobody is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Contest, Entry, SectionsEvent
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.given import gives
from masterpoint.core.mechanisms import Ladder, award_for, product, unchanged
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.core.tables import Band, band
from masterpoint.core.traversal import all_entries, ranking_lists
from masterpoint.schemes.families.bands import bands
from masterpoint.schemes.families.contradictions import (
    in_two_lists,
    results_of_other_matches,
    too_few_tables,
    too_many_boards_played,
    too_many_tables,
    too_many_wins,
)
from masterpoint.schemes.families.fields import Field
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.refusals import refuse

DIRECTIONS = {"pairs": ["EW", "NS"], "individual": ["E", "N", "S", "W"]}  # 4.1.4
INVITED = ("inter-organisation", "inter-club", "invitation")  # 3.3.2, 3.2.7(e)
REDUCED = ("4.2.4", "4.4.3")  # clauses of constant reductions, whose rounding 4.4.4 repeats
TABLES = {"pairs": "full tables", "teams": "teams", "individual": "full tables"}
"""What an entry is measured in."""
LOCAL, GREEN, GOLD = "local", "green", "gold"


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
    """2.3.3, 2.8 and 2.9: what no form of event may do."""
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
    """What cannot be true together: boards, tables, wins, players; and words the book does not know."""
    for check, number in CONTRADICTIONS:
        for place, value, message, fix in check(event):
            yield book.problem(place, value, message, fix, number)
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
        if sorted(directions) != DIRECTIONS.get(event.contest):
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
    """Matches that do not fit into the event; short triangles may be a little longer than a match."""
    for path, entry in all_entries(event):
        match_boards = sum(
            group.boards * (group.won + group.drawn + group.lost) for group in entry.matches if not group.mini
        )
        if match_boards > boards:
            message = f"{match_boards} boards in matches, more than the {boards} each contestant plays in all"
            yield book.problem(
                f"{path}.matches", match_boards, message, "correct the matches, or the boards of the event", "4.5.4"
            )


@rule
def no_award_reason(book: Book, event: AnyEvent, field: Field, boards: int, *, stage: bool = False) -> Step | None:
    """2.1: why nobody in this field is paid, if that is so."""
    minimum = minimum_tables(book, event.contest, field.winners)
    if not stage and field.full_tables < minimum:
        unit = "complete teams" if event.contest == "teams" else "complete tables"
        reading = "W64" if isinstance(event, SectionsEvent) else ""
        return nothing(
            book.clause("2.1.1"),
            sentence("no awards below {least} {unit}", least=minimum, unit=unit),
            fact(
                field.full_tables,
                book.clause("2.1.1"),
                sentence("{tables} {unit}", tables=field.full_tables, unit=unit),
            ),
            reading=reading,
        )
    return too_short(book, boards, "2.1.3" if stage else "2.1.2")


def minimum_tables(book: Book, contest: Contest, winners: int) -> int:
    """2.1.1: complete tables; more of them where each direction has its own winners."""
    figures = book.figures.principles
    return (figures.direction_tables if winners > 1 else figures.one_ranking_tables).value[contest]


@rule
def too_short(book: Book, boards: int, number: str, reading: str = "") -> Step | None:
    """2.1.2 and 2.1.3: twelve boards for everybody, in the event and in each stage of it."""
    minimum = book.figures.principles.minimum_boards.value
    if boards >= minimum:
        return None
    return nothing(
        book.clause(number),
        sentence("no awards unless everybody plays at least {least} boards", least=minimum),
        fact(boards, book.clause(number), "boards scheduled for each contestant"),
        reading=reading,
    )


@rule
def too_few(book: Book, tables: int, minimum: int, number: str, contest: Contest) -> Step | None:
    """An entry below what an event of its kind needs."""
    if tables >= minimum:
        return None
    return nothing(
        book.clause(number),
        sentence("no awards below {least} {unit}", least=minimum, unit=TABLES[contest]),
        fact(tables, book.clause(number), sentence("{tables} {unit} entered", tables=tables, unit=TABLES[contest])),
    )


@rule
def large_team(book: Book, step: Step, entry: Entry) -> Step:
    """2.3.3: more than eight at the tables at once; no minimum is restored (A20)."""
    large_teams = book.figures.principles.large_teams
    row = band(_large_teams(book), entry.team_size or 4) if step.value else None
    if row is None:
        return step
    message = sentence(
        "teams of {team_size} receive {factor} of the award", team_size=entry.team_size, factor=str(row.value)
    )
    return derive(
        partial(_times, row.value), step, clause=large_teams.clause, message=message, reading=large_teams.reading
    )


@cache
def _large_teams(book: Book) -> tuple[Band[Fraction], ...]:
    return bands(book.figures.principles.large_teams.value)


def _times(factor: Fraction, value: Exact) -> Exact:
    return tidy(value * factor)


@rule
def rounded_up(book: Book, step: Step) -> Step:
    """2.4.1: to a whole number, once, at the end."""
    if isinstance(step.value, int):
        return step
    number = "4.4.4" if step.clause.number in REDUCED else "2.4.1"
    return derive(up_to_whole, step, clause=book.clause(number), message="rounded up, once, at the end")


@rule
def tie_minimum(book: Book, column: str, level: Step) -> Step:
    """2.5.1: the least a tie pays, by movement."""
    figure = book.figures.principles.tie_minimum
    points = figure.value[column]
    return derive(
        partial(product, points),
        level,
        clause=figure.clause,
        message=sentence("least award of a tie: {least} at Club status for this movement", least=points),
        reading=figure.reading,
    )


@rule
def place_figure(book: Book, finish: Finish, ladder: Ladder, minimum: Step | None, unpaid_number: str) -> Step:
    """2.5.1: what a finish earns, fractions kept; the minimum never lifts a tie above its best place (W53)."""
    if minimum is not None and finish.place <= len(ladder) and ladder[finish.place - 1].value < minimum.value:
        message = "least award of a tie: no more than its best place alone"
        best_place = ladder[finish.place - 1]
        minimum = derive(unchanged, best_place, clause=book.clause("2.5.1"), message=message, reading="W53")
    figure = award_for(
        finish,
        ladder,
        unpaid_clause=book.clause(unpaid_number),
        tie_clause=book.clause("2.5.1"),
        rounding=unchanged,
        rounding_clause=book.clause("2.4.1"),
        floor=minimum,
    )
    down_to_the_last = ladder[: finish.place - 1 + finish.sharing]
    is_at_minimum = any(step.clause.number == "4.4.5" for step in down_to_the_last)
    if finish.sharing == 1 or not figure.value or not is_at_minimum:
        return figure
    message = "places at the minimum award were shared as that minimum"
    return derive(unchanged, figure, clause=book.clause("2.5.1"), message=message, reading="A05")


@rule
def fed_by_a_ladder(book: Book, facts: Facts) -> Iterator[Problem]:
    """2.7.4: six separate sessions or more make a ladder, whose final 4.11.9 provides for."""
    if (facts.fed_by_sessions or 0) >= book.figures.principles.ladder_results.value:
        message = "a final fed by six separate sessions or more is the final of a ladder"
        fix = 'write form = "ladder" with final = true'
        yield book.problem("facts.fed_by_sessions", facts.fed_by_sessions or "", message, fix, "2.7.4")


@rule
def basic_only(book: Book, facts: Facts) -> Remark | None:
    """2.7.4 and 3.3.2: finals to which the quali-final scales do not apply."""
    if facts.fed_by_sessions is not None:
        message = (
            "qualified for in separate sessions with different competitors: paid as an ordinary game of its own size"
        )
        return book.remark("2.7.4", message)
    if facts.kind in INVITED:
        return book.remark("3.3.2", "only the entry on the day counts, not the stages other bodies held before")
    return None
