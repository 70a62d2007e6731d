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
from masterpoint.core.mechanisms import Ladder, award_for, identity, product
from masterpoint.core.places import Finish
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.core.tables import Band, band
from masterpoint.schemes.families.bands import bands
from masterpoint.schemes.families.fields import Field
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts

INVITED = ("inter-organisation", "inter-club", "invitation")  # 3.3.2, 3.2.7(e)
REDUCED = ("4.2.4", "4.4.3")  # constant reductions, for which 4.4.4 repeats the rounding
TABLES = {"pairs": "full tables", "teams": "teams", "individual": "full tables"}
"""What an entry is measured in."""
LOCAL, GREEN, GOLD = "local", "green", "gold"


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
    """2.1.1: the fewest complete tables; more where each direction has its own winners."""
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
    """2.5.1: the least that a tie pays, by movement."""
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
        minimum = derive(identity, best_place, clause=book.clause("2.5.1"), message=message, reading="W53")
    figure = award_for(
        finish,
        ladder,
        unpaid_clause=book.clause(unpaid_number),
        tie_clause=book.clause("2.5.1"),
        rounding=identity,
        rounding_clause=book.clause("2.4.1"),
        floor=minimum,
    )
    down_to_the_last = ladder[: finish.place - 1 + finish.sharing]
    is_at_minimum = any(step.clause.number == "4.4.5" for step in down_to_the_last)
    if finish.sharing == 1 or not figure.value or not is_at_minimum:
        return figure
    message = "places at the minimum award were shared as that minimum"
    return derive(identity, figure, clause=book.clause("2.5.1"), message=message, reading="A05")


@rule
def fed_by_a_ladder(book: Book, facts: Facts) -> Iterator[Problem]:
    """2.7.4: six separate sessions or more make a ladder, whose final 4.11.9 provides for."""
    sessions = book.figures.principles.ladder_results.value
    if (facts.fed_by_sessions or 0) >= sessions:
        message = f"a final fed by {sessions} separate sessions or more is the final of a ladder"
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
